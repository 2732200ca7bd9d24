import type { ActorKind } from '../../actors/runtime/machine.ts';
import type { OutboxRow, OutboxStore, PendingEffect } from '../../actors/runtime/store.ts';
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
}

export class PgOutboxStore implements OutboxStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(limit: number): Promise<(OutboxRow & { attempts: number })[]> {
    const { rows } = await this.#database.raw<{ rows: Row[] }>(
      // 30 s is longer than any effect may take; a sweeper that dies leaves its rows to the next one after that.
      `UPDATE outbox SET next_attempt_at = now() + interval '30 seconds'
        WHERE id IN (SELECT id FROM outbox
                      WHERE parked_at IS NULL AND next_attempt_at <= now()
                      ORDER BY next_attempt_at LIMIT ? FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, key, version, correlation_id, request_id, effects, attempts`,
      [limit],
    );
    return rows.map((row) => ({
      id: row.id,
      ref: { kind: row.kind, key: row.key },
      version: row.version,
      correlationId: row.correlation_id,
      requestId: row.request_id,
      effects: row.effects,
      attempts: row.attempts,
    }));
  }

  async done(id: string): Promise<void> {
    await this.#database.raw('DELETE FROM outbox WHERE id = ?', [id]);
  }

  async failed(id: string, error: string, park: boolean): Promise<void> {
    await this.#database.raw(
      `UPDATE outbox SET attempts = attempts + 1, last_error = ?,
              next_attempt_at = now() + least(power(2, attempts), 300) * interval '1 second',
              parked_at = CASE WHEN ? THEN now() END
        WHERE id = ?`,
      [error, park, id],
    );
  }
}
