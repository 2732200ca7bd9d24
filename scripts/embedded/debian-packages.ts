import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { quietly, run } from './run.ts';

const APT_LIMIT_MS = 5 * 60_000;

/** Programs of Debian packages, to be unpacked below a folder. */
export interface DebianPrograms {
  /** For messages: `Redis`. */
  name: string;
  packages: readonly string[];
  distDir: string;
  /** A sentence on what to do if they cannot be had. */
  advice: string;
  signal?: AbortSignal | undefined;
}

/**
 * Downloads packages and the dependencies the machine lacks, and unpacks them below `distDir`, which is replaced.
 * Nothing is installed, and root is not needed.
 */
export async function unpackDebianPackages(wanted: DebianPrograms): Promise<void> {
  const { name, distDir, advice } = wanted;
  const work = `${distDir}.new`;
  rmSync(work, { recursive: true, force: true });
  const archives = await download(wanted, work);
  const tree = join(work, 'tree');
  for (const archive of archives) {
    const done = await run('dpkg-deb', ['-x', archive, tree], { limitMs: 60_000 });
    if (!done.ok)
      throw new CommandError(`A package of ${name} could not be unpacked (${done.output.trim()}). ${advice}`);
  }
  rmSync(distDir, { recursive: true, force: true });
  renameSync(tree, distDir);
  rmSync(work, { recursive: true, force: true });
}

/**
 * Uses the machine's package lists; if they are missing or out of date, fetches new ones. Returns the packages' files.
 */
async function download({ name, packages, advice, signal }: DebianPrograms, work: string): Promise<string[]> {
  const own = aptFolders(work);
  const attempts = [
    { lists: false, options: own.cache },
    { lists: true, options: [...own.cache, ...own.state] },
  ];
  let output = '';
  for (const { lists, options } of attempts) {
    const limits = {
      limitMs: APT_LIMIT_MS,
      env: { ...process.env, LC_ALL: 'C' },
      ...(signal ? { signal } : {}),
    };
    if (lists) output += (await run('apt-get', [...options, 'update'], limits)).output;
    const fetch = [...options, 'install', '--download-only', '--yes', '--no-install-recommends', ...packages];
    const done = await run('apt-get', fetch, limits);
    output += done.output;
    if (signal?.aborted === true) throw new CommandError(`Stopped while ${name} was being downloaded.`);
    const archives = readdirSync(own.archives).filter((file) => file.endsWith('.deb'));
    if (done.ok && archives.length > 0) return archives.map((file) => join(own.archives, file));
  }
  const reason = output
    .trim()
    .split('\n')
    .filter((line) => /^(E|Err|W):?/.test(line))
    .slice(-3)
    .join('\n');
  throw new CommandError(
    `${name} is not on PATH and its Debian packages could not be downloaded:\n${reason}\n${advice}`,
  );
}

/** Folders of our own in place of /var/cache/apt and /var/lib/apt, which only root may change. */
function aptFolders(work: string): { archives: string; cache: string[]; state: string[] } {
  const archives = join(work, 'archives');
  const lists = join(work, 'lists');
  for (const folder of [archives, lists]) mkdirSync(join(folder, 'partial'), { recursive: true });
  return {
    archives,
    cache: [
      ['Dir::Cache', work],
      ['Dir::Cache::archives', archives],
      ['Debug::NoLocking', 'true'],
      ['APT::Sandbox::User', ''],
      ['Acquire::http::Timeout', '30'],
      ['Acquire::https::Timeout', '30'],
      ['Acquire::Retries', '2'],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    state: ['-o', `Dir::State::lists=${lists}`],
  };
}

/** The folders below an unpacked package tree that hold shared libraries. */
export function libraryFolders(distDir: string): string[] {
  const entries = quietly(() => readdirSync(distDir, { recursive: true, withFileTypes: true })) ?? [];
  const holders = entries.filter((entry) => /\.so(\.|$)/.test(entry.name)).map((entry) => entry.parentPath);
  return [...new Set(holders)].sort();
}
