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
import { answerArguments, START } from './bootstrap/command-lines.mjs';

const args = process.argv.slice(2);
try {
  requireNode();
  answerArguments(START, args);
  process.chdir(ROOT);
  await ensurePackages();
  if (args.length > 0) await checkArguments();
  await ensureBuild();
  await ensureConsoles();
} catch (error) {
  explainAndExit(error);
}
process.setSourceMapsEnabled(true);
const { start } = await import(pathToFileURL(`${ROOT}dist/scripts/start.js`).href);
await start(args);

/** Refuses values that cannot be meant, before anything is built. */
async function checkArguments() {
  const { register } = await import('tsx/esm/api');
  const unregister = register();
  const { readOptions } = await import('./start/options.ts');
  const { reportFailure } = await import('./shared/command-line.ts');
  try {
    readOptions(args, process.env, ROOT);
  } catch (error) {
    process.exit(reportFailure(error));
  }
  await unregister();
}
