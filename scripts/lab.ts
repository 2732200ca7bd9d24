// `npm run lab`: simulates the same seeded days of the city under each policy, offline. Prints a table; draws a chart if asked.
import { writeFileSync } from 'node:fs';
import { loadServiceArea } from '../db/seeds/load-service-area.ts';
import { compare, type LabOptions } from './city/lab/compare.ts';
import { pictureOf } from './city/lab/picture.ts';
import { tableOf } from './city/lab/table.ts';
import { readCommandLine, readWholeNumber, runCommand } from './shared/command-line.ts';
import { POLICY_NAMES, readPolicies } from './shared/policy-names.ts';

const USAGE = `Usage: npm run lab -- [--seeds N] [--orders N] [--drivers N] [--hours N] [--policy NAME …] [--svg FILE] [--json FILE] …

Runs the same seeded days of the city under each assignment policy, offline, and compares them.
  --seeds N, --first-seed N               number of days, and the first seed (10, 1)
  --orders N, --drivers N, --hours N      the size of each day (200, 18, 6)
  --policy NAME                           ${POLICY_NAMES.join(', ')}; may be repeated (all)
  --batch-seconds N, --fairness-seconds N (20, 30)
  --svg FILE                              draws the comparison as SVG
  --json FILE                             writes all results as JSON`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      seeds: { type: 'string', default: '10' },
      'first-seed': { type: 'string', default: '1' },
      orders: { type: 'string', default: '200' },
      drivers: { type: 'string', default: '18' },
      hours: { type: 'string', default: '6' },
      policy: { type: 'string', multiple: true, default: [...POLICY_NAMES] },
      'batch-seconds': { type: 'string', default: '20' },
      'fairness-seconds': { type: 'string', default: '30' },
      svg: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const whole = (name: Exclude<keyof typeof values, 'policy' | 'svg' | 'json'>, min = 0) =>
    readWholeNumber(name, values[name], { min });
  const first = whole('first-seed');
  const options: LabOptions = {
    seeds: Array.from({ length: whole('seeds', 1) }, (_, index) => first + index),
    orders: whole('orders'),
    drivers: whole('drivers'),
    hours: whole('hours'),
    policies: readPolicies([...new Set(values.policy)]),
    batchSeconds: whole('batch-seconds'),
    fairnessToleranceSeconds: whole('fairness-seconds'),
  };
  const report = compare(options, await loadServiceArea(), (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${options.seeds.length} days`);
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  console.log(tableOf(report));
  if (values.svg !== undefined) writeFileSync(values.svg, pictureOf(report));
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  return 0;
});
