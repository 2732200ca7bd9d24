import { type StatementResult, type StatementText, send } from './driver-query.ts';
import { acquire, announce, type Connection, type Database, drop, release } from './lease.ts';

export interface TransactionOptions {
  /** Milliseconds a statement waits for a lock before it fails with 55P03; default: the connection's setting. */
  lockTimeout?: number;
  /** With it, all reads see the same snapshot. Without it, each statement sees what was committed before it. */
  isolation?: 'repeatable read' | 'repeatable read, read only';
}

interface Waiting {
  run(connection: Connection): void;
  fail(error: unknown): void;
}

let opened = 0;

/**
 * A transaction with few round trips: BEGIN is sent with its first statement, statements issued together are sent
 * together (`await Promise.all([…])`), and COMMIT is sent with the last ones, given to `commitWith`. PostgreSQL
 * executes them in order; after a failed statement all later ones fail. A transaction without statements takes no
 * connection.
 */
export class Transaction {
  readonly database: Database;
  /** Distinguishes this transaction's statements in knex's `query` event. */
  readonly #id: string;
  /** Sent before the first statement. */
  #settings: readonly string[];
  #connection: Connection | null = null;
  /** Statements issued while waiting for the connection, in order. */
  #waiting: Waiting[] | null = null;
  #begun = false;
  /** Statements are being gathered for the next write. */
  #gathering = false;
  #beforeWrite: (() => void) | null = null;
  #end: Promise<void> | null = null;
  #failure: unknown = null;
  readonly #afterCommit: (() => void)[] = [];

  constructor(database: Database, { lockTimeout, isolation }: TransactionOptions = {}) {
    opened += 1;
    this.#id = `transaction${opened}`;
    this.database = database;
    this.#settings = [
      ...(isolation === undefined ? [] : [`SET TRANSACTION ISOLATION LEVEL ${isolation}`]),
      ...(lockTimeout === undefined ? [] : [`SET LOCAL lock_timeout = ${Math.trunc(lockTimeout)}`]),
    ];
  }

  /** The error of the first failed statement; null if none has failed. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Sends a statement after those issued before. */
  query(statement: StatementText, values: readonly unknown[]): Promise<StatementResult> {
    if (this.#end !== null) return Promise.reject(new Error('the transaction has ended'));
    return this.#ask(statement, values);
  }

  /**
   * Sends the last statements together with COMMIT. `statements` must issue all of them before it awaits anything.
   * Their results arrive when it is too late to roll back, so they must fail by themselves if nothing may be written.
   */
  async commitWith<T>(statements: () => Promise<T>): Promise<T> {
    const answers = statements();
    let failed = false;
    answers.catch(() => {
      failed = true;
    });
    this.#beforeWrite = () => {
      // A statement that could not even be sent, because of an invalid value, has failed by then.
      if (!failed) this.commit().catch(() => undefined);
    };
    const answer = await answers;
    await this.commit();
    return answer;
  }

  /**
   * Runs after this transaction has committed, in the order registered; not if it rolled back, so not for an attempt
   * that is retried.
   */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Commits. Rejects with the error of the first failed statement, in which case PostgreSQL rolls back. */
  commit(): Promise<void> {
    this.#end ??= this.#finish('COMMIT');
    return this.#end;
  }

  /** Rolls back, unless the transaction has ended. Never rejects: if it fails, the connection is closed. */
  async rollback(): Promise<void> {
    this.#end ??= this.#finish('ROLLBACK');
    await this.#end.catch(() => undefined);
  }

  async #finish(command: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    if (this.#connection === null && this.#waiting === null) return;
    try {
      const done = await this.#ask({ text: command }, []);
      if (done.command !== command)
        throw this.#failure ?? new Error('PostgreSQL rolled the transaction back');
    } catch (error) {
      // A deferred constraint can make COMMIT itself fail. After ROLLBACK, the connection is known to be idle.
      await this.#ask({ text: 'ROLLBACK' }, []).catch(() => undefined);
      throw error;
    } finally {
      this.#giveBack();
    }
    if (command === 'COMMIT') for (const work of this.#afterCommit) work();
  }

  #giveBack(): void {
    const connection = this.#connection;
    if (connection === null) return;
    this.#connection = null;
    if (connection.getTransactionStatus() !== 'I') drop(connection);
    void release(this.database, connection);
  }

  #ask(statement: StatementText, values: readonly unknown[]): Promise<StatementResult> {
    if (this.#connection !== null) return this.#send(this.#connection, statement, values);
    return new Promise((resolve, reject) => {
      const run = (connection: Connection) => {
        this.#send(connection, statement, values).then(resolve, reject);
      };
      if (this.#waiting !== null) {
        this.#waiting.push({ run, fail: reject });
        return;
      }
      this.#waiting = [{ run, fail: reject }];
      void this.#connect();
    });
  }

  async #connect(): Promise<void> {
    const settle = (each: (waiting: Waiting) => void) => {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      waiting.forEach(each);
    };
    try {
      const connection = await acquire(this.database);
      this.#connection = connection;
      settle(({ run }) => {
        run(connection);
      });
    } catch (error) {
      settle(({ fail }) => {
        fail(error);
      });
    }
  }

  #send(
    connection: Connection,
    statement: StatementText,
    values: readonly unknown[],
  ): Promise<StatementResult> {
    this.#gather(connection);
    const settings = this.#settings;
    this.#settings = [];
    for (const text of settings) void this.#sendNext(connection, { text }, []);
    return this.#sendNext(connection, statement, values);
  }

  #sendNext(
    connection: Connection,
    statement: StatementText,
    values: readonly unknown[],
  ): Promise<StatementResult> {
    const first = !this.#begun;
    this.#begun = true;
    if (first) announce(this.database, 'BEGIN', [], this.#id);
    announce(this.database, statement.text, values, this.#id);
    const answer = send(connection, statement, values, first);
    // A failing setting is only reported here; every later statement fails too.
    answer.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return answer;
  }

  /** Statements sent in the same turn of the event loop go out in one write. */
  #gather({ connection: { stream } }: Connection): void {
    if (this.#gathering) return;
    this.#gathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#beforeWrite?.();
      this.#gathering = false;
      stream.uncork();
    });
  }
}
