import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { onPath } from '../../scripts/embedded/redis-binary.ts';
import { lastLines, quietly, run } from '../../scripts/embedded/run.ts';
import { until } from '../../scripts/shared/waiting.ts';

export type Suite = 'trixie' | 'bookworm';

const FOLDER = path.join(projectRoot, '.data', 'operate');
const MIRROR = 'http://deb.debian.org/debian';
const BOOTSTRAP_LIMIT_MS = 10 * 60_000;
const COPY_LIMIT_MS = 5 * 60_000;
const UNMOUNT_LIMIT_MS = 20_000;
const BOOT_LIMIT_MS = 60_000;
const CGROUPS = '/sys/fs/cgroup';
/** A root with three releases, a database and a restore of it. */
const ROOT_GIB = 6;
/** With so much memory available, a root lies in it, which spares the disk. */
const ENOUGH_GIB = 12;
/** A clean environment: what this machine's shell has set means nothing in there. */
const PATHS = 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Addresses from which the tests can call, with the ports they can reach. */
const DOORS = [
  '127.0.0.1_443',
  '127.0.0.1_80',
  '127.0.0.1_8101',
  '127.0.0.2_443',
  '127.0.0.3_443',
  '127.0.0.4_443',
];

/** Why a Debian root cannot be booted on this machine; null if it can. */
export function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make and boot a root';
  const missing = ['debootstrap', 'unshare', 'nsenter', 'ip'].filter(
    (name) => onPath(name, `${process.env.PATH}:/usr/sbin:/sbin`) === undefined,
  );
  if (missing.length > 0)
    return `${missing.join(', ')} missing: apt-get install debootstrap util-linux iproute2`;
  if (cgroupRoot() === null) return 'cgroup v2 is not mounted';
  return null;
}

function cgroupRoot(): string | null {
  const mounts = quietly(() => readFileSync('/proc/self/mounts', 'utf8')) ?? '';
  const found = mounts.split('\n').find((line) => line.split(' ')[2] === 'cgroup2');
  return found?.split(' ')[1] ?? null;
}

/**
 * A bare Debian, made by debootstrap once and copied for each run, whose systemd runs as process 1 in namespaces of its
 * own: services start, log and are confined as on a server.
 */
export class DebianRoot {
  readonly folder: string;
  readonly #cgroup: string;
  readonly #log: string;
  #booted: ChildProcess | null = null;
  #doors: ChildProcess | null = null;
  #pid = 0;

  private constructor(suite: Suite) {
    this.folder = path.join(FOLDER, suite);
    this.#cgroup = path.join(cgroupRoot() ?? CGROUPS, `wasl-tried-${suite}`);
    this.#log = path.join(FOLDER, `${suite}.log`);
  }

  static async boot(suite: Suite, release: string): Promise<DebianRoot> {
    const root = new DebianRoot(suite);
    await root.#copy(await bareRoot(suite));
    await must('cp', ['-a', release, path.join(root.folder, 'root', 'release')], COPY_LIMIT_MS);
    await root.#boot();
    return root;
  }

  async #copy(bare: string): Promise<void> {
    await removeTree(this.folder);
    mkdirSync(this.folder, { recursive: true });
    if (availableGib() >= ENOUGH_GIB)
      await must('mount', ['-t', 'tmpfs', '-o', `size=${ROOT_GIB}g,mode=755`, 'tmpfs', this.folder], 10_000);
    await must('cp', ['-a', '--reflink=auto', `${bare}/.`, this.folder], COPY_LIMIT_MS);
  }

  async #boot(): Promise<void> {
    const script = path.join(import.meta.dirname, 'boot-root.sh');
    writeFileSync(this.#log, '');
    this.#booted = spawn(
      'bash',
      ['-c', `exec "$0" "$@" >>'${this.#log}' 2>&1`, script, this.folder, this.#cgroup],
      {
        stdio: 'ignore',
      },
    );
    try {
      await until(() => this.#findInit(), { limitMs: BOOT_LIMIT_MS, everyMs: 200 });
      await until(
        async () => /running|degraded/.test((await this.run('systemctl is-system-running')).output),
        {
          limitMs: BOOT_LIMIT_MS,
          everyMs: 500,
        },
      );
    } catch (error) {
      await this.stop();
      throw new Error(`${this.folder} does not boot: ${lastLines(this.#log)}`, { cause: error });
    }
  }

  /** Process 1 of the root, by its number outside: the last of the chain below the script. */
  #findInit(): boolean {
    let pid = this.#booted?.pid ?? 0;
    for (let depth = 0; depth < 5; depth += 1) {
      const command = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
      if (command.startsWith('/lib/systemd/systemd')) {
        this.#pid = pid;
        return true;
      }
      const children = quietly(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? '';
      pid = Number(children.trim().split(' ')[0]);
      if (!Number.isInteger(pid) || pid <= 0) return false;
    }
    return false;
  }

  /** Runs a shell command in the root. @param outside Whether it has this machine's network, to fetch packages. */
  run(command: string, { limitMs = 60_000, outside = false } = {}) {
    const network = outside ? [] : ['-n'];
    const enter = ['-t', String(this.#pid), '-m', '-u', '-i', '-p', '-C', ...network];
    const shell = ['env', '-i', PATHS, 'HOME=/root', 'LANG=C.UTF-8', 'bash', '-c', command];
    return run('nsenter', [...enter, '--', ...shell], { limitMs });
  }

  /** The same, which must succeed; its output. */
  async must(command: string, options: { limitMs?: number; outside?: boolean } = {}): Promise<string> {
    const done = await this.run(command, options);
    if (!done.ok) throw new Error(`${command}: ${done.output.slice(-4_000)}`);
    return done.output;
  }

  /** Lets requests in; see `door`. */
  async openDoors(): Promise<void> {
    const program = path.join(import.meta.dirname, 'doors.mjs');
    const enter = ['-t', String(this.#pid), '-n', process.execPath, program, this.#doorsFolder, ...DOORS];
    this.#doors = spawn('nsenter', enter, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve, reject) => {
      this.#doors?.stdout?.once('data', resolve);
      this.#doors?.once('exit', () => reject(new Error('the doors do not open')));
    });
  }

  /** A Unix socket that leads to a port of the server, as a client with this address. */
  door(port: 443 | 80 | 8101, address = '127.0.0.1'): string {
    return path.join(this.#doorsFolder, `${address}_${port}`);
  }

  get #doorsFolder(): string {
    return `${this.folder}.doors`;
  }

  async stop(): Promise<void> {
    this.#doors?.kill('SIGKILL');
    if (this.#booted !== null && this.#booted.exitCode === null) {
      const ended = new Promise((resolve) => this.#booted?.once('exit', resolve));
      // With its process 1 the kernel ends every other process of the root.
      if (this.#pid > 0) quietly(() => process.kill(this.#pid, 'SIGKILL'));
      else this.#booted.kill('SIGKILL');
      await ended;
    }
    await removeCgroups(this.#cgroup);
    rmSync(this.#doorsFolder, { recursive: true, force: true });
    await removeTree(this.folder);
  }
}

/** Made once; made again by removing its folder. */
async function bareRoot(suite: Suite): Promise<string> {
  const bare = path.join(FOLDER, `${suite}-bare`);
  if (existsSync(bare)) return bare;
  mkdirSync(FOLDER, { recursive: true });
  const fresh = `${bare}.new`;
  await removeTree(fresh);
  const include = '--include=systemd,systemd-sysv,dbus,iproute2';
  await must('debootstrap', ['--variant=minbase', include, suite, fresh, MIRROR], BOOTSTRAP_LIMIT_MS);
  renameSync(fresh, bare);
  return bare;
}

/**
 * Removes a root. One whose making was interrupted still has this machine's /proc mounted in it: that is taken away
 * first, and nothing is removed while something is mounted.
 */
async function removeTree(folder: string): Promise<void> {
  for (const place of mountedBelow(folder)) await must('umount', [place], UNMOUNT_LIMIT_MS);
  const left = mountedBelow(folder);
  if (left.length > 0) throw new Error(`still mounted, so nothing was removed: ${left.join(', ')}`);
  await must('rm', ['-rf', '--one-file-system', folder], COPY_LIMIT_MS);
}

function availableGib(): number {
  const text = quietly(() => readFileSync('/proc/meminfo', 'utf8')) ?? '';
  return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 2 ** 20;
}

/** The folder itself and what is below it, the deepest first. */
function mountedBelow(folder: string): string[] {
  const places = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return places
    .filter((place) => place === folder || place.startsWith(`${folder}/`))
    .sort()
    .reverse();
}

/** A group can be removed once it is empty, children first. */
async function removeCgroups(folder: string): Promise<void> {
  await run('find', [folder, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'], { limitMs: 10_000 });
}

async function must(command: string, args: readonly string[], limitMs: number): Promise<void> {
  const done = await run(command, args, { limitMs, env: { ...process.env, LC_ALL: 'C' } });
  if (!done.ok) throw new Error(`${command} ${args.join(' ')}: ${done.output.slice(-4_000)}`);
}
