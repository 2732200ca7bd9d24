// Builds the named consoles: `tsx scripts/consoles/build.ts dispatch driver`. Called by scripts/bootstrap/bootstrap.mjs
// for those whose sources have changed.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '../../db/root.ts';
import { buildGuide } from '../guide/build-guide.ts';
import { listFiles } from './list-files.ts';

// In tests, too: JSX compiled for React's development build cannot be rendered by the production build.
process.env.NODE_ENV = 'production';

const built = join(projectRoot, 'dist', 'web');

for (const name of process.argv.slice(2)) {
  const list = join(built, `${name}.files.json`);
  // The server serves a console by this list: it is removed first, so that an interrupted build is never served.
  rmSync(list, { force: true });
  const root = join(projectRoot, 'consoles', name);
  await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  // Server-rendered pages are a bundle of their own, never requested by browsers.
  const pages = join(root, 'vite.pages.config.ts');
  if (existsSync(pages)) await build({ root, configFile: pages, logLevel: 'warn' });
  if (name === 'docs') buildGuide(join(built, name));
  await listFiles(join(built, name), list);
}
