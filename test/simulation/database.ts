import { WaslError } from '../../actors/errors.ts';
import type { ActorRef, Journal, JsonObject, RowOp } from '../../actors/runtime/machine.ts';
import type { ActorRow, Commit, OutboxRow, StoredCommand } from '../../actors/runtime/store.ts';
import { PROJECTION_TABLES } from '../../db/stores/projection-tables.ts';
import { jsonb } from './jsonb.ts';
import { Locks } from './locks.ts';
import type { Schedule } from './schedule.ts';

export interface CommandRecord extends StoredCommand {
  id: string;
  epoch: number;
  /** Milliseconds of virtual time. */
  at: number;
}

interface ActorRecord {
  ref: ActorRef;
  version: number;
  epoch: number;
  schema: number;
  state: string;
  commands: CommandRecord[];
  byId: Map<string, CommandRecord>;
}

export interface OutboxRecord {
  row: string;
  id: string;
  attempts: number;
  nextAt: number;
  parked: boolean;
  error: string | null;
}

export interface TimerRecord {
  ref: ActorRef;
  name: string;
  dueAt: string;
  type: string;
  payload: string;
  timerId: string;
  correlationId: string;
  attempts: number;
  nextAt: number | null;
  parked: boolean;
}

/** Notified of what was really written, and by whom; it has no say in it. */
export interface Witness {
  activated(by: string, ref: ActorRef, epoch: number): void;
  timerEnded(ref: ActorRef, name: string): void;
  committed(by: string, commit: Commit, epoch: number, way: 'creation' | 'group' | 'lock'): void;
}

type DatabaseCopy = Pick<SimDatabase, 'actors' | 'outbox' | 'timers' | 'projections' | 'journals'>;

const DAY = 86_400_000;
export const RETRY_AFTER_CLAIM = 30_000;

/** What all processes share of PostgreSQL: rows and their locks. Every method is one atomic step of the server. */
export class SimDatabase {
  readonly schedule: Schedule;
  readonly locks: Locks;
  readonly actors = new Map<string, ActorRecord>();
  readonly outbox = new Map<string, OutboxRecord>();
  readonly timers = new Map<string, TimerRecord>();
  readonly projections = new Map<string, { [column: string]: unknown }>();
  /** By cause. */
  readonly journals = new Map<string, Journal>();
  readonly #witness: Witness;

  constructor(schedule: Schedule, witness: Witness) {
    this.schedule = schedule;
    this.#witness = witness;
    this.locks = new Locks(schedule);
  }

  /** What a standby has that receives nothing from now on. */
  copy(): DatabaseCopy {
    const { actors, outbox, timers, projections, journals } = this;
    return structuredClone({ actors, outbox, timers, projections, journals });
  }

  restore(copy: DatabaseCopy): void {
    for (const name of ['actors', 'outbox', 'timers', 'projections', 'journals'] as const) {
      const rows: Map<string, unknown> = this[name];
      rows.clear();
      for (const [key, row] of copy[name]) rows.set(key, row);
    }
  }

  /** For checks, which read without the network. */
  versionOf(ref: ActorRef): number {
    return this.actors.get(idOf(ref))?.version ?? 0;
  }

  actor(ref: ActorRef): ActorRecord {
    const actor = this.actors.get(idOf(ref));
    if (actor === undefined) throw new Error(`no actor ${idOf(ref)}`);
    return actor;
  }

  read(ref: ActorRef): ActorRow | null {
    const actor = this.actors.get(idOf(ref));
    if (actor === undefined) return null;
    const { version, epoch, schema, state } = actor;
    return { version, epoch, schema, state: JSON.parse(state) as JsonObject };
  }

  raiseEpoch(by: string, ref: ActorRef): ActorRow | null {
    const actor = this.actors.get(idOf(ref));
    if (actor === undefined) return null;
    actor.epoch += 1;
    this.#witness.activated(by, ref, actor.epoch);
    return this.read(ref);
  }

  newestCommands(ref: ActorRef, limit: number): CommandRecord[] {
    const since = this.schedule.now - 2 * DAY;
    return this.actor(ref)
      .commands.filter(({ at }) => at > since)
      .slice(-limit)
      .reverse();
  }

  find(ref: ActorRef, commandId: string): StoredCommand | null {
    const found = this.actors.get(idOf(ref))?.byId.get(commandId);
    if (found === undefined || found.at <= this.schedule.now - 2 * DAY) return null;
    const { version, requestHash, outcome } = found;
    return { version, requestHash, outcome: JSON.parse(JSON.stringify(outcome)) };
  }

  /** Writes a commit that creates an actor. */
  create(commit: Commit): void {
    const { ref, schema, version } = commit;
    const empty = { ref, schema, version: 0, epoch: 0, state: '', commands: [], byId: new Map() };
    if (version === 1) this.actors.set(idOf(ref), empty);
    this.#write('creation', commit, 0, 'creation');
  }

  /** A turn under the row's lock. It raises the epoch, so that an owner in memory is fenced. */
  writeLocked(by: string, commit: Commit): void {
    const actor = this.actor(commit.ref);
    if (actor.version !== commit.baseVersion) throw new Error('no longer at the version of the turn');
    this.refuseJournals(commit.journals);
    actor.epoch += 1;
    this.#write(by, commit, actor.epoch, 'lock');
  }

  /** A turn of a group commit, after the statement has checked version and epoch. */
  writeGrouped(by: string, commit: Commit, epoch: number): void {
    this.#write(by, commit, epoch, 'group');
  }

  /** Does what the unique index on a journal's cause does. */
  refuseJournals(journals: Commit['journals'], also: ReadonlySet<string> = new Set()): void {
    for (const { cause, lines } of journals) {
      if (this.journals.has(cause) || also.has(cause)) throw new RefusedData(`journal ${cause} exists`);
      if (lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0) !== 0) {
        throw new RefusedData(`journal ${cause} does not balance`);
      }
    }
  }

  /** The process has done what a timer asked for; a newer setting stays. */
  endTimer(ref: ActorRef, name: string, timerId: string): void {
    const id = `${idOf(ref)}:${name}`;
    if (this.timers.get(id)?.timerId !== timerId) return;
    this.timers.delete(id);
    this.#witness.timerEnded(ref, name);
  }

  putOutbox(row: OutboxRow, nextAt = this.schedule.now + 1_000): void {
    const { id } = row;
    this.outbox.set(id, {
      id,
      row: JSON.stringify({ ...row, effects: jsonb(row.effects) }),
      attempts: 0,
      nextAt,
      parked: false,
      error: null,
    });
  }

  #write(by: string, commit: Commit, epoch: number, way: 'creation' | 'group' | 'lock'): void {
    const { ref, version, schema, state, command, outbox } = commit;
    const actor = this.actor(ref);
    Object.assign(actor, { version, schema, state: JSON.stringify(jsonb(state)) });
    const outcome = jsonb(command.outcome);
    const { id, requestHash } = command;
    const record = { id, version, epoch, requestHash, outcome, at: this.schedule.now };
    actor.commands.push(record);
    if (!actor.byId.has(id)) actor.byId.set(id, record);
    for (const row of commit.rows) this.#project(row);
    this.#setTimers(commit);
    for (const journal of commit.journals) this.journals.set(journal.cause, journal);
    if (outbox !== null) this.putOutbox(outbox);
    this.#witness.committed(by, commit, epoch, way);
  }

  #setTimers({ ref, setTimers, cancelTimers, command: { correlationId } }: Commit): void {
    for (const { name, dueAt, type, payload, timerId } of setTimers) {
      const setting = {
        ref,
        name,
        dueAt,
        type,
        payload: JSON.stringify(jsonb(payload)),
        timerId,
        correlationId,
      };
      this.timers.set(`${idOf(ref)}:${name}`, { ...setting, attempts: 0, nextAt: null, parked: false });
    }
    for (const name of cancelTimers) this.timers.delete(`${idOf(ref)}:${name}`);
  }

  #project({ table, op, row }: RowOp): void {
    const name = `${table}:${PROJECTION_TABLES[table].key.map((column) => String(row[column])).join(':')}`;
    if (op === 'delete') this.projections.delete(name);
    else this.projections.set(name, { ...this.projections.get(name), ...row });
  }
}

export function idOf({ kind, key }: ActorRef): string {
  return `${kind}:${key}`;
}

/** The server reports that a statement's own data is at fault: nothing of it was written. */
export class RefusedData extends Error {}

export function busy(): WaslError {
  return new WaslError('common.UNAVAILABLE', { detail: 'This record is busy.', retryAfter: 1 });
}
