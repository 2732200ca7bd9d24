import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RELEASES, type Release } from '../../db/releases.ts';
import { projectRoot } from '../../db/root.ts';
import { ensurePackages } from '../../scripts/bootstrap/bootstrap.mjs';
import { run } from '../../scripts/embedded/run.ts';

const COPY_LIMIT_MS = 5 * 60_000;
const FOLDER = path.join(projectRoot, '.data', 'operate', 'former');

/** The release that servers run while this one is made. */
export function formerRelease(): Release {
  const release = RELEASES.at(-1);
  if (release === undefined) throw new Error('no release is recorded yet: npm run release:record');
  return release;
}

/** The sources of a release out of its commit, with its packages. Made once. */
export async function checkOut({ release, commit }: Release): Promise<string> {
  const folder = path.join(FOLDER, `release-${release}-${commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const unpacked = await run('sh', ['-c', `git archive ${commit} | tar -x -C '${fresh}'`], {
    ...{ cwd: projectRoot, limitMs: COPY_LIMIT_MS },
  });
  if (!unpacked.ok || !existsSync(path.join(fresh, 'package.json')))
    throw new Error(
      `release ${release} (${commit}) is not in this clone: git fetch --unshallow\n${unpacked.output}`,
    );
  await takePackages(fresh);
  renameSync(fresh, folder);
  return folder;
}

/** The same, compiled, as its processes run: by its own build, because ours may use a compiler that it does not have. */
export async function checkOutBuilt(release: Release): Promise<string> {
  const folder = await checkOut(release);
  const bootstrap = pathToFileURL(path.join(folder, 'scripts', 'bootstrap', 'bootstrap.mjs')).href;
  const { ensureBuild } = (await import(bootstrap)) as BuildsItself;
  await ensureBuild(folder, { checked: false });
  return folder;
}

interface BuildsItself {
  ensureBuild(root: string, options: { checked: boolean }): Promise<void>;
}

/** Ours, as links to the same files, if the release has the same; otherwise npm installs them. */
async function takePackages(folder: string): Promise<void> {
  const lock = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  if (lock(folder) === lock(projectRoot)) {
    const copied = await run('cp', ['-al', path.join(projectRoot, 'node_modules'), folder], {
      limitMs: COPY_LIMIT_MS,
    });
    if (!copied.ok)
      cpSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'), { recursive: true });
  }
  await ensurePackages(folder);
}
