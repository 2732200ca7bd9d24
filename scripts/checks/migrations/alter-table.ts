import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint } from 'libpg-query';
import type { MigrationFile } from '../../../db/migration-files.ts';
import type { History } from './history.ts';
import { below, columnsOf, functionsOf, nameOf, textsOf } from './syntax.ts';

type File = Pick<MigrationFile, 'phase' | 'alone'>;

/** Take a lock for a moment, and look at no row. */
const HARMLESS = new Set([
  ...['AT_ColumnDefault', 'AT_DropNotNull', 'AT_DropConstraint', 'AT_SetStatistics'],
  ...['AT_SetRelOptions', 'AT_ResetRelOptions', 'AT_EnableTrig', 'AT_DropExpression'],
]);
/** Their values are the same for every row, so that none is rewritten. */
const CONSTANT_FUNCTIONS = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);
const SERIAL = /^(small|big)?serial[248]?$/;

export const CASCADE = 'CASCADE drops what the file does not name: drop each by its name';

/** What is wrong with an ALTER TABLE of an existing table, one sentence each. */
export function faultsOfAlterTable(
  { relation, cmds = [] }: AlterTableStmt,
  file: File,
  history: History,
): string[] {
  const table = nameOf(relation);
  return cmds.flatMap((each) => {
    const [command] = below(each, 'AlterTableCmd') as AlterTableCmd[];
    if (command === undefined) return [];
    const cascade = command.behavior === 'DROP_CASCADE' ? [CASCADE] : [];
    return [...faultsOf(command, { table, file, history }), ...cascade];
  });
}

interface Place {
  table: string;
  file: File;
  history: History;
}

function faultsOf(command: AlterTableCmd, place: Place): string[] {
  const { table, file, history } = place;
  const { subtype = '', name = '' } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return below(command.def, 'ColumnDef').flatMap((column) =>
        faultsOfNewColumn(column as ColumnDef, place),
      );
    case 'AT_AddConstraint':
      return below(command.def, 'Constraint').flatMap((each) =>
        faultsOfConstraint(each as Constraint, place),
      );
    case 'AT_DropColumn':
      return file.phase === 'before'
        ? [`the former release may use ${table}.${name}: drop it in the second phase`]
        : [];
    case 'AT_ValidateConstraint':
      history.validate(table, name);
      return file.alone
        ? []
        : ['VALIDATE CONSTRAINT reads the whole table: give it a file outside a transaction'];
    case 'AT_SetNotNull':
      return faultsOfNotNull(table, name, place);
    case 'AT_AlterColumnType':
      return [
        `a new type of ${table}.${name} rewrites the table: add a column, backfill it, drop the former one`,
      ];
    default:
      return HARMLESS.has(subtype)
        ? []
        : [`${subtype} is not known to be harmless (scripts/checks/migrations)`];
  }
}

function faultsOfNewColumn({ colname = '', typeName, constraints }: ColumnDef, place: Place): string[] {
  const { table, file, history } = place;
  if (file.phase === 'before') history.addColumn(table, colname);
  const rules = below(constraints, 'Constraint') as Constraint[];
  const kinds = new Set(rules.map(({ contype }) => contype));
  const fallback = rules.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const faults: string[] = [];
  const type = textsOf(typeName?.names).at(-1) ?? '';
  if (SERIAL.test(type) || kinds.has('CONSTR_IDENTITY') || kinds.has('CONSTR_GENERATED'))
    faults.push(
      `${table}.${colname} is computed for every row, which rewrites the table: fill it with a backfill`,
    );
  const varying = functionsOf(fallback).filter((name) => !CONSTANT_FUNCTIONS.has(name));
  if (varying.length > 0)
    faults.push(
      `the default ${varying.join(', ')}() of ${table}.${colname} rewrites the table: set it in a statement of its own`,
    );
  if (kinds.has('CONSTR_NOTNULL') && (fallback === undefined || isNull(fallback)))
    faults.push(`${table}.${colname} is NOT NULL without a default: the former release cannot insert rows`);
  for (const kind of ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'] as const)
    if (kinds.has(kind))
      faults.push(
        `a constraint with the new column ${table}.${colname} reads the whole table: add it by itself, NOT VALID`,
      );
  return faults;
}

function isNull(expression: unknown): boolean {
  return below(expression, 'A_Const').some(({ isnull }) => isnull === true);
}

function faultsOfConstraint(constraint: Constraint, { table, file, history }: Place): string[] {
  const {
    contype,
    conname = '',
    skip_validation: isNotValid = false,
    indexname,
    raw_expr,
    fk_attrs,
  } = constraint;
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return [
      ...(indexname === undefined
        ? [
            `${conname} builds its index under a lock: build it CONCURRENTLY, then ADD CONSTRAINT … USING INDEX`,
          ]
        : []),
      ...(file.phase === 'before' ? [restricting(conname)] : []),
    ];
  if (contype !== 'CONSTR_CHECK' && contype !== 'CONSTR_FOREIGN')
    return [
      `${conname}: PostgreSQL 15 does not know this constraint, or it reads the whole table under a lock`,
    ];
  const columns = contype === 'CONSTR_FOREIGN' ? textsOf(fk_attrs) : columnsOf(raw_expr);
  const [demanded] = below(raw_expr, 'NullTest').filter(({ nulltesttype }) => nulltesttype === 'IS_NOT_NULL');
  if (demanded !== undefined && columns.length === 1) history.demandNotNull(table, conname, columns[0] ?? '');
  return [
    ...(isNotValid
      ? []
      : [
          `${conname} reads the whole table under a lock: add it NOT VALID, and validate it in a file of its own`,
        ]),
    ...(file.phase === 'before' && !history.areNew(table, columns) ? [restricting(conname)] : []),
  ];
}

function restricting(constraint: string): string {
  return `${constraint} restricts what the former release writes: add it in the second phase`;
}

function faultsOfNotNull(table: string, column: string, { file, history }: Place): string[] {
  return [
    ...(history.isProvenNotNull(table, column)
      ? []
      : [
          `SET NOT NULL of ${table}.${column} reads the whole table: first CHECK (${column} IS NOT NULL) NOT VALID, then validate it`,
        ]),
    ...(file.phase === 'before' && !history.areNew(table, [column])
      ? [restricting(`NOT NULL of ${column}`)]
      : []),
  ];
}
