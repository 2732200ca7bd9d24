// `npm run bench -- actors`: what this machine makes of it, each figure against its bare limit in the same run.
import { explain, Fault } from '../../scripts/shared/fault.ts';
import { benchActors } from './actors.ts';
import { benchAssignment } from './assignment.ts';
import { benchBoard } from './board.ts';
import { benchHistory } from './history.ts';
import { benchLocations } from './locations.ts';
import { benchOverview } from './overview.ts';
import { benchPlanning } from './planning.ts';
import { benchProcesses } from './processes.ts';
import { benchPush } from './push.ts';
import { benchShop } from './shop.ts';
import { benchVisibility } from './visibility.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  actors: benchActors,
  assignment: benchAssignment,
  board: benchBoard,
  history: benchHistory,
  locations: benchLocations,
  overview: benchOverview,
  planning: benchPlanning,
  processes: benchProcesses,
  push: benchPush,
  shop: benchShop,
  visibility: benchVisibility,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench === undefined) throw new Fault(`Usage: npm run bench -- ${Object.keys(BENCHES).join('|')}`);
  await bench(args);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
