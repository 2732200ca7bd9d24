import { WaslError } from '../../actors/errors.ts';
import type { ActorKind, ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type {
  ActorRow,
  ActorStore,
  Commit,
  LockedTurn,
  Outcome,
  StoredCommand,
} from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { bigint, bytea, integer, jsonb, oneOf, text, uuid } from '../sql-types.ts';
import { statement } from '../statement.ts';
import { inTransaction, sqlState } from '../unit-of-work.ts';
import { StatementBatch } from './group-store-batch.ts';
import { StatementCache } from './group-store-cache.ts';
import { KnownColumns } from './projection-columns.ts';

/** Milliseconds a command waits for another one on the same actor before the caller is asked to retry. */
const LOCK_TIMEOUT_MS = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The actors' rows in PostgreSQL. Needs a pool of its own: a turn holds its connection while facts are read on another.
 */
export class PgActorStore implements ActorStore {
  readonly #database: Database;
  readonly #statements = new StatementCache();
  readonly #columns = new KnownColumns();

  constructor(database: Database) {
    this.#database = database;
  }

  async locked<T>(ref: ActorRef, work: (turn: LockedTurn) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(
        this.#database,
        async (trx) => {
          // PostgreSQL ends the transaction of a stopped process, so that it cannot block an actor.
          const limited = limitIdleTime.count(trx, {});
          const [row] = await Promise.all([lockActor.first(trx, ref), limited]);
          return work({
            row,
            find: (commandId) => findCommand(trx, ref, commandId),
            commit: (commit) => this.#commit(trx, row, commit),
          });
        },
        { lockTimeout: LOCK_TIMEOUT_MS },
      );
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      throw new WaslError('common.UNAVAILABLE', {
        detail: 'This record is busy. Repeat the request.',
        retryAfter: 1,
        cause: error,
      });
    }
  }

  /**
   * Raises the epoch as an activation does, to fence an owner that has the actor in memory, and writes the turn as its
   * owner, with the group commit's statement. That fails if the row does not have the turn's version any more.
   */
  async #commit(trx: Transaction, row: ActorRow | null, commit: Commit): Promise<void> {
    const epoch = (row?.epoch ?? 0) + EPOCHS_PER_TURN;
    const item = { index: 0, write: { kind: 'commit', commit, epoch, verifyNew: false } } as const;
    const batch = new StatementBatch([item], await this.#columns.in(trx), []);
    for (const { result } of batch.decided) if (result.kind === 'failed') throw result.error;
    const statement = this.#statements.find(batch.plan('fast'));
    const form = { name: `wasl.${statement.name}`, text: statement.sql };
    await Promise.all([raiseEpoch.count(trx, commit.ref), runText(trx, form, batch.parameters(statement))]);
  }
}

const limitIdleTime = statement({
  name: 'actor.limit_idle_time',
  sql: `SET LOCAL idle_in_transaction_session_timeout = '2s'`,
});

const lockActor = statement({
  name: 'actor.lock',
  sql: 'SELECT version, epoch, schema, state FROM actor WHERE kind = :kind AND key = :key FOR UPDATE',
  prepare: true,
  params: { kind: oneOf<ActorKind>(), key: uuid },
  row: { version: bigint, epoch: bigint, schema: integer, state: jsonb<JsonObject>() },
});

/** Each row-locked turn has an epoch of its own, which fences owners with earlier ones. */
const EPOCHS_PER_TURN = 1;

const raiseEpoch = statement({
  name: 'actor.raise_epoch',
  sql: `UPDATE actor SET epoch = epoch + ${EPOCHS_PER_TURN} WHERE kind = :kind AND key = :key`,
  params: { kind: oneOf<ActorKind>(), key: uuid },
  prepare: true,
});

/** Exact while the actor's row is locked: no other transaction can insert a command of this actor. */
async function findCommand(
  trx: Transaction,
  ref: ActorRef,
  commandId: string,
): Promise<StoredCommand | null> {
  const row = await selectCommand.first(trx, { kind: ref.kind, key: ref.key, commandId });
  return row === null ? null : { version: row.version, requestHash: row.request_hash, outcome: row.outcome };
}

const selectCommand = statement({
  name: 'actor.command',
  prepare: true,
  sql: `SELECT version, request_hash, outcome FROM actor_command
         WHERE kind = :kind AND key = :key AND command_id = :commandId AND at > now() - interval '48 hours'
         ORDER BY at LIMIT 1`,
  params: { kind: oneOf<ActorKind>(), key: uuid, commandId: text },
  row: { version: bigint, request_hash: bytea, outcome: jsonb<Outcome>() },
});
