import type { ActorKind, ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { DueTimer, TimerStore } from '../../actors/runtime/store.ts';
import type { Database } from '../database.ts';

interface Row {
  kind: ActorKind;
  key: string;
  name: string;
  due_at: Date;
  type: string;
  payload: JsonObject;
  timer_id: string;
  correlation_id: string;
  attempts: number;
}

export class PgTimerStore implements TimerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(now: Date, limit: number): Promise<DueTimer[]> {
    const { rows } = await this.#database.raw<{ rows: Row[] }>(
      // `due_at` is domain time, the retry clock is real time.
      `UPDATE actor_timer t SET next_attempt_at = now() + interval '30 seconds'
         FROM (SELECT kind, key, name FROM actor_timer
                WHERE parked_at IS NULL AND due_at <= ? AND (next_attempt_at IS NULL OR next_attempt_at <= now())
                ORDER BY due_at LIMIT ? FOR UPDATE SKIP LOCKED) due
        WHERE t.kind = due.kind AND t.key = due.key AND t.name = due.name
       RETURNING t.kind, t.key, t.name, t.due_at, t.type, t.payload, t.timer_id, t.correlation_id, t.attempts`,
      [now, limit],
    );
    return rows.map((row) => ({
      ref: { kind: row.kind, key: row.key },
      name: row.name,
      dueAt: row.due_at.toISOString(),
      type: row.type,
      payload: row.payload,
      timerId: row.timer_id,
      correlationId: row.correlation_id,
      attempts: row.attempts,
    }));
  }

  async done(ref: ActorRef, name: string, timerId: string): Promise<void> {
    await this.#database.raw(
      'DELETE FROM actor_timer WHERE kind = ? AND key = ? AND name = ? AND timer_id = ?',
      [ref.kind, ref.key, name, timerId],
    );
  }

  async failed(ref: ActorRef, name: string, timerId: string, error: string, park: boolean): Promise<void> {
    await this.#database.raw(
      `UPDATE actor_timer SET attempts = attempts + 1, last_error = ?,
              next_attempt_at = now() + least(power(2, attempts), 300) * interval '1 second',
              parked_at = CASE WHEN ? THEN now() END
        WHERE kind = ? AND key = ? AND name = ? AND timer_id = ?`,
      [error, park, ref.kind, ref.key, name, timerId],
    );
  }
}
