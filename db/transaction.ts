import { type StatementResult, type StatementText, send } from './driver-query.ts';
import { acquire, announce, type Connection, type Database, drop, release } from './lease.ts';

export interface TransactionOptions {
  /** Milliseconds a statement waits for a lock before it fails with 55P03; the connection's own patience, unless told. */
  lockTimeout?: number;
  /** One moment of the database for all reads. Without it each statement sees what was committed before it. */
  isolation?: 'repeatable read' | 'repeatable read, read only';
}

interface Waiting {
  run(connection: Connection): void;
  fail(error: unknown): void;
}

let opened = 0;

/**
 * A transaction of few round trips: BEGIN travels with its first statement, statements given at once travel together
 * (`await Promise.all([…])`), and COMMIT travels with the last ones given to `commitWith`. PostgreSQL carries them out in
 * the order given; after one that fails all others fail. A transaction that asks nothing takes no connection.
 */
export class Transaction {
  readonly database: Database;
  /** Tells this transaction's statements from others in knex's `query` event. */
  readonly #id: string;
  /** To be sent before the first statement. */
  #settings: readonly string[];
  #connection: Connection | null = null;
  /** What was asked while the connection was waited for, in order. */
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

  /** Of the first statement that failed; null when none has. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Sends a statement behind those given before. */
  query(statement: StatementText, values: readonly unknown[]): Promise<StatementResult> {
    if (this.#end !== null) return Promise.reject(new Error('the transaction has ended'));
    return this.#ask(statement, values);
  }

  /**
   * Sends the last statements, and COMMIT with them. `statements` gives all of them before it waits for anything. What
   * they answer is known when it is too late to roll back: they must fail by themselves where nothing may be written.
   */
  async commitWith<T>(statements: () => Promise<T>): Promise<T> {
    const answers = statements();
    let failed = false;
    answers.catch(() => {
      failed = true;
    });
    this.#beforeWrite = () => {
      // A statement that could not even be sent, one of its values being wrong, has said so by then.
      if (!failed) this.commit().catch(() => undefined);
    };
    const answer = await answers;
    await this.commit();
    return answer;
  }

  /** Done when this has committed, in the order given; never when it has not, so not by a try that is repeated. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Commits. Rejects as the first statement that failed did, where PostgreSQL rolls back instead. */
  commit(): Promise<void> {
    this.#end ??= this.#finish('COMMIT');
    return this.#end;
  }

  /** Undoes everything, unless the transaction has ended. Never rejects: a connection that fails here is given up. */
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
      // A constraint that is checked at the end refuses COMMIT itself. What comes back then is a connection at rest.
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
    // A setting that fails is heard here alone; every statement behind it fails too.
    answer.catch((error: unknown) => {
      this.#failure ??= error;
    });
    return answer;
  }

  /** What is sent before the event loop goes on leaves in one write. */
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
