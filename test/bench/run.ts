// `npm run bench -- actors`: what this machine achieves, each value compared with its bare limit in the same run.

import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';

/** Loaded when it is run: together they import most of the project. */
const BENCHES: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  actors: async () => (await import('./actors.ts')).benchActors,
  all: async () => (await import('./all.ts')).benchAll,
  assignment: async () => (await import('./assignment.ts')).benchAssignment,
  board: async () => (await import('./board.ts')).benchBoard,
  calm: async () => (await import('./calm.ts')).benchCalm,
  growth: async () => (await import('./growth.ts')).benchGrowth,
  guide: async () => (await import('./guide.ts')).benchGuide,
  history: async () => (await import('./history.ts')).benchHistory,
  imports: async () => (await import('./imports.ts')).benchImports,
  locations: async () => (await import('./locations.ts')).benchLocations,
  overview: async () => (await import('./overview.ts')).benchOverview,
  planning: async () => (await import('./planning.ts')).benchPlanning,
  processes: async () => (await import('./processes.ts')).benchProcesses,
  purges: async () => (await import('./purges.ts')).benchPurges,
  reads: async () => (await import('./reads.ts')).benchReads,
  push: async () => (await import('./push.ts')).benchPush,
  seller: async () => (await import('./seller.ts')).benchSeller,
  shop: async () => (await import('./shop.ts')).benchShop,
  signatures: async () => (await import('./signatures.ts')).benchSignatures,
  storefront: async () => (await import('./storefront.ts')).benchStorefront,
  visibility: async () => (await import('./visibility.ts')).benchVisibility,
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks,
  year: async () => (await import('./year.ts')).benchYear,
};

const NAMES = Object.keys(BENCHES);
const USAGE = `Usage: npm run bench -- ${NAMES.join('|')} [OPTIONS]

Each figure against its bare limit in the same run; docs/performance.md keeps them. \`npm run bench -- NAME --help\` lists
the options of one.`;

await runCommand(async () => {
  // What follows the name is read by that bench.
  const [name = '--help', ...args] = process.argv.slice(2);
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench !== undefined) {
    await (await bench())(args);
    return 0;
  }
  readCommandLine({ usage: USAGE, options: {} }, name.startsWith('-') ? [name] : []);
  throw new CommandError(`The bench ${name} does not exist. ${USAGE.split('\n', 1)[0]}`);
});
