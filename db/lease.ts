import type knex from 'knex';
import type { Client } from 'pg';

export type Database = knex.Knex;

/** What a listener of knex's `query` event is given. */
interface QueryEvent {
  sql: string;
  bindings: readonly unknown[];
  /** Of the transaction that asks. */
  __knexTxId?: string;
}

/** The part of knex that lends the connections of its pool and takes them back. */
interface Lender {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  emit(event: 'query', query: QueryEvent): boolean;
}

export type Connection = Client & {
  /** Set by knex on a connection of a transaction of its own. */
  __knexTxId?: string;
  /** Why knex's pool gives this connection to nobody any more. */
  __knex__disposed?: unknown;
};

/** Waits for a connection of the pool, and rejects when none is free in time. Whoever gets it gives it back. */
export function acquire(database: Database): Promise<Connection> {
  return lenderOf(database).acquireConnection();
}

export function release(database: Database, connection: Connection): Promise<void> {
  return lenderOf(database).releaseConnection(connection);
}

/** Closes a connection that is in no order to be used again, whatever it is doing. It is released all the same. */
export function drop(connection: Connection): void {
  connection.__knex__disposed ??= 'left in the middle of a transaction';
  connection.connection.stream.destroy();
}

/** Tells the listeners of knex's `query` event of a statement that goes to the driver without knex. */
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
