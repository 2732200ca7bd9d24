import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { quietly, run, runQuietly } from './run.ts';

/** A redis-server that runs on this machine. */
export interface RedisBinary {
  readonly path: string;
  readonly version: string;
  /** Environment that lets it find its libraries. */
  readonly env: Readonly<Record<string, string>>;
}

/** The oldest version that BullMQ and the service's Lua scripts support. */
const OLDEST = [6, 2];
const APT_LIMIT_MS = 5 * 60_000;

const HOW_TO_INSTALL =
  'Install it (Debian and Ubuntu: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL to a Redis of yours.';

/**
 * Finds a Redis: on PATH, else one unpacked earlier below `distDir`, else unpacked there now from the system's own
 * Debian packages. Nothing is installed, and root is not needed.
 */
export async function locateRedis(
  distDir: string,
  say: (line: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<RedisBinary> {
  const installed = onPath('redis-server');
  const usable = (installed === undefined ? undefined : probe(installed, {})) ?? unpacked(distDir);
  if (usable !== undefined) return usable;
  if (onPath('apt-get') === undefined || onPath('dpkg-deb') === undefined) {
    throw new CommandError(
      `Redis ${OLDEST.join('.')} or newer was not found on this machine. ${HOW_TO_INSTALL}`,
    );
  }
  say('not on PATH, fetching the Debian packages');
  await unpackFromDebian(distDir, signal);
  const fresh = unpacked(distDir);
  if (fresh !== undefined) return fresh;
  throw new CommandError(
    `The Redis from the Debian packages does not run on this machine. ${HOW_TO_INSTALL}`,
  );
}

/** The first executable of that name on `path`. */
export function onPath(name: string, path = process.env.PATH ?? ''): string | undefined {
  const candidates = path.split(delimiter).filter((folder) => folder !== '');
  return candidates.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** Reads "v=7.0.15" from what `redis-server --version` prints; undefined when absent or too old. */
export function usableVersion(printed: string): string | undefined {
  const version = printed.match(/\bv=(\d+)\.(\d+)[\d.]*/);
  if (version === null) return undefined;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return fits ? version[0].slice(2) : undefined;
}

function probe(path: string, env: Readonly<Record<string, string>>): RedisBinary | undefined {
  const printed = runQuietly(path, ['--version'], { limitMs: 10_000, env: { ...process.env, ...env } });
  const version = usableVersion(printed ?? '');
  return version === undefined ? undefined : { path, version, env };
}

function unpacked(distDir: string): RedisBinary | undefined {
  const path = join(distDir, 'usr', 'bin', 'redis-server');
  if (!existsSync(path)) return undefined;
  const libraries = libraryFolders(distDir).join(delimiter);
  return probe(path, libraries === '' ? {} : { LD_LIBRARY_PATH: libraries });
}

/** The folders below an unpacked package tree that hold shared libraries. */
export function libraryFolders(distDir: string): string[] {
  const entries = quietly(() => readdirSync(distDir, { recursive: true, withFileTypes: true })) ?? [];
  const holders = entries.filter((entry) => /\.so(\.|$)/.test(entry.name)).map((entry) => entry.parentPath);
  return [...new Set(holders)].sort();
}

async function unpackFromDebian(distDir: string, signal?: AbortSignal): Promise<void> {
  const work = `${distDir}.new`;
  rmSync(work, { recursive: true, force: true });
  const archives = await download(work, signal);
  const tree = join(work, 'tree');
  for (const archive of archives) {
    const done = await run('dpkg-deb', ['-x', archive, tree], { limitMs: 60_000 });
    if (!done.ok)
      throw new CommandError(
        `A Redis package could not be unpacked (${done.output.trim()}). ${HOW_TO_INSTALL}`,
      );
  }
  rmSync(distDir, { recursive: true, force: true });
  renameSync(tree, distDir);
  rmSync(work, { recursive: true, force: true });
}

/**
 * Downloads redis-server and the dependencies the machine lacks. Uses the machine's package lists; if they are missing
 * or out of date, fetches new ones.
 */
async function download(work: string, signal?: AbortSignal): Promise<string[]> {
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
    const fetch = [
      ...options,
      'install',
      '--download-only',
      '--yes',
      '--no-install-recommends',
      'redis-server',
    ];
    const done = await run('apt-get', fetch, limits);
    output += done.output;
    if (signal?.aborted === true) throw new CommandError('Stopped while Redis was being downloaded.');
    const archives = readdirSync(own.archives).filter((name) => name.endsWith('.deb'));
    if (done.ok && archives.length > 0) return archives.map((name) => join(own.archives, name));
  }
  const reason = output
    .trim()
    .split('\n')
    .filter((line) => /^(E|Err|W):?/.test(line))
    .slice(-3)
    .join('\n');
  throw new CommandError(
    `Redis is not on PATH and its Debian packages could not be downloaded:\n${reason}\n${HOW_TO_INSTALL}`,
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
