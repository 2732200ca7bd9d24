import { type MigrationFile, tableOfBackfillIn } from '../../../db/migration-files.ts';
import { below, type ParsedStatement } from './syntax.ts';

const RETURNED = ['last_key', 'rows'];

/** What is wrong with a backfill: it must be one statement for one batch, as db/backfill.ts calls it. */
export function faultsOfBackfill(
  file: Pick<MigrationFile, 'sql'>,
  statements: readonly ParsedStatement[],
): string[] {
  const [statement] = statements;
  if (statement === undefined || statements.length > 1)
    return ['a backfill is one statement, which changes one batch'];
  const faults: string[] = [];
  if (tableOfBackfillIn(file.sql) === null) faults.push('its first line must be "-- Backfill of TABLE …"');
  const numbers = new Set(below(statement.node, 'ParamRef').map(({ number }) => number));
  if (!numbers.has(1) || [...numbers].some((number) => number !== 1 && number !== 2))
    faults.push('it must begin after the key $1, and know nothing else but $2');
  const limits = below(statement.node, 'limitCount').flatMap((limit) => below(limit, 'ParamRef'));
  if (!limits.some(({ number }) => number === 2)) faults.push('it must take $2 rows at most: LIMIT $2');
  if (below(statement.node, 'sortClause').length === 0)
    faults.push('it must go by the order of its key: ORDER BY');
  const changes = ['UpdateStmt', 'InsertStmt', 'DeleteStmt'].some(
    (kind) => below(statement.node, kind).length > 0,
  );
  if (!changes) faults.push('it changes no row');
  if (statement.kind !== 'SelectStmt' || !returns(statement))
    faults.push(`it must return ${RETURNED.join(' and ')}`);
  return faults;
}

function returns({ node }: ParsedStatement): boolean {
  const { targetList } = (node as { SelectStmt: { targetList?: unknown } }).SelectStmt;
  const list = Array.isArray(targetList) ? targetList : [];
  const names = list.flatMap((each) =>
    Object.values(each as object).map((target) => (target as { name?: string }).name),
  );
  return RETURNED.every((name) => names.includes(name));
}
