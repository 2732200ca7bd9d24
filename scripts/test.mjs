// `npm test`: installs and builds what is missing, then runs scripts/test.ts from its source.
import {
  ensureBuild,
  ensureConsoles,
  ensurePackages,
  explainAndExit,
  ROOT,
  requireNode,
} from './bootstrap/bootstrap.mjs';
import { answerArguments, TEST } from './bootstrap/command-lines.mjs';

const args = process.argv.slice(2);
try {
  requireNode();
  answerArguments(TEST, args);
  process.chdir(ROOT);
  await ensurePackages();
} catch (error) {
  explainAndExit(error);
}
const { register } = await import('tsx/esm/api');
register();
const { test } = await import('./test.ts');
await test(args, async () => {
  try {
    // Types are a check of their own, of tests too.
    await ensureBuild(ROOT, { checked: false });
    await ensureConsoles();
  } catch (error) {
    explainAndExit(error);
  }
});
