import type { ActorKind } from '../../actors/runtime/machine.ts';
import { type ClaimedRow, type OutboxStore, type PendingEffect, UNSENT } from '../../actors/runtime/store.ts';
import type { Database } from '../database.ts';

interface Row {
  id: string;
  kind: ActorKind | 'record';
  key: string;
  version: number;
  correlation_id: string;
  request_id: string | null;
  effects: PendingEffect[];
  attempts: number;
  committed_at: Date;
  last_error: string | null;
}

/** Seconds between two attempts. */
const LONGEST_PAUSE = { failed: 300, unsent: 5 };

export class PgOutboxStore implements OutboxStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(limit: number, sendable = true): Promise<ClaimedRow[]> {
    const { rows } = await this.#database.raw<{ rows: Row[] }>(
      // 30 s is longer than any effect may take; a sweeper that dies leaves its rows to the next one after that.
      `UPDATE outbox SET next_attempt_at = now() + interval '30 seconds'
        WHERE id IN (SELECT id FROM outbox
                      WHERE parked_at IS NULL AND next_attempt_at <= now()
                        AND (?::boolean OR last_error IS DISTINCT FROM ?)
                      ORDER BY next_attempt_at LIMIT ? FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, key, version, correlation_id, request_id, effects, attempts, at AS committed_at,
                 last_error`,
      [sendable, UNSENT, limit],
    );
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

  async done(id: string): Promise<void> {
    await this.#database.raw('DELETE FROM outbox WHERE id = ?', [id]);
  }

  async failed(id: string, error: string, park: boolean): Promise<void> {
    await this.#database.raw(
      // Events are waited for by people: no long pauses.
      `UPDATE outbox SET attempts = attempts + 1, last_error = ?,
              next_attempt_at = now() + least(power(2, least(attempts, 10)), ?) * interval '1 second',
              parked_at = CASE WHEN ? THEN now() END
        WHERE id = ?`,
      [error, error === UNSENT ? LONGEST_PAUSE.unsent : LONGEST_PAUSE.failed, park, id],
    );
  }
}
