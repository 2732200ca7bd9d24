import { WaslError } from '../../actors/errors.ts';
import type { ActorKind, ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { ActorStore, LockedTurn, Outcome, StoredCommand } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../database.ts';
import { bigint, bytea, integer, jsonb, oneOf, text, uuid } from '../sql-types.ts';
import { statement } from '../statement.ts';
import { inTransaction, sqlState } from '../unit-of-work.ts';
import { writeTurn } from './commit-store.ts';

/** Milliseconds a command waits for another one on the same actor before the caller is asked to retry. */
const LOCK_TIMEOUT = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** The actors' rows in PostgreSQL. Give it a pool of its own: a turn holds its connection while facts are read on another. */
export class PgActorStore implements ActorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async locked<T>(ref: ActorRef, work: (turn: LockedTurn) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(
        this.#database,
        async (trx) => {
          // A frozen process must not hold an actor: PostgreSQL ends its transaction.
          await limitIdleTime.count(trx, {});
          return work(await openTurn(trx, ref));
        },
        { lockTimeout: LOCK_TIMEOUT },
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
}

async function openTurn(trx: Transaction, ref: ActorRef): Promise<LockedTurn> {
  return {
    row: await lockActor.first(trx, { kind: ref.kind, key: ref.key }),
    find: (commandId) => findCommand(trx, ref, commandId),
    commit: (commit) => writeTurn(trx, commit),
  };
}

const limitIdleTime = statement({
  name: 'actor.limit_idle_time',
  sql: `SET LOCAL idle_in_transaction_session_timeout = '2s'`,
});

const lockActor = statement({
  name: 'actor.lock',
  sql: 'SELECT version, epoch, schema, state FROM actor WHERE kind = :kind AND key = :key FOR UPDATE',
  params: { kind: oneOf<ActorKind>(), key: uuid },
  row: { version: bigint, epoch: bigint, schema: integer, state: jsonb<JsonObject>() },
});

/** Exact while the actor's row is held: nobody else can be inserting a command of this actor. */
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
  sql: `SELECT version, request_hash, outcome FROM actor_command
         WHERE kind = :kind AND key = :key AND command_id = :commandId AND at > now() - interval '48 hours'
         ORDER BY at LIMIT 1`,
  params: { kind: oneOf<ActorKind>(), key: uuid, commandId: text },
  row: { version: bigint, request_hash: bytea, outcome: jsonb<Outcome>() },
});
