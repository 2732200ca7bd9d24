import { RELEASES } from '../../db/releases.ts';

/** The releases that are recorded in db/releases.json. */
export function releaseTable(): string {
  const rows = RELEASES.map(
    ({ release, commit, lastMigration, schema }) =>
      `| ${release} | \`${commit}\` | ${String(lastMigration).padStart(4, '0')} | \`${schema.slice(0, 16)}…\` |`,
  );
  return [
    '| release | commit | last migration | SHA-256 of its `db/schema.sql` |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}
