import type { Database } from '../../db/database.ts';

/**
 * Counts the rows that committed transactions insert, change or delete. PostgreSQL's own counters
 * (pg_stat_user_tables) would do it without triggers, but they are up to ten seconds late, and they also count what was
 * rolled back, which is no change.
 */
export class WrittenRows {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async on(database: Database): Promise<WrittenRows> {
    await database.raw(`
      CREATE SCHEMA fuzz;
      CREATE UNLOGGED TABLE fuzz.written (relation text NOT NULL);
      CREATE FUNCTION fuzz.note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO fuzz.written VALUES (TG_TABLE_NAME || ' ' || lower(TG_OP)); RETURN NULL; END $$;
      DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        LOOP
          EXECUTE format('CREATE TRIGGER fuzz_note AFTER INSERT OR UPDATE OR DELETE ON public.%I FOR EACH ROW EXECUTE FUNCTION fuzz.note()', name);
        END LOOP;
      END $$;`);
    return new WrittenRows(database);
  }

  /** What has been written since the last call, e.g. "orders insert" → 1. */
  async take(): Promise<Map<string, number>> {
    const { rows } = await this.#database.raw<{ rows: { relation: string; count: number }[] }>(
      `WITH taken AS (DELETE FROM fuzz.written RETURNING relation)
       SELECT relation, count(*)::integer AS count FROM taken GROUP BY 1 ORDER BY 1`,
    );
    return new Map(rows.map(({ relation, count }) => [relation, count]));
  }
}
