import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';

/** How long the rows of a table are kept. */
export interface Retention {
  until: string;
  /** The scheduled job that deletes them. */
  by?: string;
  /** Why no job deletes them. */
  why?: string;
}

export type RetentionPlan = { readonly [table: string]: Retention };

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

export function readRetention(): RetentionPlan {
  return JSON.parse(read('server/retention.json')) as RetentionPlan;
}

/** What a row of each table is, as the schema says. */
export function readTables(): Map<string, string> {
  const schema = read('db/schema.sql');
  const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table = '']) => table);
  const comments = new Map(
    [...schema.matchAll(/^COMMENT ON TABLE (\w+) IS '(.*)';$/gm)].map(([, table = '', text = '']) => [
      table,
      text.replaceAll("''", "'"),
    ]),
  );
  return new Map(tables.map((table) => [table, comments.get(table) ?? '']));
}

/** Every table: what it keeps, for how long, and who deletes it or why nobody does. */
export function retentionTable(): string {
  const plan = readRetention();
  const rows = [...readTables()].map(([table, what]) => {
    const { until = '', by, why = '' } = plan[table] ?? {};
    return `| \`${table}\` | ${what} | ${until} | ${by === undefined ? why : `job \`${by}\``} |`;
  });
  return ['| table | a row is | kept | deleted by, or why not |', '|---|---|---|---|', ...rows].join('\n');
}
