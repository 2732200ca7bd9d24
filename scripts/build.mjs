// `npm run build`: server, consoles and the list of what is shipped to dist/, each only when its last build was made from
// other sources.
import {
  answersArguments,
  ensureBuild,
  ensureConsoles,
  ensurePackages,
  ensureSbom,
  explainAndExit,
  ROOT,
  requireNode,
} from './bootstrap/bootstrap.mjs';

const USAGE = `Usage: npm run build

Builds the server and the consoles to dist/, and dist/sbom.cdx.json, the bill of materials (CycloneDX) of what is
shipped; each only when its last build was made from other sources.`;

if (!answersArguments(process.argv.slice(2), USAGE)) {
  try {
    requireNode();
    process.chdir(ROOT);
    await ensurePackages();
    await ensureBuild();
    await ensureConsoles();
    await ensureSbom();
  } catch (error) {
    explainAndExit(error);
  }
}
