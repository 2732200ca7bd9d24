import { WaslError } from '../../actors/errors.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { ActorRow, ActorStore, LockedTurn, Outcome, StoredCommand } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../database.ts';
import { inTransaction, sqlState } from '../unit-of-work.ts';
import { writeTurn } from './write-commit.ts';

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
          await trx.raw(`SET LOCAL idle_in_transaction_session_timeout = '2s'`);
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
  const { rows } = await trx.raw<{ rows: ActorRow[] }>(
    'SELECT version, epoch, schema, state FROM actor WHERE kind = ? AND key = ? FOR UPDATE',
    [ref.kind, ref.key],
  );
  return {
    row: rows[0] ?? null,
    find: (commandId) => findCommand(trx, ref, commandId),
    commit: (commit) => writeTurn(trx, commit),
  };
}

/** Exact while the actor's row is held: nobody else can be inserting a command of this actor. */
async function findCommand(
  trx: Transaction,
  ref: ActorRef,
  commandId: string,
): Promise<StoredCommand | null> {
  const { rows } = await trx.raw<{ rows: { version: number; request_hash: Buffer; outcome: Outcome }[] }>(
    `SELECT version, request_hash, outcome FROM actor_command
      WHERE kind = ? AND key = ? AND command_id = ? AND at > now() - interval '48 hours'
      ORDER BY at LIMIT 1`,
    [ref.kind, ref.key, commandId],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { version: row.version, requestHash: row.request_hash, outcome: row.outcome };
}
