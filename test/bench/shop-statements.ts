import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../db/root.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import type { BenchServices } from './durable-services.ts';
import type { TableWrites } from './shop-order-cost.ts';
import {
  LOG_LINE_PREFIX,
  type LoggedStatement,
  readStatements,
  shortened,
  tallyStatements,
  tallyTransactions,
  transactionsOf,
} from './statement-log.ts';

/** Milliseconds until a changed setting has reached every session, and the effects of orders have happened. */
const SETTLED_AFTER = 3_000;
const STATEMENT_LENGTH = 140;

/** The statements sent to PostgreSQL while `work` is done, including all effects. */
export async function logStatements(
  { databaseUrl, logFile }: BenchServices,
  work: () => Promise<void>,
): Promise<LoggedStatement[]> {
  await configure(databaseUrl, [
    `ALTER SYSTEM SET log_line_prefix = '${LOG_LINE_PREFIX}'`,
    'ALTER SYSTEM SET log_min_duration_statement = 0',
  ]);
  try {
    await pause(SETTLED_AFTER);
    const from = statSync(logFile).size;
    await work();
    await pause(SETTLED_AFTER);
    return readStatements(textFrom(logFile, from)).filter(({ sender }) => sender !== '');
  } finally {
    await configure(databaseUrl, [
      'ALTER SYSTEM RESET log_min_duration_statement',
      'ALTER SYSTEM RESET log_line_prefix',
    ]);
  }
}

export interface StatementReport {
  title: string;
  orders: number;
  /** Statements of many orders by many shoppers. */
  many: readonly LoggedStatement[];
  /** Statements of one order by one shopper. */
  one: readonly LoggedStatement[];
  tables: readonly TableWrites[];
}

/** Writes it beside the bench's other data. Returns the path. */
export function writeStatementReport(name: string, report: StatementReport): string {
  const file = join(projectRoot, '.data', 'bench', `${name}.md`);
  writeFileSync(file, `${describe(report).join('\n')}\n`);
  return file;
}

function describe({ title, orders, many, one, tables }: StatementReport): string[] {
  const each = (count: number) => (count / orders).toFixed(2);
  const transactions = tallyTransactions(many);
  const total = transactions.reduce((sum, { count }) => sum + count, 0);
  const time = many.reduce((sum, { took }) => sum + took, 0);
  return [
    `# ${title}`,
    '',
    `${orders} orders while every statement was logged: ${each(many.length)} statements in ${each(total)} transactions and ${each(time)} ms of PostgreSQL an order. The times are those of a clock, so they hold waiting for locks, the disk and a processor.`,
    '',
    '## Rows written an order, by table',
    '',
    '| table | inserted | updated | deleted |',
    '|---|---|---|---|',
    ...tables.map(
      ({ table, inserted, updated, deleted }) =>
        `| \`${table}\` | ${[inserted, updated, deleted].map((count) => count.toFixed(2)).join(' | ')} |`,
    ),
    '',
    '## Transactions, by what is in them',
    '',
    '| an order | ms an order | statements | of | what |',
    '|---|---|---|---|---|',
    ...transactions
      .filter(({ count }) => count >= orders / 50)
      .map(
        ({ count, took, statements, senders, text }) =>
          `| ${each(count)} | ${each(took)} | ${statements} | ${senders} | ${shown(text, 1_000)} |`,
      ),
    '',
    '## Statements',
    '',
    '| an order | ms an order | µs each | of | what |',
    '|---|---|---|---|---|',
    ...tallyStatements(many)
      .filter(({ count }) => count >= orders / 50)
      .map(
        ({ count, took, senders, text }) =>
          `| ${each(count)} | ${each(took)} | ${((took / count) * 1_000).toFixed(0)} | ${senders} | ${shown(text, STATEMENT_LENGTH)} |`,
      ),
    '',
    '## One order of one shopper, in the order of the log',
    '',
    '| transaction | of | µs | what |',
    '|---|---|---|---|',
    ...transactionsOf(one).flatMap((members, index) =>
      members.map(
        ({ sender, took, text }) =>
          `| ${index + 1} | ${sender} | ${(took * 1_000).toFixed(0)} | ${shown(text, STATEMENT_LENGTH)} |`,
      ),
    ),
  ];
}

function shown(text: string, length: number): string {
  return `\`${shortened(text, length).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

async function configure(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (const statement of [...statements, 'SELECT pg_reload_conf()']) await client.query(statement);
  } finally {
    await client.end();
  }
}

function textFrom(file: string, from: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(statSync(file).size - from);
    readSync(descriptor, bytes, 0, bytes.length, from);
    return bytes.toString('utf8');
  } finally {
    closeSync(descriptor);
  }
}
