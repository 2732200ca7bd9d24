// `npm run schema`: writes db/schema.sql, the current schema for reading. It is read from the system catalogue of a
// throwaway database to which the migrations have just been applied.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../db/database.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { projectRoot } from '../db/root.ts';
import { startPostgres } from './embedded/postgres.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run schema

Writes db/schema.sql from a throwaway database to which all migrations are applied.`;

/** The file with the schema. */
export const SCHEMA_FILE = join(projectRoot, 'db/schema.sql');

const HEADER = `-- Today's schema, written by \`npm run schema\` from the catalogue of a migrated database. Do not edit: change it with
-- a migration (docs/database.md). Tables stand in the order of the migrations, each with its constraints, indexes and
-- triggers; a trigger's function stands before the first table that uses it. Other functions and views follow.
-- Partitions of single days and months are left out.

-- Functions may name what comes later.
SET check_function_bodies = off;`;

/** Objects of extensions and the list of applied migrations are left out. */
const isOurs = (oid: string, catalogue: string) =>
  `NOT EXISTS (SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = ${oid} AND deptype = 'e')`;
const OUR_RELATION = `c.relnamespace = 'public'::regnamespace AND c.relname !~ '^knex_' AND ${isOurs('c.oid', 'pg_class')}`;
/** Rows of the default partitions only: the others depend on the day. */
const NOT_DATED = `(NOT c.relispartition OR pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')`;

interface Statement {
  sql: string;
}

interface Column {
  table: string;
  name: string;
  type: string;
  /** The text after the type: default, identity, NOT NULL. */
  rest: string;
}

interface Part {
  table: string;
  sql: string;
}

interface Trigger extends Part {
  /** The signature of its function, as in `Routine`. */
  calls: string;
}

interface Routine {
  /** Name with argument types. */
  signature: string;
  sql: string;
}

/** A table with its columns, constraints, indexes and triggers. */
interface Table {
  name: string;
  /** After the closing bracket: partitioning and storage. */
  options: string;
  /** Of a default partition: its parent. */
  parent: string | null;
  refersTo: string[];
}

/**
 * The schema of a database as SQL that builds it, always the same text for the same schema: comments, columns,
 * constraints, indexes and triggers stand with their table.
 */
export function describeSchema(database: Database): Promise<string> {
  return database.transaction(
    async (trx) => {
      // Names of this schema are printed without it.
      await trx.raw(`SET LOCAL search_path = public`);
      const read = async <Row>(sql: string) => (await trx.raw<{ rows: Row[] }>(sql)).rows;
      const statements = async (sql: string) => (await read<Statement>(sql)).map((row) => row.sql);
      const extensions = await statements(EXTENSIONS);
      const sequences = await statements(SEQUENCES);
      const routines = new Map((await read<Routine>(ROUTINES)).map(({ signature, sql }) => [signature, sql]));
      const views = await statements(VIEWS);
      const parts = {
        columns: byTable(await read<Column>(COLUMNS)),
        constraints: byTable(await read<Part>(CONSTRAINTS)),
        comments: byTable(await read<Part>(COMMENTS)),
        indexes: byTable(await read<Part>(INDEXES)),
        triggers: byTable(await read<Trigger>(TRIGGERS)),
      };
      const tables = inOrder(await read<Table>(TABLES)).flatMap((table) => {
        const called = (parts.triggers.get(table.name) ?? []).map(({ calls }) => calls);
        return [...takeRoutines(routines, called), describeTable(table, parts)];
      });
      const all = [
        HEADER,
        extensions.join('\n'),
        sequences.join('\n'),
        ...tables,
        ...routines.values(),
        ...views,
      ];
      return `${all.join('\n\n')}\n`;
    },
    { readOnly: true },
  );
}

interface Parts {
  columns: Map<string, Column[]>;
  constraints: Map<string, Part[]>;
  comments: Map<string, Part[]>;
  indexes: Map<string, Part[]>;
  triggers: Map<string, Trigger[]>;
}

function describeTable({ name, options, parent }: Table, parts: Parts): string {
  const columns = parts.columns.get(name) ?? [];
  const constraints = parts.constraints.get(name) ?? [];
  const nameWidth = Math.max(0, ...columns.map((column) => column.name.length));
  const lines = [
    ...columns.map((column) => `${column.name.padEnd(nameWidth)} ${column.type}${column.rest}`),
    ...constraints.map(({ sql }) => sql),
  ];
  const body =
    parent === null
      ? `(\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`
      : `PARTITION OF ${parent} DEFAULT`;
  const rest = [parts.comments, parts.indexes, parts.triggers].flatMap((part) => part.get(name) ?? []);
  return [`CREATE TABLE ${name} ${body}${options};`, ...rest.map(({ sql }) => `${sql};`)].join('\n');
}

/** Removes the functions with these signatures from `routines` and returns those that were there. */
function takeRoutines(routines: Map<string, string>, signatures: readonly string[]): string[] {
  return [...new Set(signatures)].flatMap((signature) => {
    const sql = routines.get(signature);
    routines.delete(signature);
    return sql ?? [];
  });
}

/** Sorts each table after those it refers to, and otherwise keeps the sequence. */
function inOrder(tables: readonly Table[]): Table[] {
  const waiting = [...tables];
  const ordered: Table[] = [];
  const known = new Set<string>();
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refersTo }) => refersTo.every((name) => known.has(name)));
    const [table] = next < 0 ? [] : waiting.splice(next, 1);
    if (table === undefined)
      throw new Error(`Tables refer to each other: ${waiting.map(({ name }) => name)}`);
    ordered.push(table);
    known.add(table.name);
  }
  return ordered;
}

function byTable<Row extends { table: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

const EXTENSIONS = `
  SELECT 'CREATE EXTENSION ' || quote_ident(extname) || ';' AS sql FROM pg_extension WHERE extname <> 'plpgsql'
   ORDER BY extname`;

/** Without the sequences of identity columns, which belong to their tables. */
const SEQUENCES = `
  SELECT 'CREATE SEQUENCE ' || quote_ident(c.relname) || ';' AS sql
    FROM pg_class c
   WHERE c.relkind = 'S' AND ${OUR_RELATION}
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i'))
   ORDER BY c.oid`;

const ROUTINES = `
  SELECT p.oid::regprocedure::text AS signature,
         regexp_replace(trim(E'\\n' FROM pg_get_functiondef(p.oid)), '^CREATE OR REPLACE (FUNCTION|PROCEDURE) public\\.',
                        'CREATE \\1 ') || ';' AS sql
    FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace AND ${isOurs('p.oid', 'pg_proc')}
   ORDER BY p.oid`;

const VIEWS = `
  SELECT 'CREATE VIEW ' || quote_ident(c.relname) || E' AS\\n' || pg_get_viewdef(c.oid, true)
         || coalesce((SELECT string_agg(E'\\nCOMMENT ON '
                                        || CASE d.objsubid WHEN 0 THEN 'VIEW ' ELSE 'COLUMN ' END || quote_ident(c.relname)
                                        || coalesce('.' || quote_ident(a.attname), '')
                                        || ' IS ' || quote_literal(d.description) || ';', '' ORDER BY d.objsubid)
                        FROM pg_description d
                        LEFT JOIN pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
                       WHERE d.objoid = c.oid AND d.classoid = 'pg_class'::regclass), '') AS sql
    FROM pg_class c
   WHERE c.relkind = 'v' AND ${OUR_RELATION}
   ORDER BY c.oid`;

/** Ordered by creation: object ids only increase. */
const TABLES = `
  SELECT c.relname AS name,
         coalesce(' PARTITION BY ' || pg_get_partkeydef(c.oid), '')
         || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') AS options,
         (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid) AS parent,
         ARRAY(SELECT DISTINCT f.confrelid::regclass::text FROM pg_constraint f
                WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid
               UNION SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = c.oid) AS "refersTo"
    FROM pg_class c
   WHERE c.relkind IN ('r', 'p') AND ${OUR_RELATION} AND ${NOT_DATED}
   ORDER BY c.oid`;

const COLUMNS = `
  SELECT c.relname AS "table", quote_ident(a.attname) AS name,
         replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz') AS type,
         CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE ' || a.attcollation::regcollation ELSE '' END
         || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
         || CASE a.attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY' WHEN 'd' THEN ' GENERATED BY DEFAULT AS IDENTITY'
                               ELSE '' END
         || CASE WHEN a.attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid, true) || ') STORED'
                 ELSE coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true), '') END AS rest
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND ${OUR_RELATION} AND NOT c.relispartition
   ORDER BY c.relname, a.attnum`;

/** Primary key first, then unique, exclusion, foreign-key and check constraints. */
const CONSTRAINTS = `
  SELECT c.relname AS "table", 'CONSTRAINT ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true) AS sql
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
   WHERE k.contype IN ('p', 'u', 'x', 'f', 'c') AND ${OUR_RELATION} AND NOT c.relispartition
   ORDER BY c.relname, strpos('puxfc', k.contype::text), k.conname`;

const INDEXES = `
  SELECT c.relname AS "table",
         replace(replace(regexp_replace(pg_get_indexdef(i.indexrelid, 0, true), '\\s+', ' ', 'g'), ' USING btree', ''),
                 ' ON ONLY ', ' ON ') AS sql
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class n ON n.oid = i.indexrelid
   WHERE ${OUR_RELATION} AND NOT c.relispartition
     AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
   ORDER BY c.relname, n.relname`;

const TRIGGERS = `
  SELECT c.relname AS "table", t.tgfoid::regprocedure::text AS calls, pg_get_triggerdef(t.oid, true) AS sql
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE NOT t.tgisinternal AND ${OUR_RELATION} AND NOT c.relispartition
   ORDER BY c.relname, t.tgname`;

/** Comments of a table and its columns. */
const COMMENTS = `
  SELECT c.relname AS "table",
         'COMMENT ON ' || CASE d.objsubid WHEN 0 THEN 'TABLE ' ELSE 'COLUMN ' END || quote_ident(c.relname)
         || coalesce('.' || quote_ident(a.attname), '') || ' IS ' || quote_literal(d.description) AS sql
    FROM pg_description d
    JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
   WHERE c.relkind IN ('r', 'p') AND ${OUR_RELATION} AND ${NOT_DATED}
   ORDER BY c.relname, d.objsubid`;

/** Runs `work` on a temporary, empty PostgreSQL. */
async function withThrowawayDatabase<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const dataDir = join(projectRoot, '.data', 'schema');
  const [runDir, logs] = [join(dataDir, 'run'), join(dataDir, 'logs')];
  for (const folder of [runDir, logs]) mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres({
    clusterDir: join(dataDir, 'postgres'),
    runDir,
    logFile: join(logs, 'postgres.log'),
    projectRoot,
    password: 'postgres',
    maxConnections: 10,
    durable: false,
  });
  try {
    return await work(postgres.url('postgres'));
  } finally {
    await postgres.stop(true);
  }
}

async function writeSchema(): Promise<void> {
  const schema = await withThrowawayDatabase(async (databaseUrl) => {
    await migrateToLatest(databaseUrl);
    const database = openDatabase(databaseUrl, { name: 'wasl-schema', max: 1 });
    try {
      return await describeSchema(database);
    } finally {
      await database.destroy();
    }
  });
  writeFileSync(SCHEMA_FILE, schema);
  console.log('db/schema.sql is what the migrations make.');
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    readCommandLine({ usage: USAGE, options: {} });
    await writeSchema();
    return 0;
  });
}
