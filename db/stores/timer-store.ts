import type { ActorKind, ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { DueTimer, TimerStore } from '../../actors/runtime/store.ts';
import type { Database } from '../database.ts';
import { bigint, boolean, integer, jsonb, oneOf, text, timestamptz, uuid } from '../sql-types.ts';
import { statement } from '../statement.ts';

const OF_ACTOR = { kind: oneOf<ActorKind>(), key: uuid };

export class PgTimerStore implements TimerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(now: Date, limit: number): Promise<DueTimer[]> {
    const rows = await claim.all(this.#database, { now, limit });
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

  async done({ kind, key }: ActorRef, name: string, timerId: string): Promise<void> {
    await deleteDone.count(this.#database, { kind, key, name, timerId });
  }

  async failed(
    { kind, key }: ActorRef,
    name: string,
    timerId: string,
    error: string,
    park: boolean,
  ): Promise<void> {
    await postpone.count(this.#database, { kind, key, name, timerId, error, park });
  }
}

// `due_at` is domain time, the retry time is real time.
const claim = statement({
  name: 'timer.claim_due',
  sql: `UPDATE actor_timer t SET next_attempt_at = now() + interval '30 seconds'
          FROM (SELECT kind, key, name FROM actor_timer
                 WHERE parked_at IS NULL AND due_at <= :now AND (next_attempt_at IS NULL OR next_attempt_at <= now())
                 ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED) due
         WHERE t.kind = due.kind AND t.key = due.key AND t.name = due.name
        RETURNING t.kind, t.key, t.name, t.due_at, t.type, t.payload, t.timer_id, t.correlation_id, t.attempts`,
  params: { now: timestamptz, limit: bigint },
  row: {
    ...{ ...OF_ACTOR, name: text, due_at: timestamptz, type: text },
    ...{ payload: jsonb<JsonObject>(), timer_id: uuid, correlation_id: text, attempts: integer },
  },
});

const deleteDone = statement({
  name: 'timer.done',
  sql: 'DELETE FROM actor_timer WHERE kind = :kind AND key = :key AND name = :name AND timer_id = :timerId',
  params: { ...OF_ACTOR, name: text, timerId: uuid },
});

const postpone = statement({
  name: 'timer.failed',
  sql: `UPDATE actor_timer SET attempts = attempts + 1, last_error = :error,
               next_attempt_at = now() + least(power(2, attempts), 300) * interval '1 second',
               parked_at = CASE WHEN :park THEN now() END
         WHERE kind = :kind AND key = :key AND name = :name AND timer_id = :timerId`,
  params: { ...OF_ACTOR, name: text, timerId: uuid, error: text, park: boolean },
});
