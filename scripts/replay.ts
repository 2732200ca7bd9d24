// `npm run replay -- --day YYYY-MM-DD --policy insertion|nearest|batched [--policy …] [--seed n] [--batch-seconds n] [--fairness-seconds n] [--json file]`:
// runs a past day again with other assignment policies, offline, from the recorded events alone.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PolicyName } from '../actors/assignment/policy.ts';
import { openDatabase } from '../db/database.ts';
import { readDomainTime } from '../db/domain-clock.ts';
import { Settings } from '../server/admin/settings.ts';
import { readReplayDay } from '../server/history/replay-day.ts';
import { replayReport } from '../server/history/replay-report.ts';
import { tableOf } from './replay/table.ts';

const NAMES: Readonly<Record<string, PolicyName>> = {
  insertion: 'INSERTION_COST',
  nearest: 'NEAREST',
  batched: 'BATCHED',
};

const { values } = parseArgs({
  options: {
    day: { type: 'string' },
    policy: { type: 'string', multiple: true, default: ['insertion'] },
    seed: { type: 'string', default: '1' },
    'batch-seconds': { type: 'string' },
    'fairness-seconds': { type: 'string' },
    json: { type: 'string' },
  },
});

const url = process.env.DATABASE_URL;
if (url === undefined) throw new Error('DATABASE_URL is not set.');
if (values.day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(values.day)) {
  throw new Error('Name the day: --day YYYY-MM-DD');
}
const policies = values.policy.map((name) => {
  const policy = NAMES[name];
  if (policy === undefined) throw new Error(`No policy ${name}; there are ${Object.keys(NAMES).join(', ')}.`);
  return policy;
});

const database = openDatabase(url, { name: 'wasl-replay', max: 2 });
try {
  const settings = await new Settings(database).values();
  const number = (flag: string | undefined, fallback: number) =>
    flag === undefined ? fallback : Number(flag);
  const day = await readReplayDay(database, values.day, await readDomainTime(database));
  const report = replayReport(day, {
    policies,
    seed: number(values.seed, 1),
    batchSeconds: number(values['batch-seconds'], settings.assignmentBatchSeconds),
    fairnessToleranceSeconds: number(values['fairness-seconds'], settings.fairnessToleranceSeconds),
  });
  console.log(tableOf(report));
  if (values.json === undefined) console.log(JSON.stringify(report));
  else writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await database.destroy();
}
