/** One statement as PostgreSQL logs it with `log_min_duration_statement = 0`. */
export interface LoggedStatement {
  /** The process of the service that sent it. */
  sender: string;
  session: string;
  /** "backend/number" of the transaction it ran in; the number is 0 once that is over. */
  transaction: string;
  /** Milliseconds of parsing, binding and executing. */
  took: number;
  /** In one line, with long lists cut. */
  text: string;
}

export interface StatementTally {
  text: string;
  senders: string;
  count: number;
  took: number;
}

/** The statements of a transaction, and how many transactions are alike. */
export interface TransactionTally extends StatementTally {
  statements: number;
}

/** To be set as `log_line_prefix`, so that `readStatements` can tell who did what. */
export const LOG_LINE_PREFIX = '@%p|%v|%a|';

const ENTRY = /^@(\d+)\|([^|]*)\|([^|]*)\|LOG: {2}duration: ([\d.]+) ms(?: {2}(\w+)(?: [^:]*)?: ([\s\S]*))?$/;

/** The statements of a log in their order; parsing and binding are added to the execution they precede. */
export function readStatements(log: string): LoggedStatement[] {
  const statements: LoggedStatement[] = [];
  const prepared = new Map<string, number>();
  for (const entry of log.split(/\n(?=@\d+\|)/)) {
    const found = ENTRY.exec(entry.trimEnd());
    if (found === null) continue;
    const [, session = '', transaction = '', sender = '', took = '0', phase, text = ''] = found;
    if (phase === 'parse' || phase === 'bind') {
      prepared.set(session, (prepared.get(session) ?? 0) + Number(took));
      continue;
    }
    const before = prepared.get(session) ?? 0;
    prepared.delete(session);
    statements.push({ sender, session, transaction, took: before + Number(took), text: inOneLine(text) });
  }
  return statements;
}

/** Statements of the same text are counted together. The costliest first. */
export function tallyStatements(statements: readonly LoggedStatement[]): StatementTally[] {
  return tally(statements.map((each) => ({ ...each, statements: 1 })));
}

/** Transactions with the same statements in the same order are counted together. The costliest first. */
export function tallyTransactions(statements: readonly LoggedStatement[]): TransactionTally[] {
  return tally(
    transactionsOf(statements).map((members) => ({
      sender: members[0]?.sender ?? '',
      took: members.reduce((sum, { took }) => sum + took, 0),
      text: members.map(({ text }) => shortened(text)).join(' · '),
      statements: members.length,
    })),
  );
}

/**
 * In the order in which they began. The statement that ends a transaction is logged when it is over, under the number
 * 0.
 */
export function transactionsOf(statements: readonly LoggedStatement[]): LoggedStatement[][] {
  const transactions: LoggedStatement[][] = [];
  const open = new Map<string, LoggedStatement[]>();
  for (const statement of statements) {
    const { session, transaction, text } = statement;
    const current = open.get(session);
    const over = transaction.endsWith('/0') || transaction === '';
    const continues = over ? /^(commit|rollback)/i.test(text) : current?.[0]?.transaction === transaction;
    if (current !== undefined && continues) current.push(statement);
    else {
      const begun = [statement];
      transactions.push(begun);
      open.set(session, begun);
    }
  }
  return transactions;
}

const SHOWN_LENGTH = 60;

/** The statement's first words. */
export function shortened(text: string, length = SHOWN_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

type Counted = Pick<LoggedStatement, 'sender' | 'took' | 'text'> & { statements: number };

function tally(all: readonly Counted[]): TransactionTally[] {
  const tallies = new Map<string, TransactionTally & { from: Set<string> }>();
  for (const { text, sender, took, statements } of all) {
    const known = tallies.get(text) ?? { text, senders: '', count: 0, took: 0, statements, from: new Set() };
    known.count += 1;
    known.took += took;
    known.from.add(sender);
    tallies.set(text, known);
  }
  return [...tallies.values()]
    .map(({ from, ...rest }) => ({ ...rest, senders: [...from].sort().join(', ') }))
    .sort((one, other) => other.took - one.took);
}

function inOneLine(text: string): string {
  return text
    .replace(/^\s*--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .replace(
      /(\((?:\$\d+(?:::\w+)?|DEFAULT)(?:, ?(?:\$\d+(?:::\w+)?|DEFAULT))*\))(?:, ?\((?:\$\d+|DEFAULT)[^()]*\))+/gi,
      '$1, …',
    )
    .replace(/\(\$\d+(?:, ?\$\d+)+\)/g, '($…)')
    .replace(/'[^']{24,}'/g, "'…'")
    .trim();
}
