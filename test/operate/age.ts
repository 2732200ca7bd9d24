import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { unpackDebianPackages } from '../../scripts/embedded/debian-packages.ts';
import { onPath } from '../../scripts/embedded/redis-binary.ts';

/** The folder of age and age-keygen: of this machine, else of Debian's package, unpacked below `.data`. */
export async function locateAge(): Promise<string> {
  const installed = onPath('age');
  if (installed !== undefined) return path.dirname(installed);
  const distDir = path.join(projectRoot, '.data', 'age-dist');
  const folder = path.join(distDir, 'usr', 'bin');
  const advice = 'Install it: apt-get install age.';
  if (!existsSync(path.join(folder, 'age')))
    await unpackDebianPackages({ name: 'age', packages: ['age'], distDir, advice });
  return folder;
}
