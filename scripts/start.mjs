// `npm start`: makes the program runnable, then becomes its supervisor (scripts/start.ts, compiled). The
// supervisor runs in this very process, so a signal reaches it once and needs no forwarding.
import { pathToFileURL } from 'node:url';
import {
  ensureBuild,
  ensureConsoles,
  ensurePackages,
  explainAndExit,
  ROOT,
  requireNode,
} from './bootstrap/bootstrap.mjs';

try {
  requireNode();
  process.chdir(ROOT);
  await ensurePackages();
  await ensureBuild();
  await ensureConsoles();
} catch (error) {
  explainAndExit(error);
}
process.setSourceMapsEnabled(true);
const { start } = await import(pathToFileURL(`${ROOT}dist/scripts/start.js`).href);
await start(process.argv.slice(2));
