import knex from 'knex';
import type { Database } from '../database.ts';
import { Transaction } from '../transaction.ts';

/** How knex calls a connection. */
interface Query {
  text: string;
  values: readonly unknown[];
}
type Done = (error: unknown, response?: unknown) => void;

const known = new WeakMap<Transaction, Database>();

/**
 * What Objection and knex's builder need to run in an executor's transaction. This is the only use of knex with
 * transactions; it is slow to create, so statements that run with every order do not use it.
 */
export function knexOf(executor: Database | Transaction): Database {
  if (!(executor instanceof Transaction)) return executor;
  const made = known.get(executor) ?? within(executor);
  known.set(executor, made);
  return made;
}

function within(trx: Transaction): Database {
  const connection = {
    query: ({ text, values }: Query, done: Done) => {
      trx.query({ text }, values).then((response) => {
        done(null, response);
      }, done);
    },
    release: () => undefined,
  };
  return knex({
    client: 'pg',
    version: '18',
    compileSqlOnError: false,
    connectionPool: {
      connect: async () => connection,
      end: async () => undefined,
      ...{ totalCount: 1, idleCount: 1, waitingCount: 0 },
    },
  });
}
