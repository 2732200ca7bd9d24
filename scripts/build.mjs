// `npm run build`: server and consoles to dist/, each only when its last build was made from other sources.
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
