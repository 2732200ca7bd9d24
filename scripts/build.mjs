// `npm run build`: server and consoles to dist/, each only when its last build was made from other sources.
import {
  answersArguments,
  ensureBuild,
  ensureConsoles,
  ensurePackages,
  explainAndExit,
  ROOT,
  requireNode,
} from './bootstrap/bootstrap.mjs';

const USAGE = `Usage: npm run build

Builds the server and the consoles to dist/, each only when its last build was made from other sources.`;

if (!answersArguments(process.argv.slice(2), USAGE)) {
  try {
    requireNode();
    process.chdir(ROOT);
    await ensurePackages();
    await ensureBuild();
    await ensureConsoles();
  } catch (error) {
    explainAndExit(error);
  }
}
