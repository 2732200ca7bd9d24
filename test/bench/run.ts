// `npm run bench -- actors`: what this machine makes of it, each figure against its bare limit in the same run.
import { readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';
import { Fault } from '../../scripts/shared/fault.ts';
import { benchActors } from './actors.ts';
import { benchAssignment } from './assignment.ts';
import { benchBoard } from './board.ts';
import { benchCalm } from './calm.ts';
import { benchHistory } from './history.ts';
import { benchImports } from './imports.ts';
import { benchLocations } from './locations.ts';
import { benchOverview } from './overview.ts';
import { benchPlanning } from './planning.ts';
import { benchProcesses } from './processes.ts';
import { benchPush } from './push.ts';
import { benchShop } from './shop.ts';
import { benchStorefront } from './storefront.ts';
import { benchVisibility } from './visibility.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  actors: benchActors,
  assignment: benchAssignment,
  board: benchBoard,
  calm: benchCalm,
  history: benchHistory,
  imports: benchImports,
  locations: benchLocations,
  overview: benchOverview,
  planning: benchPlanning,
  processes: benchProcesses,
  push: benchPush,
  shop: benchShop,
  storefront: benchStorefront,
  visibility: benchVisibility,
};

const NAMES = Object.keys(BENCHES);
const USAGE = `Usage: npm run bench -- ${NAMES.join('|')} [OPTIONS]

Each figure against its bare limit in the same run; docs/performance.md keeps them. \`npm run bench -- NAME --help\` lists
the options of one.`;

await runCommand(async () => {
  // What follows the name is that bench's to read.
  const [name = '--help', ...args] = process.argv.slice(2);
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench !== undefined) {
    await bench(args);
    return 0;
  }
  readCommandLine({ usage: USAGE, options: {} }, name.startsWith('-') ? [name] : []);
  throw new Fault(`There is no bench ${name}. ${USAGE.split('\n', 1)[0]}`);
});
