// `npm run lab -- [--seeds 10] [--first-seed 1] [--orders 200] [--drivers 18] [--hours 6] [--policy nearest|insertion|batched …]
// [--batch-seconds 20] [--fairness-seconds 30] [--svg FILE] [--json FILE]`: the same seeded days of the city under each
// policy, offline; a table, and a picture where one is asked for.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PolicyName } from '../actors/assignment/policy.ts';
import { loadServiceArea } from '../db/seeds/load-service-area.ts';
import { compare, type LabOptions } from './city/lab/compare.ts';
import { pictureOf } from './city/lab/picture.ts';
import { tableOf } from './city/lab/table.ts';

const NAMES: Readonly<Record<string, PolicyName>> = {
  nearest: 'NEAREST',
  insertion: 'INSERTION_COST',
  batched: 'BATCHED',
};

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    'first-seed': { type: 'string', default: '1' },
    orders: { type: 'string', default: '200' },
    drivers: { type: 'string', default: '18' },
    hours: { type: 'string', default: '6' },
    policy: { type: 'string', multiple: true, default: Object.keys(NAMES) },
    'batch-seconds': { type: 'string', default: '20' },
    'fairness-seconds': { type: 'string', default: '30' },
    svg: { type: 'string' },
    json: { type: 'string' },
  },
});

function whole(name: Exclude<keyof typeof values, 'policy' | 'svg' | 'json'>): number {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number.`);
  return value;
}

const first = whole('first-seed');
const options: LabOptions = {
  seeds: Array.from({ length: whole('seeds') }, (_, index) => first + index),
  orders: whole('orders'),
  drivers: whole('drivers'),
  hours: whole('hours'),
  policies: [...new Set(values.policy)].map((name) => {
    const policy = NAMES[name];
    if (policy === undefined)
      throw new Error(`No policy ${name}; there are ${Object.keys(NAMES).join(', ')}.`);
    return policy;
  }),
  batchSeconds: whole('batch-seconds'),
  fairnessToleranceSeconds: whole('fairness-seconds'),
};
if (options.seeds.length === 0) throw new Error('--seeds takes at least 1.');

const report = compare(options, await loadServiceArea(), (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${options.seeds.length} days`);
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
console.log(tableOf(report));
if (values.svg !== undefined) writeFileSync(values.svg, pictureOf(report));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
