import pg from 'pg';

export interface StatementText {
  /** With a name, each connection parses the text once and plans it once for all values. */
  name?: string;
  /** With `$1` for the first value. */
  text: string;
}

export interface StatementResult {
  /** PostgreSQL's command tag: `SELECT`, `COMMIT`. */
  command: string;
  rows: object[];
  /** Number of rows returned or changed. */
  rowCount: number;
}

/** Sends a statement on a connection, after those sent before. Rejects with the driver's error. */
export async function send(
  connection: pg.Client,
  statement: StatementText,
  values: readonly unknown[],
  first = false,
): Promise<StatementResult> {
  try {
    const { command, rows, rowCount } = await new Promise<pg.QueryResult>((resolve, reject) => {
      const Query = first ? FirstQuery : PreparedQuery;
      connection.query(
        new Query(statement, values, (error, result) => (error ? reject(error) : resolve(result))),
      );
    });
    return { command, rows, rowCount: rowCount ?? rows.length };
  } catch (error) {
    // The driver's stack leads to the socket; replace it by that of the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

type Callback = (error: Error | undefined, result: pg.QueryResult) => void;

/** The driver's query, created from its text because the driver copies a query given as an object. */
class PreparedQuery extends pg.Query {
  declare name: string | undefined;

  constructor({ name, text }: StatementText, values: readonly unknown[], callback: Callback) {
    super(text, values as unknown[], callback as (error: Error | undefined, result: pg.Result) => void);
    this.name = name;
  }
}

/** Methods that the driver calls on a query, which are missing in its types. */
interface QueryHandlers {
  /** Returns an error for the driver to pass to the query. */
  submit(connection: pg.Connection): Error | null;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}

const handlers = pg.Query.prototype as unknown as QueryHandlers;
const BEGIN = 'wasl.begin';

/**
 * The first statement of a transaction, preceded by BEGIN. Both share one Sync, so that PostgreSQL skips the statement
 * if BEGIN is cancelled. With a Sync of its own, the statement would then run and commit by itself.
 */
class FirstQuery extends PreparedQuery implements QueryHandlers {
  /** Never a simple query, which would have its own Sync. */
  readonly queryMode = 'extended';
  #begun = false;

  override submit = (connection: pg.Connection): Error | null => {
    connection.stream.cork();
    try {
      connection.bind({ statement: BEGIN }, true);
      connection.execute(null, true);
      return handlers.submit.call(this, connection);
    } finally {
      connection.stream.uncork();
    }
  };

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#begun) handlers.handleCommandComplete.call(this, message, connection);
    this.#begun = true;
  }
}

/** Has a new connection parse BEGIN, once for all its transactions. For `afterCreate` of a pool. */
export function prepareBegin(
  connection: pg.Client,
  done: (error: Error | null, connection: pg.Client) => void,
): void {
  Promise.all([connection.query({ name: BEGIN, text: 'BEGIN' }), connection.query('ROLLBACK')]).then(
    () => done(null, connection),
    (error: Error) => done(error, connection),
  );
}
