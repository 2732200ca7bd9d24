import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { libraryFolders, unpackDebianPackages } from './debian-packages.ts';
import { runQuietly } from './run.ts';

/** A redis-server that runs on this machine. */
export interface RedisBinary {
  readonly path: string;
  readonly version: string;
  /** Environment that lets it find its libraries. */
  readonly env: Readonly<Record<string, string>>;
}

/** The oldest version that BullMQ and the service's Lua scripts support. */
const OLDEST = [6, 2];

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
  await unpackDebianPackages({
    name: 'Redis',
    packages: ['redis-server'],
    distDir,
    advice: HOW_TO_INSTALL,
    signal,
  });
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
