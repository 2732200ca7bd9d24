import { parseArgs } from 'node:util';
import { replayCommand } from './replay.ts';
import { simulate } from './simulation.ts';

/** `npm run test:simulation -- --seeds 20000 --seed 1`: so many seeds from that one on; `--story` tells a run whole. */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    story: { type: 'boolean', default: false },
  },
});

const first = Number(values.seed);
const count = Number(values.seeds ?? (process.argv.some((arg) => arg.startsWith('--seed')) ? 1 : 1_000));
const say = (text: string) => process.stdout.write(`${text}\n`);
const began = performance.now();
const totals = { events: 0, commits: 0, acknowledged: 0, read: 0, refused: 0, virtual: 0 };
let failed = 0;

for (let seed = first; seed < first + count; seed += 1) {
  const outcome = await simulate(seed);
  for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += outcome.figures[key];
  if (values.story) say(outcome.story());
  if (outcome.violation === null) continue;
  failed += 1;
  if (!values.story) say(outcome.story(count === 1 ? undefined : 60));
  say(`\nseed ${seed} (hash ${outcome.hash}): ${outcome.violation}\nreplay: ${replayCommand(seed)}\n`);
  if (failed >= 5) break;
}

const seconds = (performance.now() - began) / 1_000;
say(`${count} seeds from ${first}, ${failed} failed, ${(count / seconds).toFixed(1)} seeds/s`);
say(JSON.stringify({ ...totals, virtual: `${Math.round(totals.virtual / 1_000)} s` }));
process.exitCode = failed === 0 ? 0 : 1;
