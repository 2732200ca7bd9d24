import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { RELEASES } from './releases.ts';
import { projectRoot } from './root.ts';

export const MIGRATIONS_FOLDER = path.join(projectRoot, 'db', 'migrations');

/**
 * `before`: while the former release still serves. `backfill` and `after`: once no process of the former release is
 * left.
 */
export type Phase = 'before' | 'backfill' | 'after';

/** In the order in which a release goes through them. */
export const PHASES: readonly Phase[] = ['before', 'backfill', 'after'];

/** Migrations up to this number were written before there were phases. They have none, and run on empty databases. */
export const BASELINE = 58;

export interface MigrationFile {
  /** Its file name without `.sql`, under which it is recorded as applied: `0060-drop-next-unit.after`. */
  readonly name: string;
  readonly number: number;
  /** That of the baseline is `before`. */
  readonly phase: Phase;
  readonly release: number;
  readonly sql: string;
  /** It is one statement that runs outside a transaction and may take long, because nothing waits for it. */
  readonly alone: boolean;
}

const NAME = /^(\d{4})-[a-z]+(?:-[a-z]+)*(?:\.(before|backfill|after))?$/;
/** The first line of a migration that must run outside a transaction. */
export const ALONE = '-- Outside a transaction:';

/** Throws if the name is not that of a migration, or says no phase although it must. */
export function parseMigration(name: string, sql: string, releases = RELEASES): MigrationFile {
  const [, digits, phase] = NAME.exec(name) ?? [];
  const number = Number(digits);
  const isBaseline = number <= BASELINE;
  if (digits === undefined || (phase === undefined) !== isBaseline) {
    const form = isBaseline ? 'NNNN-topic.sql' : 'NNNN-topic.before.sql, .backfill.sql or .after.sql';
    throw new Error(`${name}.sql: the file of a migration is called ${form} (docs/database.md)`);
  }
  const { release = releases.length + 1 } =
    releases.find(({ lastMigration }) => number <= lastMigration) ?? {};
  const phases = { phase: (phase ?? 'before') as Phase, alone: sql.startsWith(ALONE) };
  return { name, number, release, sql, ...phases };
}

/** The migrations of a folder, in the order in which they are applied: by release, then phase, then number. */
export async function readMigrations(
  folder = MIGRATIONS_FOLDER,
  releases = RELEASES,
): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const files = await Promise.all(
    names.map(async (file) => {
      const sql = await readFile(path.join(folder, file), 'utf8');
      return parseMigration(file.slice(0, -'.sql'.length), sql, releases);
    }),
  );
  return files.sort(
    (one, other) =>
      one.release - other.release ||
      PHASES.indexOf(one.phase) - PHASES.indexOf(other.phase) ||
      one.number - other.number,
  );
}

/** The table that a backfill changes, as its first line says; null if it says none. */
export function tableOfBackfillIn(sql: string): string | null {
  return /^-- Backfill of (\w+)/.exec(sql)?.[1] ?? null;
}
