import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { locatePostgres, type PostgresBinaries } from '../../scripts/embedded/postgres-binaries.ts';
import { createCluster } from '../../scripts/embedded/postgres-cluster.ts';
import { type Exit, spawnDetached, stopProcess, whenExited } from '../../scripts/embedded/processes.ts';
import { lastLines, run } from '../../scripts/embedded/run.ts';
import { type RunAs, unprivilegedUser } from '../../scripts/embedded/system-user.ts';
import { until } from '../../scripts/shared/waiting.ts';

const PASSWORD = 'postgres';
const OPERATE = path.join(projectRoot, 'scripts', 'operate', 'backup');

/** A folder that the server's user may enter. */
export function sharedFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasl-operate-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A PostgreSQL of its own that archives its log with `archive-wal`, with the service's database and roles. */
export class Cluster {
  readonly folder: string;
  /** Of backups. */
  readonly target: string;
  readonly #binaries: PostgresBinaries;
  readonly #user: RunAs;
  readonly #port: number;
  readonly dataDir: string;
  #pid = 0;
  #exited: Promise<Exit> = Promise.resolve({ code: 0, signal: null });

  private constructor(
    folder: string,
    {
      dataDir,
      binaries,
      user,
      port,
    }: { dataDir: string; binaries: PostgresBinaries; user: RunAs; port: number },
  ) {
    this.folder = folder;
    this.target = path.join(folder, 'backup');
    this.dataDir = dataDir;
    this.#binaries = binaries;
    this.#user = user;
    this.#port = port;
  }

  /** Starts one with an empty schema. @param timeout archive_timeout in seconds. */
  static async make(folder: string, given: PostgresBinaries | null, timeout = 1): Promise<Cluster> {
    const user = unprivilegedUser(folder);
    const binaries = given ?? locatePostgres(user, projectRoot);
    const target = path.join(folder, 'backup');
    mkdirSync(path.join(target, 'wal'), { recursive: true });
    chmodSync(target, 0o755);
    if (user.uid !== undefined && user.gid !== undefined)
      for (const each of [folder, path.join(target, 'wal')]) chownSync(each, user.uid, user.gid);
    const cluster = new Cluster(folder, {
      ...{ dataDir: path.join(folder, 'data'), binaries, user, port: await freePort() },
    });
    await createCluster(cluster.dataDir, binaries, user, { password: PASSWORD, durable: false });
    await cluster.start();
    const archive = `sh ${OPERATE}/archive-wal "%p" "%f" ${target}/wal`;
    await cluster.sql('postgres', [
      'ALTER SYSTEM SET archive_mode = on',
      `ALTER SYSTEM SET archive_timeout = '${timeout}s'`,
      `ALTER SYSTEM SET archive_command = '${archive}'`,
      `ALTER SYSTEM SET unix_socket_directories = '${folder}'`,
      `CREATE ROLE wasl LOGIN PASSWORD '${PASSWORD}'`,
      "CREATE DATABASE wasl OWNER wasl TEMPLATE template0 ENCODING 'UTF8'",
    ]);
    await cluster.stop();
    await cluster.start();
    return cluster;
  }

  get port(): number {
    return this.#port;
  }

  url(role = 'wasl', database = 'wasl'): string {
    return `postgresql://${role}:${PASSWORD}@127.0.0.1:${this.#port}/${database}`;
  }

  /** The schema, and the role for backups as the installation makes it, with a password because tests use TCP. */
  async prepare(): Promise<void> {
    await migrateToLatest(this.url());

    await this.sql('wasl', [
      readFileSync(path.join(OPERATE, 'prepare.sql'), 'utf8'),
      `ALTER ROLE "wasl-backup" PASSWORD '${PASSWORD}'`,
    ]);
  }

  async sql(database: string, statements: readonly string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client({ connectionString: this.url('postgres', database) });
    await client.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await client.query(statement));
      return results;
    } finally {
      await client.end();
    }
  }

  /** Runs restored data beside this cluster for as long as `look` takes. It archives nothing. */
  async beside<T>(dataDir: string, look: (restored: Cluster) => Promise<T>): Promise<T> {
    const [binaries, user, port] = [this.#binaries, this.#user, await freePort()];
    const restored = new Cluster(this.folder, { dataDir, binaries, user, port });
    await restored.start(['-c', 'archive_mode=off']);
    try {
      return await look(restored);
    } finally {
      await restored.stop();
    }
  }

  async start(more: readonly string[] = []): Promise<void> {
    const logFile = `${this.dataDir}.server.log`;
    const args = ['-D', this.dataDir, '-p', String(this.#port), '-c', 'listen_addresses=127.0.0.1'];
    const sockets = ['-c', `unix_socket_directories=${this.folder}`];
    const child = spawnDetached(this.#binaries.postgres, [...args, ...sockets, ...more], {
      ...{ cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, logFile },
      ...this.#user,
    });
    this.#pid = child.pid ?? 0;
    this.#exited = whenExited(child);
    await until(
      () =>
        this.sql('postgres', []).then(
          () => true,
          () => false,
        ),
      {
        ...{ limitMs: 60_000, everyMs: 50, failure: `PostgreSQL does not start: ${lastLines(logFile)}` },
      },
    );
  }

  /** @param force As a crash does. */
  async stop(force = false): Promise<void> {
    if (this.#pid === 0) return;
    const how = force ? ('SIGQUIT' as const) : ('SIGINT' as const);
    await stopProcess(this.#pid, this.#exited, { signal: how, graceMs: 60_000, last: 'SIGKILL' });
    this.#pid = 0;
  }

  archived(): string[] {
    return readdirSync(path.join(this.target, 'wal')).filter((name) => !name.startsWith('.'));
  }

  /** Has the server close the present file of its log, which has something in it. Returns the file's name. */
  async closeLogFile(): Promise<string> {
    const [result] = await this.sql('wasl', [
      "SELECT pg_walfile_name(pg_switch_wal()) AS name FROM pg_logical_emit_message(true, 'test', 'x')",
    ]);
    return (result as pg.QueryResult<{ name: string }>).rows[0]?.name as string;
  }

  /** Everything written so far is in the archive. */
  async archiveNow(): Promise<void> {
    const name = await this.closeLogFile();
    await until(() => this.archived().includes(`${name}.gz`), {
      limitMs: 60_000,
      everyMs: 50,
      failure: name,
    });
  }
}

/** Runs a command of the project as `npm run` does. */
export async function command(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
  limitMs = 120_000,
): Promise<{ ok: boolean; output: string }> {
  const file = path.join(projectRoot, 'scripts', `${name}.ts`);
  const options = { limitMs, cwd: projectRoot, env: { ...process.env, ...env } };
  return run(process.execPath, ['--import', 'tsx', file, ...args], options);
}
