import type { ActorRef } from '../../actors/runtime/machine.ts';
import type {
  ActorStore,
  Commit,
  DueTimer,
  LockedTurn,
  OutboxRow,
  OutboxStore,
  TimerStore,
} from '../../actors/runtime/store.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { busy, idOf, RETRY_AFTER_CLAIM, type SimDatabase } from './database.ts';
import type { Host } from './host.ts';
import type { Link } from './network.ts';

const LOCK_TIMEOUT = 4_000;
/** Milliseconds of silence after which the server ends a transaction. */
const IDLE_IN_TRANSACTION = 2_000;

/** A transaction on one actor's row, as the server knows it. */
class Session {
  readonly name: string;
  readonly row: string;
  pending: Commit[] = [];
  ended = false;
  readonly #database: SimDatabase;
  #cancelIdle: () => void = () => undefined;

  constructor(database: SimDatabase, name: string, row: string) {
    this.#database = database;
    this.name = name;
    this.row = row;
  }

  /** Restarts the timeout, since the process sent another statement. */
  touch(): void {
    if (this.ended) throw new Error('The transaction was ended by the server.');
    this.#cancelIdle();
    this.#cancelIdle = this.#database.schedule.after(IDLE_IN_TRANSACTION, null, () => this.end());
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    this.#cancelIdle();
    this.#database.locks.release(this.row, this);
  }
}

export class SimActorStore implements ActorStore {
  /** Transactions of this process that are open at the server. */
  readonly sessions = new Set<Session>();
  readonly #host: Host;
  readonly #link: Link;
  readonly #database: SimDatabase;
  readonly #random: Chance;

  constructor(host: Host, link: Link, database: SimDatabase, random: Chance) {
    this.#host = host;
    this.#link = link;
    this.#database = database;
    this.#random = random;
  }

  /** The process is dead: the server ends its transactions, unless their end arrives first. */
  abandon(): void {
    for (const session of this.sessions) {
      this.#database.schedule.after(this.#random.between(0, 100), null, () => session.end());
    }
  }

  async locked<T>(ref: ActorRef, work: (turn: LockedTurn) => Promise<T>): Promise<T> {
    const session = new Session(this.#database, this.#host.name, idOf(ref));
    this.sessions.add(session);
    try {
      const turn = await this.#open(ref, session);
      const result = await work(turn);
      await this.#ask(
        `COMMIT ${session.row.slice(-2)}${session.pending.map(({ command }) => `:${command.type}`).join('')}`,
        () => {
          session.touch();
          for (const commit of session.pending) this.#database.writeLocked(this.#host.name, commit);
          session.end();
        },
      );
      return result;
    } catch (error) {
      // The connection is given up; the server ends the transaction when it notices.
      this.#database.schedule.after(this.#random.between(0, 100), null, () => session.end());
      throw error;
    } finally {
      this.sessions.delete(session);
    }
  }

  #open(ref: ActorRef, session: Session): Promise<LockedTurn> {
    const { locks } = this.#database;
    return this.#ask(`SELECT … FOR UPDATE ${session.row}`, async () => {
      if (!(await locks.wait(session.row, session, LOCK_TIMEOUT))) throw busy();
      if (session.ended) {
        locks.release(session.row, session);
        throw new Error('The transaction was ended by the server.');
      }
      session.touch();
      return {
        row: this.#database.read(ref),
        find: (commandId: string) =>
          this.#ask(`find ${commandId.slice(-6)}`, () => {
            session.touch();
            return this.#database.find(ref, commandId);
          }),
        commit: (commit: Commit) =>
          this.#ask(`write ${session.row.slice(-2)}v${commit.version}:${commit.command.type}`, () => {
            session.touch();
            this.#database.refuseJournals(commit.journals);
            session.pending.push(commit);
          }),
      };
    });
  }

  #ask<T>(label: string, serve: () => T | Promise<T>): Promise<T> {
    return this.#link.ask(this.#host, label, serve);
  }
}

export class SimOutboxStore implements OutboxStore {
  readonly #ask: <T>(label: string, serve: () => T) => Promise<T>;
  readonly #database: SimDatabase;

  constructor(host: Host, link: Link, database: SimDatabase) {
    this.#ask = (label, serve) => link.ask(host, label, serve);
    this.#database = database;
  }

  claimDue(limit: number): Promise<(OutboxRow & { attempts: number })[]> {
    return this.#ask('outbox due', () => {
      const { now } = this.#database.schedule;
      const due = [...this.#database.outbox.values()]
        .filter(({ parked, nextAt }) => !parked && nextAt <= now)
        .sort((one, other) => one.nextAt - other.nextAt)
        .slice(0, limit);
      return due.map((record) => {
        record.nextAt = now + RETRY_AFTER_CLAIM;
        return { ...(JSON.parse(record.row) as OutboxRow), attempts: record.attempts };
      });
    });
  }

  done(ids: readonly string[]): Promise<void> {
    return this.#ask(`outbox done ${ids.map((id) => id.slice(-6)).join(' ')}`, () => {
      for (const id of ids) this.#database.outbox.delete(id);
    });
  }

  failed(id: string, error: string, park: boolean): Promise<void> {
    return this.#ask(`outbox failed ${id.slice(-6)}: ${error.slice(0, 60)}`, () => {
      const record = this.#database.outbox.get(id);
      if (record === undefined) return;
      record.nextAt = this.#database.schedule.now + Math.min(2 ** record.attempts, 300) * 1_000;
      record.attempts += 1;
      record.error = error;
      record.parked = park;
    });
  }
}

export class SimTimerStore implements TimerStore {
  readonly #ask: <T>(label: string, serve: () => T) => Promise<T>;
  readonly #database: SimDatabase;

  constructor(host: Host, link: Link, database: SimDatabase) {
    this.#ask = (label, serve) => link.ask(host, label, serve);
    this.#database = database;
  }

  claimDue(domainNow: Date, limit: number): Promise<DueTimer[]> {
    return this.#ask('timers due', () => {
      const { now } = this.#database.schedule;
      const until = domainNow.toISOString();
      const due = [...this.#database.timers.values()]
        .filter(({ parked, dueAt, nextAt }) => !parked && dueAt <= until && (nextAt ?? 0) <= now)
        .sort((one, other) => (one.dueAt < other.dueAt ? -1 : 1))
        .slice(0, limit);
      return due.map((record) => {
        record.nextAt = now + RETRY_AFTER_CLAIM;
        const { ref, name, dueAt, type, payload, timerId, correlationId, attempts } = record;
        return { ref, name, dueAt, type, payload: JSON.parse(payload), timerId, correlationId, attempts };
      });
    });
  }

  done(ref: ActorRef, name: string, timerId: string): Promise<void> {
    return this.#ask(`timer done ${name}`, () => {
      this.#database.endTimer(ref, name, timerId);
    });
  }

  failed(ref: ActorRef, name: string, timerId: string, error: string, park: boolean): Promise<void> {
    return this.#ask(`timer failed ${name}: ${error.slice(0, 60)}`, () => {
      const record = this.#database.timers.get(`${idOf(ref)}:${name}`);
      if (record?.timerId !== timerId) return;
      record.nextAt = this.#database.schedule.now + Math.min(2 ** record.attempts, 300) * 1_000;
      record.attempts += 1;
      record.parked = park;
    });
  }
}
