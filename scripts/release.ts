// `npm run release`: what is installed on a server, in one folder.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../db/root.ts';
import { archive } from './operate/release/archive.ts';
import { checksumOf } from './operate/release/checksums.ts';
import { makeRelease } from './operate/release/make-release.ts';
import { versionOf } from './operate/release/version.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run release -- [--out DIR] [--archive] [--version NAME]

Puts the built service, the packages it needs, the Node that runs this command, migrations, documentation and the
installer into DIR/wasl-VERSION (.data/releases unless given). Run \`npm run build\` first. Nothing in it needs npm or a
compiler: copy it to a server and run its scripts/install.
  --archive        also makes DIR/wasl-VERSION.tar.gz, and prints its SHA-256
  --version NAME   instead of the version of package.json and the commit`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { out: { type: 'string' }, archive: { type: 'boolean' }, version: { type: 'string' } },
  });
  if (!existsSync(path.join(projectRoot, 'dist', 'web', 'shop.files.json')))
    throw new CommandError('Nothing is built yet. Run: npm run build');
  const version = values.version ?? (await versionOf(projectRoot));
  if (!/^[\w.+-]{1,64}$/.test(version))
    throw new CommandError(`"${version}" cannot be the name of a folder.`);
  const out = path.resolve(values.out ?? path.join(projectRoot, '.data', 'releases'));
  const folder = path.join(out, `wasl-${version}`);
  await makeRelease({ projectRoot, folder, version });
  console.log(`Release ${version}: ${folder}`);
  if (values.archive === true) {
    const file = await archive(folder);
    console.log(`Archive: ${file}\nSHA-256: ${await checksumOf(file)}`);
  }
  return 0;
});
