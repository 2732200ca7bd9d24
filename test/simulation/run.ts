import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';

const USAGE = `Usage: npm run test:simulation [-- --seeds N] [--seed N] [--faults A,B] [--story]

The runtime, its leases, chains and relay on simulated ports, with faults.
  --seeds N     number of seeds (1000, or 1 with --seed)
  --seed N      the first seed (1)
  --faults A,B  names of faults, of which alone some happen (a choice of all, by the seed)
  --story       prints each run event by event`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      seeds: { type: 'string' },
      seed: { type: 'string' },
      faults: { type: 'string' },
      story: { type: 'boolean', default: false },
    },
  });
  const first = readWholeNumber('seed', values.seed ?? '1');
  const count = readWholeNumber('seeds', values.seeds ?? (values.seed === undefined ? '1000' : '1'));
  return play(first, count, values.faults?.split(',') ?? [], values.story);
});

async function play(
  first: number,
  count: number,
  faults: readonly string[],
  tellsStory: boolean,
): Promise<number> {
  // Loaded only here: a wrong option is reported at once, before the actors are loaded.
  const { replayCommand } = await import('./replay.ts');
  const { simulate } = await import('./simulation.ts');
  const { FAULTS } = await import('./faults.ts');
  const unknown = faults.find((name) => FAULTS[name] === undefined);
  if (unknown !== undefined)
    throw new CommandError(`--faults takes some of: ${Object.keys(FAULTS).join(', ')}.`);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const began = performance.now();
  const totals = {
    ...{ events: 0, commits: 0, acknowledged: 0, read: 0, refused: 0, virtual: 0 },
    ...{ partitions: 0, promotions: 0 },
  };
  let failed = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const outcome = await simulate(seed, faults.length === 0 ? {} : { faults });
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += outcome.figures[key];
    if (tellsStory) say(outcome.story());
    if (outcome.violation === null) continue;
    failed += 1;
    if (!tellsStory) say(outcome.story(count === 1 ? undefined : 60));
    say(
      `\nseed ${seed} (hash ${outcome.hash}): ${outcome.violation}\nreplay: ${replayCommand(seed, faults)}\n`,
    );
    if (failed >= 5) break;
  }
  const seconds = (performance.now() - began) / 1_000;
  say(`${count} seeds from ${first}, ${failed} failed, ${(count / seconds).toFixed(1)} seeds/s`);
  say(JSON.stringify({ ...totals, virtual: `${Math.round(totals.virtual / 1_000)} s` }));
  return failed === 0 ? 0 : 1;
}
