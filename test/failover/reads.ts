// `npm run test:reads`: reads that may be seconds old, on a primary and a standby that are slowed down, lost and promoted.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { Primary } from '../../db/primary.ts';
import { PrimaryWatch } from '../../db/primary-watch.ts';
import { projectRoot } from '../../db/root.ts';
import { type ReadFrom, readsOfPrimary, type StaleReads, StandbyReads } from '../../db/standby-reads.ts';
import { killRecorded, stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';
import { PastBoards } from '../../server/dispatch/history/history.ts';
import { readOverview, spanOf } from '../../server/dispatch/overview/overview.ts';
import { makeDatabase } from '../chaos/struck-postgres.ts';
import { PostgresPair } from '../support/postgres-pair.ts';
import type { Server } from '../support/postgres-server.ts';
import { Beats } from './beats.ts';

const USAGE = `Usage: npm run test:reads

Two real PostgreSQL servers. While the primary is written to every 20 ms, the reads that may be seconds old go on: with a
standby that follows, one whose replay stands still, one that cancels a query, one that is killed and comes back, one whose
primary is idle, and one that is promoted. No answer may be older than allowed. Takes two minutes, and needs Debian's PostgreSQL.`;

const MAX_AGE_MS = 5_000;
const DATABASE = 'reads';
const folder = path.join(projectRoot, '.data', 'test-reads');
const stop = new StopRequest(
  () => console.log('\nStopping …'),
  () => {
    killRecorded(path.join(folder, 'run'));
    process.exit(1);
  },
);

/** What a process of the service has for such reads, and how often each server answered. */
class Reader {
  readonly primary: Primary;
  readonly pool: Database;
  readonly reads: StandbyReads;
  readonly watch: PrimaryWatch;
  readonly from: Record<ReadFrom, number> = { standby: 0, primary: 0, repeated: 0 };

  constructor(url: string) {
    this.primary = new Primary(url);
    this.pool = openDatabase(this.primary, { name: 'wasl-test-work', max: 5 });
    this.watch = new PrimaryWatch(this.primary);
    this.reads = new StandbyReads({
      ...{
        primary: this.pool,
        watch: this.watch,
        maxAgeMs: MAX_AGE_MS,
        poolSize: 4,
        name: 'wasl-test-stale',
      },
      onRead: (from) => {
        this.from[from] += 1;
      },
    });
  }

  async close(): Promise<void> {
    await this.watch.close();
    await Promise.all([this.reads.close(), this.pool.destroy()]);
  }

  /** The next read answered like this. */
  async until(from: ReadFrom, limitMs: number): Promise<number> {
    const began = performance.now();
    const before = this.from[from];
    await until(() => this.from[from] > before, { limitMs, failure: `no read was answered as ${from}` });
    return performance.now() - began;
  }
}

await runCommand(async () => {
  readCommandLine({ usage: USAGE, options: {} });
  const lock = acquireLock(path.join(projectRoot, '.data', 'test-reads.lock'), 'The test is already running');
  await stopLeftovers(path.join(folder, 'run'));
  rmSync(folder, { recursive: true, force: true });
  for (const each of ['run', 'logs']) mkdirSync(path.join(folder, each), { recursive: true });
  const pair = await PostgresPair.start(folder, { database: DATABASE, signal: stop.signal, prepare });
  const reader = new Reader(pair.url);
  await reader.pool.raw('SELECT 1');
  const beats = await Beats.start(reader.pool, reader.reads);
  try {
    for (const [name, prove] of Object.entries(proofs({ pair, reader, beats }))) {
      stop.check();
      const { reads, oldestMs } = await beats.during(prove);
      console.log(`${name}: ${reads} reads, the oldest answer ${Math.round(oldestMs)} ms old`);
      expect(oldestMs, name).to.be.at.most(MAX_AGE_MS);
    }
    console.log(`answered by the ${JSON.stringify(reader.from)}; none older than ${MAX_AGE_MS} ms`);
    return 0;
  } finally {
    await beats.stop();
    await reader.close();
    await pair.close();
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
});

async function prepare(primary: Server): Promise<void> {
  await makeDatabase(primary.url('postgres'), DATABASE);
  await migrateToLatest(primary.url());
}

interface World {
  pair: PostgresPair;
  reader: Reader;
  beats: Beats;
}

function proofs({ pair, reader, beats }: World): Record<string, () => Promise<void>> {
  const { primary: first, standby: second } = pair;
  const { reads } = reader;
  const portOf = async () => {
    const sql = "SELECT inet_server_port() AS port, current_setting('transaction_read_only') AS only";
    const { rows } = await reads.read((source) =>
      source.raw<{ rows: { port: number; only: string }[] }>(sql),
    );
    return rows[0];
  };
  return {
    'a standby that follows answers': async () => {
      await reader.until('standby', 15_000);
      expect(await portOf()).to.deep.equal({ port: second.port, only: 'on' });
    },
    'the overview and the past are answered there as by the primary': async () => {
      const ofPrimary = await answers(readsOfPrimary(reader.pool), reader.pool);
      const { standby, repeated } = reader.from;
      expect(await answers(reads, reader.pool)).to.deep.equal(ofPrimary);
      expect(reader.from.standby).to.be.greaterThan(standby + 2);
      expect(reader.from.repeated, 'failed on the standby').to.equal(repeated);
    },
    'while the primary is idle, too': async () => {
      beats.pauseWriting();
      await pause(MAX_AGE_MS + 3_000);
      const { primary } = reader.from;
      await reader.until('standby', 1_000);
      expect((await portOf())?.port).to.equal(second.port);
      expect(reader.from.primary, 'left although nothing was written').to.equal(primary);
      beats.goOnWriting();
    },
    'what fails because the replay must go on is repeated on the primary': async () => {
      await second.query(async (client) => {
        await client.query("ALTER SYSTEM SET max_standby_streaming_delay = '100ms'");
        await client.query('ALTER SYSTEM SET hot_standby_feedback = off');
        await client.query('SELECT pg_reload_conf()');
      });
      await reader.pool.raw('CREATE TABLE in_the_way AS SELECT 1 AS n');
      await pair.caughtUp();
      await reader.until('standby', 15_000);
      const before = reader.from.repeated;
      const slow = reads.read((source) =>
        source.raw<{ rows: { port: number }[] }>(
          'SELECT inet_server_port() AS port, count(pg_sleep(2)) FROM in_the_way GROUP BY 1',
        ),
      );
      await pause(500);
      await reader.pool.raw('TRUNCATE in_the_way');
      await reader.pool.raw('INSERT INTO in_the_way VALUES (2)');
      expect((await slow).rows[0]?.port).to.equal(first.port);
      expect(reader.from.repeated).to.be.greaterThan(before);
    },
    'a standby whose replay stands still is left, and found again': async () => {
      await second.query((client) => client.query('SELECT pg_wal_replay_pause()'));
      await pause(MAX_AGE_MS + 1_000);
      await reader.until('primary', 1_000);
      expect((await portOf())?.port).to.equal(first.port);
      await second.query((client) => client.query('SELECT pg_wal_replay_resume()'));
      await reader.until('standby', 15_000);
    },
    'a standby that is lost is left, and found again': async () => {
      await second.die();
      const failed = beats.failures;
      await reader.until('primary', 15_000);
      expect(beats.failures, 'reads failed although the primary is there').to.equal(failed);
      await second.start();
      await reader.until('standby', 30_000);
    },
    'a refusal or a fault of the reader is not hidden': async () => {
      const fault = await reads
        .read((source) => source.raw('SELECT 1 / 0'))
        .then(
          () => null,
          (error: Error) => error.message,
        );
      expect(fault).to.match(/division by zero/);
    },
    'nothing can be written there': async () => {
      const before = reader.from.repeated;
      // It fails on the standby, so this is the primary's doing; on the standby's own pool nothing was written.
      await reads.read((source) => source.raw('CREATE TABLE IF NOT EXISTS written_there AS SELECT 1 AS n'));
      expect(reader.from.repeated).to.be.greaterThan(before);
    },
    'a standby that is promoted serves as the primary': async () => {
      await pair.waitForStandby();
      await pair.losePrimary();
      await pair.promote();
      await until(
        () =>
          reader.pool.raw('SELECT 1').then(
            () => true,
            () => false,
          ),
        { limitMs: 30_000 },
      );
      await reader.until('primary', 15_000);
      expect((await portOf())?.port).to.equal(second.port);
      await reader.pool.raw('CREATE TABLE after_it AS SELECT 1 AS n');
      expect(reader.primary.timeline).to.equal(2);
    },
  };
}

/** Of the reads that docs/standby.md lists, at a fixed time. */
async function answers(stale: StaleReads, database: Database): Promise<unknown[]> {
  const now = new Date('2026-02-12T12:00:00Z');
  const deps = { database, stale, clock: { now: () => now }, config: { clockRate: 1 } };
  const presence = {
    stateOf: async () => new Map(),
    positionOf: async () => new Map(),
    seen: async () => undefined,
    report: async () => ({ accepted: 0, latestSequence: 0 }),
  };
  return [
    await readOverview({ ...deps, presence }, spanOf('2026-02-12')),
    await new PastBoards(deps).at({ at: '2026-02-12T11:00:00Z' }),
  ];
}
