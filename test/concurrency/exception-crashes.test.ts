import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { checkLedger } from '../../server/dispatch/cash/ledger-check.ts';
import { checkProjections } from '../../server/kernel/actors/check-projections.ts';
import { createTestDatabase } from '../support/database.ts';
import { idOf } from '../worlds/pure/fixtures.ts';
import { withoutForeignKeys } from './delivery-ground.ts';
import { ExceptionStage, STRIKES, type Strike } from './exception-stage.ts';

/**
 * Stories run at the same time, since they mostly wait. Not a multiple of the kinds of strike, so that each lane gets
 * all of them.
 */
const SIDE_BY_SIDE = 5;

/** A separate database, since a story's processes sweep every outbox row they find. */
interface Ground {
  url: string;
  database: Database;
  close(): Promise<void>;
}

async function openGround(): Promise<Ground> {
  const { url, drop } = await createTestDatabase({ catalogue: false });
  const database = openDatabase(url, { name: 'test-crashes', max: 6 });
  await withoutForeignKeys(database);
  const close = async () => {
    await database.destroy();
    await drop();
  };
  return { url, database, close };
}

describe('failed, retried, handed over, reversed and returned, with a process stopped at any commit', () => {
  let grounds: Ground[];

  before(async () => {
    grounds = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, openGround));
  });

  after(() => Promise.all(grounds.map(({ close }) => close())));

  /** The result of the story, in words that are the same for every run. */
  async function outcome({ database }: Ground, name: string) {
    const order_id = idOf(`order-${name}`);
    const groups = await database('order_groups').where({ order_id }).orderBy('seller_id');
    const tasks = await database('delivery_tasks').where({ order_id }).orderBy('seller_id');
    const drivers = await Promise.all(
      ['giver', 'taker'].map((who) =>
        database('drivers')
          .where('id', idOf(`${who}-${name}`))
          .first(),
      ),
    );
    const stops = await database('routes')
      .whereIn(
        'driver_id',
        drivers.map(({ id }) => id),
      )
      .select('stops');
    const exceptions = await database('task_exceptions')
      .whereIn(
        'task_id',
        tasks.map(({ id }) => id),
      )
      .orderBy(['actor_version', 'kind']);
    const collections = await database('driver_collections').where({ order_id }).orderBy('number');
    const journals = await database('ledger_entries as e')
      .join('ledger_journals as j', 'j.id', 'e.journal_id')
      .whereIn('j.actor_key', [order_id, ...drivers.map(({ id }) => id)])
      .select('j.kind')
      .sum('e.amount as sum')
      .groupBy('j.id', 'j.kind');
    const { rows: state } = await database.raw(
      `SELECT state FROM actor WHERE kind = 'driver' AND key = ANY(?::uuid[])`,
      [drivers.map(({ id }) => id)],
    );
    return {
      groups: groups.map((row) => [row.status, row.payment_status, row.return_confirmed_at !== null]),
      tasks: tasks.map((row) => [row.status, row.attempt, row.round, row.hand_over_id, row.reversal_id]),
      with: tasks.map((row) => drivers.findIndex(({ id }) => id === row.driver_id)),
      drivers: drivers.map((row) => [
        row.active_tasks,
        row.cod_assigned,
        row.cash_on_hand,
        row.items_assigned,
      ]),
      held: state.flatMap((row: { state: { work: object; reservations: object } }) => [
        ...Object.keys(row.state.work),
        ...Object.keys(row.state.reservations),
      ]),
      open: stops.flatMap((row: { stops: { done: boolean }[] }) => row.stops.filter(({ done }) => !done)),
      exceptions: exceptions.map(({ kind }) => kind),
      collections: collections.map((row) => [
        row.number,
        row.reversed_at !== null,
        row.settlement_id !== null,
      ]),
      journals: journals.map((row) => `${row.kind} ${row.sum}`).sort(),
    };
  }

  async function play(ground: Ground, name: string, strike: Strike | null) {
    const stage = new ExceptionStage(ground.database, ground.url, name, strike);
    try {
      const commits = await stage.play();
      expect(stage.failures, 'given up').to.deep.equal([]);
      return { commits, outcome: await outcome(ground, name) };
    } catch (error) {
      throw new Error(`${String(error)}, with ${JSON.stringify(strike)}`, { cause: error });
    } finally {
      await stage.close();
    }
  }

  it('has the same result as an undisturbed run', async function () {
    this.timeout(120_000);
    const [ground] = grounds;
    if (ground === undefined) throw new Error('no ground to play on');
    const calm = await play(ground, 'calm', null);
    expect(calm.outcome).to.deep.include({
      groups: [
        ['DELIVERED', 'SETTLED', false],
        ['RETURNED', 'VOID', true],
      ],
      held: [],
      open: [],
    });
    const { first, last } = calm.commits;
    expect(last - first).to.be.greaterThan(30);
    const striking = async (each: Ground, lane: number) => {
      for (let commit = first + lane; commit <= last; commit += SIDE_BY_SIDE) {
        const how = STRIKES[commit % STRIKES.length] ?? 'killed before';
        const { outcome: disturbed } = await play(each, `${commit}`, { commit, how });
        expect(disturbed, `${how} commit ${commit}`).to.deep.equal(calm.outcome);
      }
    };
    await Promise.all(grounds.map(striking));
    for (const { database } of grounds) {
      expect(await checkLedger(database)).to.deep.include({ balanced: true, faults: [] });
      expect((await checkProjections(database)).faults).to.deep.equal([]);
    }
  });
});
