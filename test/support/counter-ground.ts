import { type Database, openDatabase } from '../../db/database.ts';
import { PgTimerStore } from '../../db/stores/timer-store.ts';
import type { Books, Ground } from './counter-process.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import { createTestDatabase } from './database.ts';

type Start = (url: string, first?: CounterRuntime, options?: { effects: false }) => CounterRuntime;

/** Sets up counters on PostgreSQL. */
export async function openCounterGround(start: Start): Promise<Ground> {
  const testDatabase = await createTestDatabase({ catalogue: false });
  const database = openDatabase(testDatabase.url, { name: 'test-books', max: 4 });
  let first: CounterRuntime | undefined;
  return {
    books: booksOf(database),
    start: async (options) => {
      const process = start(testDatabase.url, first, options);
      first ??= process;
      return process;
    },
    close: async () => {
      await database.destroy();
      await testDatabase.drop();
    },
  };
}

function booksOf(database: Database): Books {
  return {
    versions: async (key) => {
      const rows = await database('actor_command').where({ key }).orderBy('version').select('version');
      return rows.map(({ version }) => version);
    },
    holdRow: async (key) => {
      const blocker = await database.transaction();
      await blocker.raw('SELECT 1 FROM actor WHERE key = ? FOR UPDATE', [key]);
      return async () => {
        await blocker.rollback();
      };
    },
    outbox: async () => {
      const rows = await database('outbox').select('*');
      return rows.map((row) => ({
        attempts: row.attempts,
        parked: row.parked_at !== null,
        error: row.last_error,
        putBack: () => database('outbox').insert({ ...row, effects: JSON.stringify(row.effects) }),
      }));
    },
    makeOutboxDue: async () => {
      await database('outbox').update({ next_attempt_at: database.raw(`now() - interval '1 second'`) });
    },
    emptyOutbox: async () => {
      await database('outbox').delete();
    },
    timers: async (key) => {
      const rows = await database('actor_timer').where({ key }).select('name', 'timer_id');
      return rows.map(({ name, timer_id: timerId }) => ({ name, timerId }));
    },
    endTimer: (key, name, timerId) => new PgTimerStore(database).done({ kind: 'zone', key }, name, timerId),
  };
}
