import type {
  AlterTableStmt,
  CreateStmt,
  CreateTrigStmt,
  DropStmt,
  IndexStmt,
  InsertStmt,
  RangeVar,
  RenameStmt,
  VariableSetStmt,
} from 'libpg-query';
import { ALONE, type MigrationFile } from '../../../db/migration-files.ts';
import { MAX_LOCK_TIMEOUT_MS } from '../../../db/migration-session.ts';
import { CASCADE, faultsOfAlterTable } from './alter-table.ts';
import { faultsOfBackfill } from './backfill.ts';
import { History } from './history.ts';
import { below, functionsOf, nameOf, type ParsedStatement, parseStatements, textsOf } from './syntax.ts';

export interface Fault {
  readonly name: string;
  readonly line: number;
  readonly says: string;
}

/** Change the catalogue alone, or make what nobody uses yet. */
const HARMLESS = new Set([
  ...['CommentStmt', 'CreateFunctionStmt', 'AlterFunctionStmt', 'ViewStmt', 'CreateSeqStmt', 'AlterSeqStmt'],
  ...['CreateExtensionStmt', 'CreateStatsStmt', 'GrantStmt'],
]);
/** How a file says which existing tables its foreign keys lock together, and why. */
const TOLD_LOCKS = /^-- Locks ([\w, ]+): \S/m;
const UNITS_MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/** What is wrong with these migrations, which are given in the order in which they are applied. */
export async function faultsOfMigrations(files: readonly MigrationFile[]): Promise<Fault[]> {
  const history = new History();
  const faults: Fault[] = [];
  for (const file of files) faults.push(...(await faultsOfFile(file, history)));
  return faults;
}

async function faultsOfFile(file: MigrationFile, history: History): Promise<Fault[]> {
  history.begin(file.release);
  const fault = (says: string, line = 1): Fault => ({ name: file.name, line, says });
  let statements: ParsedStatement[];
  try {
    statements = await parseStatements(file.sql);
  } catch (error) {
    return [
      fault(`PostgreSQL does not understand it: ${error instanceof Error ? error.message : String(error)}`),
    ];
  }
  if (statements.length === 0) return [fault('it contains no statement')];
  if (file.phase === 'backfill') return faultsOfBackfill(file, statements).map((says) => fault(says));
  if (file.alone && statements.length > 1)
    return [fault('outside a transaction there may be one statement, or half of a file could be applied')];
  const faults = statements.flatMap((statement) =>
    [...faultsOf(statement, file, history), ...faultsOfSettings(statement)].map((says) =>
      fault(says, statement.line),
    ),
  );
  return [...faults, ...faultsOfLocks(file, history).map((says) => fault(says))];
}

/** A new table may need to refer to two that exist, and a foreign key between two always locks both: that is told. */
function faultsOfLocks({ sql }: MigrationFile, { locked, referred }: History): string[] {
  if (locked.size > 1) return [`it locks ${[...locked].join(', ')} until its end: one existing table a file`];
  const all = [...new Set([...locked, ...referred])].sort();
  const [, told = ''] = TOLD_LOCKS.exec(sql) ?? [];
  if (all.length < 2 || told === all.join(', ')) return [];
  return [
    `its foreign keys lock ${all.join(', ')} against writers until its end: one existing table a file, or the reason in a line "-- Locks ${all.join(', ')}: …"`,
  ];
}

function faultsOf({ kind, node }: ParsedStatement, file: MigrationFile, history: History): string[] {
  const of = <T>() => (node as unknown as Record<string, T>)[kind] as T;
  switch (kind) {
    case 'CreateStmt':
      return faultsOfCreate(of<CreateStmt>(), file, history);
    case 'IndexStmt':
      return faultsOfIndex(of<IndexStmt>(), file, history);
    case 'AlterTableStmt':
      return faultsOfAlter(of<AlterTableStmt>(), file, history);
    case 'DropStmt':
      return faultsOfDrop(of<DropStmt>(), file, history);
    case 'CreateTrigStmt':
      lock(history, nameOf(of<CreateTrigStmt>().relation));
      return onlyIn(file, 'CREATE TRIGGER');
    case 'RenameStmt':
      return faultsOfRename(of<RenameStmt>(), file, history);
    case 'InsertStmt':
      return faultsOfInsert(of<InsertStmt>(), history);
    case 'UpdateStmt':
    case 'DeleteStmt':
    case 'SelectStmt':
    case 'MergeStmt':
    case 'CreateTableAsStmt':
      return ['rows are changed in batches, by a backfill'];
    case 'TransactionStmt':
      return ['it is run in a transaction of its own: no BEGIN and COMMIT'];
    case 'VariableSetStmt':
      return faultsOfSet(of<VariableSetStmt>());
    default:
      return HARMLESS.has(kind)
        ? onlyIn(file, kind)
        : [`${kind} is not known to be harmless (scripts/checks/migrations)`];
  }
}

/** Outside a transaction there is nothing but what cannot run in one, or reads a whole table without locking it. */
function onlyIn(file: MigrationFile, what: string): string[] {
  return file.alone ? [`${what} belongs into a transaction: remove the first line "${ALONE} …"`] : [];
}

function lock(history: History, table: string): void {
  if (!history.created.has(table)) history.locked.add(table);
}

/** A foreign key locks the table that it refers to against writers, as PostgreSQL puts triggers there too. */
function lockReferred(history: History, statement: unknown): void {
  for (const relation of below(statement, 'pktable')) {
    const table = nameOf(relation as RangeVar);
    if (!history.created.has(table)) history.referred.add(table);
  }
}

function faultsOfCreate(statement: CreateStmt, file: MigrationFile, history: History): string[] {
  const { relation, if_not_exists: isOptional } = statement;
  history.created.add(nameOf(relation));
  lockReferred(history, statement);
  return [...(isOptional === true ? [DIFFERENT] : []), ...onlyIn(file, 'CREATE TABLE')];
}

const DIFFERENT = 'IF EXISTS and IF NOT EXISTS have different effects on different databases';
const OUTSIDE = `CONCURRENTLY cannot run in a transaction: begin the file with "${ALONE} …"`;

function faultsOfIndex(index: IndexStmt, file: MigrationFile, history: History): string[] {
  const { relation, concurrent = false, if_not_exists: isOptional = false, unique = false } = index;
  const table = nameOf(relation);
  if (history.created.has(table)) return isOptional ? [DIFFERENT] : onlyIn(file, 'an index of a new table');
  const restricts =
    unique && file.phase === 'before'
      ? ['a unique index restricts what the former release writes: build it in the second phase']
      : [];
  if (!concurrent)
    return [
      `an index of ${table} blocks its writers while it is built: CREATE INDEX CONCURRENTLY`,
      ...restricts,
    ];
  return [
    ...(file.alone ? [] : [OUTSIDE]),
    ...(isOptional ? [] : ['it may be run twice, after a crash: CREATE INDEX CONCURRENTLY IF NOT EXISTS']),
    ...restricts,
  ];
}

function faultsOfAlter(statement: AlterTableStmt, file: MigrationFile, history: History): string[] {
  const table = nameOf(statement.relation);
  lockReferred(history, statement);
  if (history.created.has(table)) return onlyIn(file, 'ALTER TABLE of a new table');
  if (!file.alone) lock(history, table);
  const subtypes = below(statement, 'AlterTableCmd').map(({ subtype }) => subtype);
  const isValidation = subtypes.every((subtype) => subtype === 'AT_ValidateConstraint');
  return [
    ...(isValidation ? [] : onlyIn(file, 'ALTER TABLE')),
    ...faultsOfAlterTable(statement, file, history),
  ];
}

const NAMES_IN_USE =
  'processes know it by its name: add a new one, backfill it, drop the former one a release later';
/** No statement of the service names them. */
const UNNAMED: ReadonlySet<string | undefined> = new Set([
  'OBJECT_INDEX',
  'OBJECT_TABCONSTRAINT',
  'OBJECT_TRIGGER',
]);

/** Both the former release and this one run at some time on what a rename leaves, and one of them knows another name. */
function faultsOfRename({ relation, renameType }: RenameStmt, file: MigrationFile, history: History) {
  const table = nameOf(relation);
  if (history.created.has(table)) return onlyIn(file, 'a new name');
  if (renameType !== 'OBJECT_INDEX' && table !== '') lock(history, table);
  return [...(UNNAMED.has(renameType) ? [] : [NAMES_IN_USE]), ...onlyIn(file, 'a new name')];
}

function faultsOfDrop(statement: DropStmt, file: MigrationFile, history: History): string[] {
  const { removeType, concurrent = false, missing_ok: isOptional = false, objects } = statement;
  const phase = file.phase === 'before' ? ['the former release may use it: drop it in the second phase'] : [];
  if (removeType === 'OBJECT_INDEX') {
    if (!concurrent)
      return ['DROP INDEX waits for everybody who reads the table: DROP INDEX CONCURRENTLY', ...phase];
    return [
      ...(file.alone ? [] : [OUTSIDE]),
      ...(isOptional ? [] : ['it may be run twice, after a crash: DROP INDEX CONCURRENTLY IF EXISTS']),
      ...phase,
    ];
  }
  if (removeType === 'OBJECT_TABLE' || removeType === 'OBJECT_TRIGGER') {
    for (const each of objects ?? []) {
      const names = textsOf(each);
      lock(history, (removeType === 'OBJECT_TRIGGER' ? names.at(-2) : names.at(-1)) ?? '');
    }
  }
  return [
    ...(isOptional ? [DIFFERENT] : []),
    ...(statement.behavior === 'DROP_CASCADE' ? [CASCADE] : []),
    ...phase,
    ...onlyIn(file, 'DROP'),
  ];
}

function faultsOfInsert({ relation, selectStmt }: InsertStmt, history: History): string[] {
  if (history.created.has(nameOf(relation))) return [];
  return below(selectStmt, 'fromClause').length > 0
    ? ['rows made from rows are made in batches, by a backfill']
    : [];
}

/** The runner sets both limits; a migration may wait for locks a little longer, or less. */
function faultsOfSet({ name = '', kind, args, is_local: isLocal = false }: VariableSetStmt): string[] {
  if (name === 'statement_timeout')
    return ['the time for a statement is set for all migrations (db/migration-session.ts)'];
  if (name !== 'lock_timeout') return ['a setting would hold for the migrations that follow'];
  const milliseconds = kind === 'VAR_SET_VALUE' ? durationOf(args) : Number.POSITIVE_INFINITY;
  const fits = milliseconds > 0 && milliseconds <= MAX_LOCK_TIMEOUT_MS;
  return [
    ...(fits
      ? []
      : [`lock_timeout must be ${MAX_LOCK_TIMEOUT_MS / 1_000} s at most: everybody else waits as long`]),
    ...(isLocal
      ? []
      : ['without LOCAL, it would hold for the migrations that follow: SET LOCAL lock_timeout']),
  ];
}

/** By way of a function it would not be seen. */
function faultsOfSettings({ node }: ParsedStatement): string[] {
  return functionsOf(node).includes('set_config') ? ['set_config() in place of SET LOCAL is not judged'] : [];
}

function durationOf(args: unknown): number {
  const [number] = below(args, 'ival').map(({ ival }) => Number(ival ?? 0));
  if (number !== undefined && Number.isFinite(number)) return number;
  const [text = ''] = below(args, 'sval').map(({ sval }) => String(sval));
  const [, value, unit = 'ms'] = /^\s*([\d.]+)\s*(us|ms|s|min|h)?\s*$/.exec(text) ?? [];
  return value === undefined
    ? Number.POSITIVE_INFINITY
    : Number(value) * (UNITS_MS[unit] ?? Number.POSITIVE_INFINITY);
}
