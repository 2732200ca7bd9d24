import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeChecksums } from './checksums.ts';
import { placeNode } from './node-binary.ts';
import { shippedPackages } from './shipped-packages.ts';

/** The service reads these beside what is compiled, and the installer needs the rest. */
const FILES = [
  'package.json',
  'openapi.yaml',
  'README.md',
  'consoles/shared/theme/tokens.css',
  'realtime/asyncapi.yaml',
  'db/migrations',
  'db/releases.json',
  'db/seeds',
  'docs',
  'scripts/install',
  'scripts/operate',
];
/** Of these folders all that is no source: it is read at run time. */
const FOLDERS_WITH_DATA = ['server'];
const SOURCE = /\.tsx?$/;
/** Neither needed on a server nor small. */
const LEFT_OUT = /^docs\/pictures(\/|$)|\.tsbuildinfo$|(^|\/)dist\/\.(sources|sbom-sources)$/;

export interface ReleaseSettings {
  projectRoot: string;
  /** Replaced if it exists. */
  folder: string;
  version: string;
}

/** Gathers a release in a folder beside the final one, which is replaced when it is complete. */
export async function makeRelease({ projectRoot, folder, version }: ReleaseSettings): Promise<void> {
  const work = `${folder}.new`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const isWanted = (file: string) => !LEFT_OUT.test(path.relative(projectRoot, file));
  const copy = (name: string, filter: (file: string) => boolean = isWanted) => {
    const from = path.join(projectRoot, name);
    if (existsSync(from)) cpSync(from, path.join(work, name), { recursive: true, filter });
  };
  copy('dist');
  for (const name of FILES) copy(name);
  for (const name of FOLDERS_WITH_DATA) copy(name, (file) => !SOURCE.test(file));
  for (const each of await shippedPackages(projectRoot)) copy(each, () => true);
  placeNode(path.join(work, 'bin'));
  writeFileSync(path.join(work, 'RELEASE'), `${version}\n`);
  writeChecksums(work);
  rmSync(folder, { recursive: true, force: true });
  renameSync(work, folder);
}
