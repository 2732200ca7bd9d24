import type { ActorKind } from '../../actors/runtime/machine.ts';
import {
  type ClaimedRow,
  type OutboxRow,
  type OutboxStore,
  type PendingEffect,
  UNSENT,
} from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../sql-types.ts';
import { statement } from '../statement.ts';

const SOURCE = { kind: oneOf<ActorKind | 'record'>(), key: uuid, version: bigint };
const EFFECTS = jsonb<readonly PendingEffect[]>();

/** Stores effects to be carried out after this transaction's commit. The relay delivers them at least once. */
export async function writeOutbox(trx: Transaction, outbox: OutboxRow): Promise<void> {
  const { id, ref, version, correlationId, requestId, effects } = outbox;
  await insert.count(trx, {
    ...{ id, kind: ref.kind, key: ref.key, version },
    ...{ correlationId, requestId, effects },
  });
}

const insert = statement({
  name: 'outbox.insert',
  sql: `INSERT INTO outbox (id, kind, key, version, correlation_id, request_id, effects)
        VALUES (:id, :kind, :key, :version, :correlationId, :requestId, :effects)`,
  params: { id: uuid, ...SOURCE, correlationId: text, requestId: nullable(text), effects: EFFECTS },
});

/** Maximum seconds between two attempts. */
const MAX_PAUSE_SECONDS = { failed: 300, unsent: 5 };

export class PgOutboxStore implements OutboxStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(limit: number, sendable = true): Promise<ClaimedRow[]> {
    const rows = await claim.all(this.#database, { sendable, unsent: UNSENT, limit });
    return rows.map((row) => ({
      id: row.id,
      ref: { kind: row.kind, key: row.key },
      version: row.version,
      correlationId: row.correlation_id,
      requestId: row.request_id,
      effects: row.effects,
      attempts: row.attempts,
      committedAt: row.committed_at.getTime(),
      unsent: row.last_error === UNSENT,
    }));
  }

  async done(ids: readonly string[]): Promise<void> {
    await deleteDone.count(this.#database, { ids });
  }

  async failed(id: string, error: string, park: boolean): Promise<void> {
    const longest = error === UNSENT ? MAX_PAUSE_SECONDS.unsent : MAX_PAUSE_SECONDS.failed;
    await postpone.count(this.#database, { id, error, longest, park });
  }
}

// 30 s is longer than any effect may take. If a sweeper dies, another one takes its rows after that.
const claim = statement({
  name: 'outbox.claim_due',
  sql: `UPDATE outbox SET next_attempt_at = now() + interval '30 seconds'
         WHERE id IN (SELECT id FROM outbox
                       WHERE parked_at IS NULL AND next_attempt_at <= now()
                         AND (:sendable::boolean OR last_error IS DISTINCT FROM :unsent)
                       ORDER BY next_attempt_at LIMIT :limit FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, key, version, correlation_id, request_id, effects, attempts, at AS committed_at,
                  last_error`,
  params: { sendable: boolean, unsent: text, limit: bigint },
  row: {
    ...{ id: uuid, ...SOURCE, correlation_id: text, request_id: nullable(text), effects: EFFECTS },
    ...{ attempts: integer, committed_at: timestamptz, last_error: nullable(text) },
  },
});

// Does not wait for the disk: if a crash restores a row, its effects are safe to repeat. Rows locked by a sweeper are
// left to it.
const deleteDone = statement({
  name: 'outbox.done',
  sql: `WITH pace AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
        DELETE FROM outbox WHERE id IN (SELECT o.id FROM pace, outbox o
                                         WHERE o.id = ANY(:ids) FOR UPDATE OF o SKIP LOCKED)`,
  params: { ids: arrayOf(uuid) },
  prepare: true,
});

// People wait for events, so the pauses are short.
const postpone = statement({
  name: 'outbox.failed',
  sql: `UPDATE outbox SET attempts = attempts + 1, last_error = :error,
               next_attempt_at = now() + least(power(2, least(attempts, 10)), :longest) * interval '1 second',
               parked_at = CASE WHEN :park THEN now() END
         WHERE id = :id`,
  params: { id: uuid, error: text, longest: double, park: boolean },
});
