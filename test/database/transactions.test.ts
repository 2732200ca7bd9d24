import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { runText } from '../../db/run-text.ts';
import { Transaction } from '../../db/transaction.ts';
import { inTransaction, Overtaken, sqlState } from '../../db/unit-of-work.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { thrownBy } from '../support/thrown-by.ts';
import { writesDuring } from '../support/writes.ts';

describe('transactions', () => {
  let testDatabase: TestDatabase;
  /** A pool of one connection: the next transaction would find whatever one leaves behind. */
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 1 });
    await database.raw(`CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL,
                           follows integer REFERENCES notes DEFERRABLE INITIALLY DEFERRED)`);
  });

  beforeEach(() => database.raw('DELETE FROM notes'));

  after(async () => {
    await database?.destroy();
    await testDatabase?.drop();
  });

  type Executor = Database | Transaction;
  const insert = async (executor: Executor, id: number, text: string | null = 'x') => {
    const statement = { name: 'test.insert', text: 'INSERT INTO notes (id, text) VALUES ($1, $2)' };
    return (await runText(executor, statement, [id, text])).rowCount;
  };
  const ids = async (executor: Executor = database) => {
    const { rows } = await runText(executor, { text: 'SELECT id FROM notes ORDER BY id' }, []);
    return (rows as { id: number }[]).map(({ id }) => id);
  };

  it('begin with their first statement, send together what is given together, and commit', async () => {
    const writes = await writesDuring(database, () =>
      inTransaction(database, async (trx) => {
        const counts = await Promise.all([insert(trx, 1), insert(trx, 2), insert(trx, 3)]);
        expect(counts).to.deep.equal([1, 1, 1]);
        expect(await ids(trx)).to.deep.equal([1, 2, 3]);
      }),
    );
    expect(writes, 'BEGIN with three statements, a question, COMMIT').to.equal(3);
    expect(await ids()).to.deep.equal([1, 2, 3]);
  });

  it('commit in the same write as the last statements', async () => {
    const whole = await writesDuring(database, () =>
      inTransaction(database, (trx) => trx.commitWith(() => Promise.all([insert(trx, 1), insert(trx, 2)]))),
    );
    expect(whole, 'all in one').to.equal(1);
    const two = await writesDuring(database, () =>
      inTransaction(
        database,
        async (trx) => {
          expect(await ids(trx)).to.deep.equal([1, 2]);
          return trx.commitWith(() => insert(trx, 3));
        },
        { lockTimeout: 500, isolation: 'repeatable read' },
      ),
    );
    expect(two, 'settings and a question, the last statement with COMMIT').to.equal(2);
    expect(await ids()).to.deep.equal([1, 2, 3]);
  });

  it('fail completely where one statement fails among several', async () => {
    const answers: PromiseSettledResult<number>[] = [];
    const error = await thrownBy(() =>
      inTransaction(database, async (trx) => {
        await insert(trx, 1);
        const all = [insert(trx, 2), insert(trx, 3, null), insert(trx, 4)];
        answers.push(...(await Promise.allSettled(all)));
        await Promise.all(all);
      }),
    );
    expect(sqlState(error)).to.equal('23502');
    const codes = answers.map((each) => (each.status === 'rejected' ? sqlState(each.reason) : each.value));
    expect(codes).to.deep.equal([1, '23502', '25P02']);
    expect(await ids()).to.deep.equal([]);
  });

  it('reject with what failed, even if the result of a later statement arrives first', async () => {
    const error = await thrownBy(() =>
      inTransaction(database, async (trx) => {
        const [failing, behind] = [insert(trx, 1, null), insert(trx, 2)];
        const whole = async () => {
          await Promise.allSettled([failing, behind]);
          throw new Error('heard of last');
        };
        await Promise.all([whole(), behind]);
      }),
    );
    expect(sqlState(error)).to.equal('23502');
  });

  it("reject where the work has swallowed a statement's failure: PostgreSQL commits nothing", async () => {
    for (const end of [
      async () => 'done',
      (trx: Transaction) => trx.commitWith(() => insert(trx, 2).catch(() => 0)),
    ]) {
      const error = await thrownBy(() =>
        inTransaction(database, async (trx) => {
          await insert(trx, 1, null).catch(() => undefined);
          return end(trx);
        }),
      );
      expect(sqlState(error)).to.equal('23502');
      expect(await ids()).to.deep.equal([]);
    }
  });

  it('keep their connection where a constraint refuses COMMIT', async () => {
    const backend = async () =>
      (await runText(database, { text: 'SELECT pg_backend_pid() AS pid' }, [])).rows;
    const before = await backend();
    for (const end of [() => Promise.resolve(), (trx: Transaction) => trx.commitWith(() => insert(trx, 2))]) {
      const error = await thrownBy(() =>
        inTransaction(database, async (trx) => {
          await runText(trx, { text: `INSERT INTO notes VALUES (1, 'x', 99)` }, []);
          await end(trx);
        }),
      );
      expect(sqlState(error)).to.equal('23503');
      expect(await ids()).to.deep.equal([]);
    }
    expect(await backend()).to.deep.equal(before);
  });

  it('roll back where one of the last statements cannot even be sent', async () => {
    const wrong = async () => {
      throw new TypeError('no such value');
    };
    const error = await thrownBy(() =>
      inTransaction(database, async (trx) => {
        await insert(trx, 1);
        return trx.commitWith(() => Promise.all([insert(trx, 2), wrong()]));
      }),
    );
    expect(error).to.be.instanceOf(TypeError);
    expect(await ids()).to.deep.equal([]);
  });

  it('accept no statement after their end', async () => {
    const trx = new Transaction(database);
    await trx.commitWith(() => insert(trx, 1));
    expect(String(await thrownBy(() => insert(trx, 2)))).to.include('the transaction has ended');
    await trx.rollback();
    expect(await ids()).to.deep.equal([1]);
  });

  it('without statements take no connection', async () => {
    const writes = await writesDuring(database, () => inTransaction(database, async () => 'nothing'));
    expect(writes).to.equal(0);
  });

  it('whose BEGIN is refused write nothing', async () => {
    await database.raw('DEALLOCATE "wasl.begin"');
    const error = await thrownBy(() =>
      inTransaction(database, (trx) => trx.commitWith(() => insert(trx, 1))),
    );
    expect(sqlState(error)).to.equal('26000');
    expect(await ids()).to.deep.equal([]);
    await database.destroy();
    database = openDatabase(testDatabase.url, { name: 'test', max: 1 });
  });

  it('are tried again when they were overtaken, and when PostgreSQL demands it', async () => {
    let tries = 0;
    const twice = await inTransaction(database, async (trx) => {
      tries += 1;
      await insert(trx, tries);
      if (tries === 1) throw new Overtaken();
      return tries;
    });
    expect([twice, await ids()]).to.deep.equal([2, [2]]);

    tries = 0;
    const serialisation = `DO $$ BEGIN RAISE 'again' USING ERRCODE = '40001'; END $$`;
    await inTransaction(database, (trx) => {
      tries += 1;
      return trx.commitWith(() =>
        Promise.all([
          insert(trx, 10 + tries),
          ...(tries < 3 ? [runText(trx, { text: serialisation }, [])] : []),
        ]),
      );
    });
    expect([tries, await ids()]).to.deep.equal([3, [2, 13]]);
  });

  it('wait for a lock until the given timeout', async () => {
    const beside = openDatabase(testDatabase.url, { name: 'beside', max: 1 });
    try {
      await insert(database, 1);
      await inTransaction(beside, async (trx) => {
        await runText(trx, { text: 'SELECT FROM notes WHERE id = 1 FOR UPDATE' }, []);
        const error = await thrownBy(() =>
          inTransaction(
            database,
            (own) => runText(own, { text: 'SELECT FROM notes WHERE id = 1 FOR UPDATE' }, []),
            { lockTimeout: 50 },
          ),
        );
        expect(sqlState(error)).to.equal('55P03');
      });
      const { rows } = await runText(database, { text: 'SHOW lock_timeout' }, []);
      expect(rows, 'the connection has its own timeout again').to.deep.equal([{ lock_timeout: '5s' }]);
    } finally {
      await beside.destroy();
    }
  });

  it('lend their connection to knex: its statements are part of the transaction', async () => {
    const error = await thrownBy(() =>
      inTransaction(database, async (trx) => {
        await knexOf(trx)('notes').insert({ id: 1, text: 'x' });
        await insert(trx, 2);
        expect(await knexOf(trx)('notes').count({ notes: '*' }).first()).to.deep.equal({ notes: 2 });
        throw new Error('undone');
      }),
    );
    expect(String(error)).to.include('undone');
    expect(await ids()).to.deep.equal([]);
  });

  it('give a broken connection up, and the next one gets another', async () => {
    const beside = openDatabase(testDatabase.url, { name: 'beside', max: 1 });
    try {
      const error = await thrownBy(() =>
        inTransaction(database, async (trx) => {
          const { rows } = await runText(trx, { text: 'SELECT pg_backend_pid() AS pid' }, []);
          await beside.raw('SELECT pg_terminate_backend(?)', [(rows as { pid: number }[])[0]?.pid ?? 0]);
          await insert(trx, 1);
        }),
      );
      expect(error).to.be.instanceOf(Error);
      await inTransaction(database, (trx) => trx.commitWith(() => insert(trx, 2)));
      expect(await ids()).to.deep.equal([2]);
    } finally {
      await beside.destroy();
    }
  });
});
