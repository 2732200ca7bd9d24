import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { type Server, twoServers } from './postgres-server.ts';

/** Long enough for answers that were under way when the primary was lost. */
const AFTERMATH_MS = 300;

/** A primary and its standby, with what a person does by `npm run standby` when the primary is lost. */
export class PostgresPair {
  primary: Server;
  standby: Server;
  readonly version: string;
  readonly #servers: readonly [Server, Server];
  readonly #folder: string;

  private constructor(folder: string, servers: readonly [Server, Server], version: string) {
    this.#folder = folder;
    this.#servers = servers;
    [this.primary, this.standby] = servers;
    this.version = version;
  }

  /** The standby follows, and commits do not wait for it yet. @param prepare Makes the database on the primary. */
  static async start(
    folder: string,
    options: { database: string; signal: AbortSignal; prepare(primary: Server): Promise<void> },
  ): Promise<PostgresPair> {
    for (const each of ['run', 'logs']) mkdirSync(path.join(folder, each), { recursive: true });
    for (const each of ['first', 'second']) rmSync(path.join(folder, each), { recursive: true, force: true });
    const { first, second, version } = await twoServers(folder, options.database);
    const pair = new PostgresPair(folder, [first, second], version);
    try {
      await first.create(options.signal);
      await first.start();
      await options.prepare(first);
      await first.standby('prepare', second);
      await second.standby('make', first);
      await second.start();
      return pair;
    } catch (error) {
      await pair.close();
      throw error;
    }
  }

  /** For processes: both servers, in a fixed sequence. */
  get url(): string {
    const [first, second] = this.#servers;
    return first.url().replace(first.host, `${first.host},${second.host}`);
  }

  /** From now on, commits wait for the standby. */
  async waitForStandby(): Promise<void> {
    await this.primary.standby('synchronous', this.standby);
  }

  /** Every process of the primary ends at once, and nothing can start it by itself. */
  async losePrimary(): Promise<void> {
    await this.primary.die();
    this.primary.hide();
    await pause(AFTERMATH_MS);
  }

  /** Promotes the standby by the command, and returns what it said. The servers have changed places afterwards. */
  async promote(): Promise<string> {
    const said = await this.standby.standby('promote', this.primary);
    [this.primary, this.standby] = [this.standby, this.primary];
    return said;
  }

  /**
   * The former primary, back in its place, starts as if nothing had happened, although `guard` refuses that, and is stopped
   * again. Returns how many rows and writing connections it got meanwhile: processes have to leave it alone.
   */
  async rival(milliseconds: number): Promise<number> {
    const { primary, standby: former } = this;
    const { ok, output } = await former.tryStandby('guard', primary);
    if (ok || !output.includes('is the primary'))
      throw new Error(`guard lets a second primary start: ${output}`);
    await former.start();
    const before = await tracesOf(former);
    await pause(milliseconds);
    const written = (await tracesOf(former)) - before;
    await former.stop();
    return written;
  }

  /** The former primary, stopped and back in its place, becomes the standby, and commits wait for it again. */
  async rejoin(): Promise<void> {
    await this.standby.standby('rejoin', this.primary);
    await this.standby.start();
    await this.follows();
    await this.waitForStandby();
  }

  /** Resolves once the standby has received what it missed and is sent everything as it is written. */
  async follows(): Promise<void> {
    const isFollowing = () =>
      this.primary.query(async (client) => {
        const { rows } = await client.query<{ following: boolean }>(
          "SELECT bool_and(state = 'streaming') AS following FROM pg_stat_replication",
        );
        return rows[0]?.following === true;
      });
    await until(isFollowing, { limitMs: 60_000, everyMs: 100, failure: 'the standby does not follow' });
  }

  /** Resolves once the standby has replayed everything that the primary has written. */
  async caughtUp(limitMs = 60_000): Promise<void> {
    const isEven = () =>
      this.primary.query(async (client) => {
        const { rows } = await client.query<{ even: boolean }>(
          'SELECT bool_and(replay_lsn >= pg_current_wal_lsn()) AS even FROM pg_stat_replication',
        );
        return rows[0]?.even === true;
      });
    await until(isEven, { limitMs, everyMs: 100, failure: 'the standby does not catch up' });
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
    for (const each of ['first', 'second'])
      rmSync(path.join(this.#folder, each), { recursive: true, force: true });
  }
}

async function tracesOf(server: Server): Promise<number> {
  return server.query(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM actor_command)::int + (SELECT sum(epoch) FROM actor)::int
              + (SELECT count(*) FROM pg_stat_activity WHERE application_name ~ '^wasl-(owners|.*-(work|turns))')::int AS n`,
    );
    return rows[0]?.n ?? 0;
  });
}
