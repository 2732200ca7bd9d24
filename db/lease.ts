import type knex from 'knex';
import type { Client } from 'pg';

export type Database = knex.Knex;

/** The argument of listeners to knex's `query` event. */
interface QueryEvent {
  sql: string;
  bindings: readonly unknown[];
  /** Id of the transaction that runs the query. */
  __knexTxId?: string;
}

/** The part of knex that acquires and releases connections of its pool. */
interface Lender {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  emit(event: 'query', query: QueryEvent): boolean;
}

export type Connection = Client & {
  /** Set by knex on a connection used by one of knex's own transactions. */
  __knexTxId?: string;
  /** Set when knex's pool must not reuse this connection, with the reason. */
  __knex__disposed?: unknown;
};

/** Acquires a connection from the pool; rejects if none is free in time. The caller must release it. */
export function acquire(database: Database): Promise<Connection> {
  return lenderOf(database).acquireConnection();
}

export function release(database: Database, connection: Connection): Promise<void> {
  return lenderOf(database).releaseConnection(connection);
}

/** Closes a connection that is unsafe to reuse, whatever it is doing. It must still be released. */
export function drop(connection: Connection): void {
  connection.__knex__disposed ??= 'left in the middle of a transaction';
  connection.connection.stream.destroy();
}

/** Reports a statement sent to the driver directly to the listeners of knex's `query` event. */
export function announce(
  database: Database,
  sql: string,
  bindings: readonly unknown[],
  transactionId?: string,
): void {
  lenderOf(database).emit('query', {
    sql,
    bindings,
    ...(transactionId === undefined ? {} : { __knexTxId: transactionId }),
  });
}

function lenderOf(database: Database): Lender {
  return database.client;
}
