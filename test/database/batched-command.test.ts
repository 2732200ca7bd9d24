import { expect } from 'chai';
import { WaslError } from '../../actors/errors.ts';
import { type AttemptOptions, BatchedCommand, type CommandSteps, inSteps } from '../../db/batched-command.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { knexOf } from '../../db/models/knex-of.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

interface Withdrawal {
  account: string;
  /** Text, as it might come out of a request whose validation has a gap. */
  amount: string;
}

interface Facts {
  balance: number | null;
  version: number;
}

interface Plan extends Withdrawal {
  version: number;
}

/** A minimal command: takes money from an account that has enough. */
describe('a batched command', () => {
  let empty: TestDatabase;
  let database: Database;
  /** Each attempt: how many calls, and whether with a lock. */
  let attempts: { calls: number; lock: boolean }[];
  /** Runs between read and write, when set. */
  let between: ((options: AttemptOptions) => Promise<void>) | null;

  const steps: CommandSteps<Withdrawal, Facts, Plan, number> = {
    async read(executor, calls, options) {
      attempts.push({ calls: calls.length, lock: options.lock });
      const { rows } = await knexOf(executor).raw<{
        rows: { id: string; balance: number; version: number }[];
      }>(
        `SELECT id, balance, version FROM purses WHERE id = ANY(?) ORDER BY id
         ${options.lock ? 'FOR UPDATE' : ''}`,
        [calls.map(({ account }) => account)],
      );
      await between?.(options);
      const found = new Map(rows.map((row) => [row.id, row]));
      return calls.map(({ account }) => found.get(account) ?? { balance: null, version: 0 });
    },
    judge(call, { balance, version }) {
      if (balance === null) throw new WaslError('common.NOT_FOUND');
      if (call.amount === '0') return { answer: balance };
      if (balance < Number(call.amount)) throw new WaslError('common.CONFLICT');
      return { plan: { ...call, version } };
    },
    async write(executor, plans) {
      const { rows } = await knexOf(executor).raw<{ rows: { id: string; balance: number }[] }>(
        `UPDATE purses SET balance = balance - plan.amount, version = purses.version + 1
           FROM unnest(?::text[], ?::integer[], ?::integer[]) AS plan(id, amount, version)
          WHERE purses.id = plan.id AND purses.version = plan.version RETURNING purses.id, balance`,
        [
          plans.map(({ account }) => account),
          plans.map(({ amount }) => amount),
          plans.map(({ version }) => version),
        ],
      );
      const left = new Map(rows.map((row) => [row.id, row.balance]));
      return plans.map(({ account }) => left.get(account) ?? null);
    },
  };

  const withdraw = () =>
    new BatchedCommand<Withdrawal, number>(database, inSteps(steps), ({ account }) => account);
  const outcome = (call: Promise<number>) =>
    call.catch((error: unknown) => (error instanceof WaslError ? error.code : 'failed'));
  const balances = async () => (await database('purses').orderBy('id')).map(({ balance }) => balance);

  before(async () => {
    empty = await createEmptyDatabase();
    database = openDatabase(empty.url, { name: 'test', max: 8 });
    await database.raw(
      'CREATE TABLE purses (id text PRIMARY KEY, balance integer CHECK (balance >= 0), version integer DEFAULT 1)',
    );
  });

  beforeEach(async () => {
    attempts = [];
    between = null;
    await database('purses').delete();
    const ids = Array.from({ length: 60 }, (_, index) => `a${String(index).padStart(2, '0')}`);
    await database('purses').insert(ids.map((id) => ({ id, balance: 10 })));
  });

  after(async () => {
    await database.destroy();
    await empty.drop();
  });

  const all = (amountOf: (index: number) => string) => {
    const command = withdraw();
    return Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        outcome(command.run({ account: `a${String(index).padStart(2, '0')}`, amount: amountOf(index) })),
      ),
    );
  };

  it('attempts calls of one moment together, and answers each separately', async () => {
    const command = withdraw();
    const answers = await Promise.all([
      outcome(command.run({ account: 'a00', amount: '3' })),
      outcome(command.run({ account: 'a01', amount: '30' })),
      outcome(command.run({ account: 'none', amount: '3' })),
      outcome(command.run({ account: 'a02', amount: '0' })),
    ]);
    expect(answers).to.deep.equal([7, 'common.CONFLICT', 'common.NOT_FOUND', 10]);
    expect(attempts).to.deep.equal([{ calls: 4, lock: false }]);
  });

  it('lets one poisoned call harm no other of 60', async () => {
    const answers = await all((index) => (index === 7 ? '3 apples' : '1'));
    expect(answers).to.deep.equal(Array.from({ length: 60 }, (_, index) => (index === 7 ? 'failed' : 9)));
    expect(await balances()).to.deep.equal(Array.from({ length: 60 }, (_, index) => (index === 7 ? 10 : 9)));
    expect(attempts[0]).to.deep.equal({ calls: 60, lock: false });
    expect(attempts.slice(1), 'each once more, alone').to.deep.equal(
      Array.from({ length: 60 }, () => ({ calls: 1, lock: true })),
    );
  });

  it('repeats the call that another transaction overtook, alone and with what it reads locked', async () => {
    between = async ({ lock }) => {
      if (!lock) await database.raw(`UPDATE purses SET balance = 2, version = version + 1 WHERE id = 'a01'`);
    };
    const answers = await all((index) => (index === 1 ? '2' : '1'));
    expect(answers.slice(0, 3)).to.deep.equal([9, 0, 9]);
    expect(attempts).to.deep.equal([
      { calls: 60, lock: false },
      { calls: 1, lock: true },
    ]);
    const refused = await all((index) => (index === 1 ? '3' : '1'));
    expect(refused[1], 'decided on what is true then').to.equal('common.CONFLICT');
  });

  it('keeps no later call waiting for a row that another transaction holds', async () => {
    const holder = await database.transaction();
    await holder('purses').where({ id: 'a05' }).update({ balance: 4, version: 2 });
    const command = withdraw();
    const blocked = command.run({ account: 'a05', amount: '1' });
    // The statement that updates it waits for the row; only its own batch waits with it.
    const free = Array.from({ length: 5 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return command.run({ account: `a1${index}`, amount: '1' });
    });
    expect(await Promise.all(free)).to.deep.equal([9, 9, 9, 9, 9]);
    await holder.commit();
    expect(await blocked).to.equal(3);
  });

  it('takes turns for one account: none of many simultaneous calls is lost', async () => {
    const command = withdraw();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => outcome(command.run({ account: 'a00', amount: '1' }))),
    );
    expect(answers).to.deep.equal([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
      ...Array.from({ length: 5 }, () => 'common.CONFLICT'),
    ]);
  });

  it('fails as a whole when PostgreSQL does, without repeating each', async () => {
    between = async () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    expect(new Set(await all(() => '1'))).to.deep.equal(new Set(['failed']));
    expect(attempts).to.have.length(1);
  });
});
