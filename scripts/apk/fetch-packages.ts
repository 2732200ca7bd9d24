import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../embedded/redis-binary.ts';
import { run } from '../embedded/run.ts';
import { CommandError } from '../shared/command-error.ts';
import type { ToolPackage } from './tool-packages.ts';

const APT_TIMEOUT_MS = 5 * 60_000;
const UNPACK_TIMEOUT_MS = 60_000;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Why the tools are not to be had on this machine; null if they may be. */
export function whyNoPackages(): string | null {
  if (process.arch !== 'x64' || process.platform !== 'linux')
    return 'The phone apps are built on Linux with an amd64 processor: the tools are pinned for it.';
  const missing = ['apt-get', 'dpkg-deb'].find((name) => onPath(name) === undefined);
  return missing === undefined
    ? null
    : `The phone apps are built with Debian's packages, and there is no ${missing}.`;
}

/**
 * Downloads exactly these packages and unpacks them below `folder`, which is replaced. Installs nothing and needs no
 * root. Uses the machine's package lists; where these are not Debian 12's or are out of date, it fetches lists of its own
 * from the mirror that the machine uses.
 */
export async function fetchPackages(packages: readonly ToolPackage[], folder: string): Promise<void> {
  const work = `${folder}.new`;
  rmSync(work, { recursive: true, force: true });
  const archives = path.join(work, 'archives');
  mkdirSync(archives, { recursive: true });
  let output = '';
  let complete = false;
  for (const options of [OPTIONS, [...OPTIONS, ...(await ownLists(work))]]) {
    if (options.length > OPTIONS.length) output += (await apt(archives, [...options, 'update'])).output;
    const names = packages.map(({ name, pinned }) => (pinned === null ? name : `${name}=${pinned.version}`));
    const done = await apt(archives, [...options, 'download', ...names]);
    output += done.output;
    complete = done.ok;
    if (complete) break;
  }
  if (!complete)
    throw new CommandError(`The tools for the phone apps could not be downloaded:\n${reasons(output)}`);
  for (const each of packages) await unpack(each, archives, path.join(work, 'tree'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(path.join(work, 'tree'), folder);
  rmSync(work, { recursive: true, force: true });
}

const OPTIONS = [
  ['APT::Sandbox::User', ''],
  ['Debug::NoLocking', 'true'],
  ['Acquire::http::Timeout', '30'],
  ['Acquire::https::Timeout', '30'],
  ['Acquire::Retries', '2'],
].flatMap(([name, value]) => ['-o', `${name}=${value}`]);

function apt(cwd: string, args: readonly string[]) {
  return run('apt-get', args, { limitMs: APT_TIMEOUT_MS, cwd, env: { ...process.env, LC_ALL: 'C' } });
}

/** Options for package lists of Debian 12 alone, in folders of our own. */
async function ownLists(work: string): Promise<string[]> {
  const [lists, cache, sources] = ['lists', 'cache', 'sources.list'].map((name) => path.join(work, name));
  if (lists === undefined || cache === undefined || sources === undefined) throw new Error('three names');
  mkdirSync(path.join(lists, 'partial'), { recursive: true });
  mkdirSync(path.join(cache, 'archives', 'partial'), { recursive: true });
  const signed = existsSync(KEYRING) ? `[signed-by=${KEYRING}] ` : '';
  const { main, security } = await mirrors();
  writeFileSync(
    sources,
    `deb ${signed}${main} bookworm main\ndeb ${signed}${security} bookworm-security main\n`,
  );
  return [
    ['Dir::Etc::sourcelist', sources],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::Etc::preferencesparts', '/dev/null'],
    ['Dir::State::lists', lists],
    ['Dir::State::status', '/dev/null'],
    ['Dir::Cache', cache],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** Where this machine gets Debian from, else Debian's own address. */
async function mirrors(): Promise<{ main: string; security: string }> {
  const format = '$(REPO_URI)';
  const args = ['indextargets', '--format', format, 'Created-By: Packages'];
  const { output } = await run('apt-get', args, { limitMs: UNPACK_TIMEOUT_MS });
  const known = output.split('\n').map((line) => line.trim());
  return {
    main: known.find((uri) => /\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian',
    security:
      known.find((uri) => /\/debian-security\/?$/.test(uri)) ?? 'http://deb.debian.org/debian-security',
  };
}

/** Refuses a package whose content is not the one that builds are known to come from. */
async function unpack({ name, pinned }: ToolPackage, archives: string, tree: string): Promise<void> {
  const file = readdirSync(archives).find((each) => each.startsWith(`${name}_`));
  if (file === undefined) throw new CommandError(`The package ${name} was not downloaded.`);
  const archive = path.join(archives, file);
  const actual = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (pinned !== null && actual !== pinned.sha256)
    throw new CommandError(`The package ${name} has the SHA-256 ${actual}, not ${pinned.sha256}.`);
  const done = await run('dpkg-deb', ['-x', archive, tree], { limitMs: UNPACK_TIMEOUT_MS });
  if (!done.ok) throw new CommandError(`The package ${name} could not be unpacked: ${done.output.trim()}`);
}

function reasons(output: string): string {
  const lines = output.split('\n').filter((line) => /^(E|Err|W):?/.test(line));
  return (lines.length > 0 ? lines : output.trim().split('\n')).slice(-4).join('\n');
}
