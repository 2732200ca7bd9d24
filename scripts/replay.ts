// `npm run replay`: replays a past day with other assignment policies, offline, from the recorded events.
import { writeFileSync } from 'node:fs';
import type { PolicyName } from '../actors/assignment/policy.ts';
import { openDatabase } from '../db/database.ts';
import { readDomainTime } from '../db/stores/domain-clock-store.ts';
import { readReplayDay, replayReport } from '../server/dispatch/history/history.ts';

import { Settings } from '../server/kernel/settings/settings.ts';
import { tableOf } from './replay/table.ts';
import { CommandError } from './shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine, readWholeNumber, runCommand } from './shared/command-line.ts';
import { POLICY_NAMES, readPolicies } from './shared/policy-names.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run replay -- --day YYYY-MM-DD [--policy NAME …] [--json FILE] [--data-dir DIR] …

Runs a past day of an installation again with other assignment policies, from its recorded events; writes nothing to it.
  --day YYYY-MM-DD        the day, in Asia/Qatar
  --policy NAME           ${POLICY_NAMES.join(', ')}; may be repeated (insertion)
  --seed N                seed of the policies' random choices (1)
  --batch-seconds N       how long tasks are collected for a batch (the installation's setting)
  --fairness-seconds N    how much later a fairer choice may arrive (the installation's setting)
  --json FILE             writes the report there instead of printing it
  --data-dir DIR          the installation's data folder (DATA_DIR, .data); DATABASE_URL names another database`;

interface Wanted {
  day: string;
  policies: PolicyName[];
  seed: number;
  batchSeconds: number | undefined;
  fairnessSeconds: number | undefined;
  json: string | undefined;
}

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      ...DATA_DIR_OPTION,
      day: { type: 'string' },
      policy: { type: 'string', multiple: true, default: ['insertion'] },
      seed: { type: 'string', default: '1' },
      'batch-seconds': { type: 'string' },
      'fairness-seconds': { type: 'string' },
      json: { type: 'string' },
    },
  });
  if (values.day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(values.day))
    throw new CommandError('Name the day: --day YYYY-MM-DD');
  const seconds = (name: 'batch-seconds' | 'fairness-seconds') => {
    const text = values[name];
    return text === undefined ? undefined : readWholeNumber(name, text);
  };
  const wanted: Wanted = {
    day: values.day,
    policies: readPolicies(values.policy),
    seed: readWholeNumber('seed', values.seed),
    batchSeconds: seconds('batch-seconds'),
    fairnessSeconds: seconds('fairness-seconds'),
    json: values.json,
  };
  return withDatabase(values['data-dir'], (databaseUrl) => replay(databaseUrl, wanted));
});

async function replay(databaseUrl: string, wanted: Wanted): Promise<number> {
  const database = openDatabase(databaseUrl, { name: 'wasl-replay', max: 2 });
  try {
    const settings = await new Settings(database).values();
    const day = await readReplayDay(database, wanted.day, await readDomainTime(database));
    const report = replayReport(day, {
      policies: wanted.policies,
      seed: wanted.seed,
      batchSeconds: wanted.batchSeconds ?? settings.assignmentBatchSeconds,
      fairnessToleranceSeconds: wanted.fairnessSeconds ?? settings.fairnessToleranceSeconds,
    });
    console.log(tableOf(report));
    if (wanted.json === undefined) console.log(JSON.stringify(report));
    else writeFileSync(wanted.json, `${JSON.stringify(report, null, 2)}\n`);
    return 0;
  } finally {
    await database.destroy();
  }
}
