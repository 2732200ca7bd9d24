import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { createCluster } from '../../scripts/embedded/postgres-cluster.ts';
import {
  type Exit,
  forgetProcess,
  recordProcess,
  send,
  spawnDetached,
  stopProcess,
  whenExited,
} from '../../scripts/embedded/processes.ts';
import { lastLines, quietly, run } from '../../scripts/embedded/run.ts';
import { type RunAs, unprivilegedUser } from '../../scripts/embedded/system-user.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { debianPostgres } from './debian-postgres.ts';
import { ownProgram } from './own-program.ts';

const PASSWORD = 'postgres';
const COPY_PASSWORD = 'copies';
const COMMAND_LIMIT_MS = 120_000;

interface ServerOptions {
  name: string;
  port: number;
  folder: string;
  /** The service's. */
  database: string;
  /** With PostgreSQL's programs. */
  bin: string;
  user: RunAs;
}

/** One of two PostgreSQL servers, each with a place of its own on this machine. */
export class Server {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly #database: string;
  readonly #folder: string;
  readonly #bin: string;
  readonly #user: RunAs;
  #pid = 0;
  #exited: Promise<Exit> = Promise.resolve({ code: 0, signal: null });

  constructor({ name, port, folder, database, bin, user }: ServerOptions) {
    this.name = name;
    this.port = port;
    this.#database = database;
    this.#folder = folder;
    this.dataDir = path.join(folder, name, 'data');
    this.#bin = bin;
    this.#user = user;
    mkdirSync(path.dirname(this.dataDir), { recursive: true });
    if (user.uid !== undefined && user.gid !== undefined)
      chownSync(path.dirname(this.dataDir), user.uid, user.gid);
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Of the postmaster; 0 while it does not run. */
  get pid(): number {
    return this.#pid;
  }

  url(database = this.#database): string {
    return `postgresql://postgres:${PASSWORD}@${this.host}/${database}`;
  }

  async create(signal: AbortSignal): Promise<void> {
    const binaries = {
      initdb: path.join(this.#bin, 'initdb'),
      postgres: path.join(this.#bin, 'postgres'),
      version: '',
    };
    await createCluster(this.dataDir, binaries, this.#user, { password: PASSWORD, durable: true, signal });
    const settings = path.join(projectRoot, 'scripts', 'operate', 'standby', 'standby.conf');
    const lines = readFileSync(settings, 'utf8').replace(/^listen_addresses.*$/m, '');
    appendFileSync(path.join(this.dataDir, 'postgresql.conf'), lines);
  }

  async start(): Promise<void> {
    const logFile = path.join(this.#folder, 'logs', `${this.name}.log`);
    const settings = {
      ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '250' },
      ...{ shared_buffers: '128MB', timezone: 'UTC', log_timezone: 'UTC', log_error_verbosity: 'terse' },
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawnDetached(
      path.join(this.#bin, 'postgres'),
      ['-D', this.dataDir, '-p', String(this.port), ...flags],
      { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, logFile, ...this.#user },
    );
    this.#pid = child.pid ?? 0;
    this.#exited = whenExited(child);
    recordProcess(path.join(this.#folder, 'run'), this.name, this.#pid);
    await until(() => this.query(async () => true, 'postgres').catch(() => false), {
      limitMs: 60_000,
      everyMs: 50,
      failure: `PostgreSQL ${this.name} does not start: ${lastLines(logFile)}`,
    });
  }

  /** As a machine that loses its power: no process of the server does anything any more. */
  async die(): Promise<void> {
    send(this.#pid, 'SIGSTOP');
    for (const pid of childrenOf(this.#pid)) send(pid, 'SIGKILL');
    send(this.#pid, 'SIGKILL');
    await this.#exited;
    this.#forget();
  }

  /** Moves the data away, so that nothing can start it by itself. */
  hide(): void {
    renameSync(this.dataDir, `${this.dataDir}.lost`);
  }

  bringBack(): void {
    renameSync(`${this.dataDir}.lost`, this.dataDir);
  }

  /** Has the standby receive nothing any more, while the primary goes on. */
  async stopReceiving(): Promise<void> {
    await this.query(async (client) => {
      await client.query("ALTER SYSTEM SET primary_conninfo = ''");
      await client.query('SELECT pg_reload_conf()');
      const isCut = async () => (await client.query('SELECT 1 FROM pg_stat_wal_receiver')).rowCount === 0;
      await until(isCut, { limitMs: 20_000, everyMs: 10, failure: 'the standby goes on receiving' });
    });
  }

  async stop(): Promise<void> {
    if (this.#pid === 0) return;
    await stopProcess(this.#pid, this.#exited, { signal: 'SIGQUIT', graceMs: 10_000, last: 'SIGKILL' });
    this.#forget();
  }

  async query<T>(work: (client: pg.Client) => Promise<T>, database = this.#database): Promise<T> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** A command of `npm run standby`, as on this server's machine. Rejects unless it ends well. */
  async standby(name: string, peer: Server, ...options: string[]): Promise<string> {
    const { ok, output } = await this.tryStandby(name, peer, ...options);
    if (!ok) throw new Error(`standby ${name} on ${this.name} failed: ${output}`);
    return output;
  }

  tryStandby(name: string, peer: Server, ...options: string[]): Promise<{ ok: boolean; output: string }> {
    const env = {
      ...process.env,
      STANDBY_ADMIN_URL: this.url(),
      STANDBY_PEER_URL: `postgresql://wasl-standby:${COPY_PASSWORD}@${peer.host}/${this.#database}`,
      STANDBY_DATA_DIR: this.dataDir,
      STANDBY_PG_BIN: this.#bin,
      STANDBY_SLOT: `wasl_${this.name}`,
    };
    const { program, nodeOptions } = ownProgram('scripts/standby.ts');
    const args = [...nodeOptions, program, name, ...options];
    return run(process.execPath, args, { limitMs: COMMAND_LIMIT_MS, cwd: projectRoot, env });
  }

  #forget(): void {
    this.#pid = 0;
    forgetProcess(path.join(this.#folder, 'run'), this.name);
  }
}

/** Two servers of the newest PostgreSQL of Debian on this machine; neither is created. */
export async function twoServers(
  folder: string,
  database: string,
): Promise<{ first: Server; second: Server; version: string }> {
  const major = (quietly(() => readdirSync('/usr/lib/postgresql')) ?? [])
    .map(Number)
    .filter((each) => existsSync(`/usr/lib/postgresql/${each}/bin/pg_rewind`))
    .sort((one, other) => other - one)[0];
  const found = major === undefined ? null : debianPostgres(major);
  if (found === null)
    throw new CommandError(
      'This needs a PostgreSQL of Debian with pg_basebackup and pg_rewind (apt install postgresql): the packaged one has neither.',
    );
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const user = unprivilegedUser(folder);
  const bin = path.dirname(found.postgres);
  const make = async (name: string) =>
    new Server({ name, port: await freePort(), folder, database, bin, user });
  return { first: await make('first'), second: await make('second'), version: found.version };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => {
      const stat = Number.isInteger(each)
        ? quietly(() => readFileSync(`/proc/${each}/stat`, 'utf8'))
        : undefined;
      return stat !== undefined && Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    });
}
