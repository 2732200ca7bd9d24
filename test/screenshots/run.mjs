// `npm run screenshots`: pictures of every screen of the running demo installation, in both languages and themes.
import { ensurePackages, explainAndExit, ROOT, requireNode } from '../../scripts/bootstrap/bootstrap.mjs';

try {
  requireNode();
  process.chdir(ROOT);
  await ensurePackages();
  const { register } = await import('tsx/esm/api');
  register();
  const { takeScreenshots } = await import('./take-screenshots.ts');
  await takeScreenshots(process.argv.slice(2));
} catch (error) {
  explainAndExit(error);
}
