import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { until } from '../../../scripts/shared/waiting.ts';
import { close, raise } from '../../../server/dispatch/alerts/alert-consumer.ts';
import type { Cause, Condition } from '../../../server/dispatch/alerts/condition.ts';
import { watchCondition } from '../../../server/dispatch/alerts/watch-condition.ts';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld } from '../../worlds/delivery-world.ts';
import { type Alert, AlertBoard } from './alert-board.ts';

const MINUTE = 60_000;
const SINCE = '2026-02-12T10:00:00.000Z';

describe('alerts of one cause', () => {
  let world: DeliveryWorld;
  let board: AlertBoard;
  let found: Cause[];

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    board = new AlertBoard(world);
  });

  afterEach(async () => {
    // Cash that only the rows show.
    await world?.database('drivers').where('cash_on_hand', '>', 0).update({ cash_on_hand: '0.00' });
    await world?.clear();
    await board?.wipe();
  });

  after(() => world?.close());

  const list = async (query: string) =>
    (await world.dispatcher.get<Schema<'AlertList'>>(`/dispatch/alerts?limit=100&${query}`)).data;
  const rung = async () => {
    await world.settle();
    return world.database('notifications').where('kind', 'ALERT').count('* as n').first();
  };

  describe('found by conditions', () => {
    const condition: Condition = { kind: 'TASK_UNASSIGNED_TOO_LONG', causes: async () => found };
    const look = async () => {
      await watchCondition(board.deps, condition);
      await world.settle();
    };
    const waiting = (id: string, rule: string): Cause => {
      const data = { since: SINCE, rule, excludedBy: {}, zoneId: null };
      return { key: id, subjectType: 'TASK', subjectId: id, data };
    };
    const open = () => list('unresolved=true&kind=TASK_UNASSIGNED_TOO_LONG');

    it('are one alert with a count, which each of its tasks leads to, and which rings once', async () => {
      const ids = Array.from({ length: 41 }, () => uuidv7());
      found = ids.slice(0, 1).map((id) => waiting(id, 'CASH_LIMIT'));
      await look();
      const [first] = (await open()) as [Alert];
      expect(first).to.deep.include({ subjectCount: 1, subjectId: ids[0] });
      const bells = await rung();
      found = ids.map((id) => waiting(id, 'CASH_LIMIT'));
      await look();
      await look();
      const [alert, ...others] = (await open()) as [Alert];
      expect(others).to.deep.equal([]);
      expect(alert).to.deep.include({ id: first.id, subjectCount: 41, subjectId: ids[0], version: 2 });
      expect(alert.message.en).to.match(/^41 deliveries wait for a driver.*over their limit\.$/);
      expect(alert.message.ar).to.match(/^41 توصيلة بانتظار سائق/);
      expect(await rung()).to.deep.equal(bells);
      expect(board.eventsAbout(alert.id)).to.deep.equal(['RAISED', 'UPDATED']);
      expect((await board.one(ids[40] ?? '', 'TASK_UNASSIGNED_TOO_LONG')).id).to.equal(alert.id);
      const detail = await world.dispatcher.get<Schema<'AlertDetail'>>(`/dispatch/alerts/${alert.id}`);
      expect(detail.subjects.map(({ subjectId }) => subjectId)).to.have.members(ids);
    });

    it('become separate alerts when their causes differ, and end one by one', async () => {
      const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()] as const;
      found = [waiting(a, 'CASH_LIMIT'), waiting(b, 'CASH_LIMIT'), waiting(c, 'CAPACITY')];
      await look();
      expect((await open()).map(({ subjectCount }) => subjectCount)).to.have.members([2, 1]);
      found = [waiting(a, 'CAPACITY'), waiting(b, 'CASH_LIMIT'), waiting(c, 'CAPACITY')];
      await look();
      const one = (await board.about(a, 'TASK_UNASSIGNED_TOO_LONG'))[0] as Alert;
      expect(one).to.deep.include({ subjectCount: 2, subjectId: c });
      expect(one.data).to.include({ rule: 'CAPACITY' });
      expect(await board.one(b, 'TASK_UNASSIGNED_TOO_LONG')).to.include({ subjectCount: 1, subjectId: b });
      found = [waiting(a, 'CAPACITY')];
      await look();
      expect((await open()).map(({ subjectId }) => subjectId)).to.deep.equal([a]);
      found = [];
      await look();
      expect(await open()).to.deep.equal([]);
    });

    it('stay quiet together when a person resolved the alert, and return together', async () => {
      const [a, b] = [uuidv7(), uuidv7()] as const;
      found = [waiting(a, 'CASH_LIMIT')];
      await look();
      const [alert] = (await open()) as [Alert];
      await world.dispatcher.post(`/dispatch/alerts/${alert.id}/resolve`);
      found = [waiting(a, 'CASH_LIMIT'), waiting(b, 'CASH_LIMIT')];
      await look();
      expect(await open(), 'quiet').to.deep.equal([]);
      await world.later(16 * MINUTE);
      await look();
      const again = await open();
      expect(again.map(({ subjectCount }) => subjectCount)).to.deep.equal([2]);
      expect(again[0]?.id).not.to.equal(alert.id);
    });
  });

  describe('reported by actors', () => {
    const near = async (driverId: string, cashOnHand = '480.00') => {
      await world.database('drivers').where('id', driverId).update({ cash_on_hand: cashOnHand });
      const about = { subjectType: 'DRIVER', subjectId: driverId, data: { cashOnHand } };
      const dedupeKey = `cash-near-limit:${driverId}`;
      const word = { kind: 'CASH_NEAR_LIMIT' as const, dedupeKey, ...about };
      await raise(world.service.inside.deps, word, uuidv7());
    };
    const far = (driverId: string) => close(world.service.inside.deps, `cash-near-limit:${driverId}`);
    const alerts = () => list('kind=CASH_NEAR_LIMIT');
    const driver = async () => (await world.onDuty({ cashLimit: '500.00' })).driverId;
    /** Waits until a transaction waits for a lock of one of these kinds. */
    const waitsFor = (...locks: string[]) =>
      until(async () => {
        const waits = await world
          .database('pg_stat_activity')
          .whereRaw('datname = current_database()')
          .where('wait_event_type', 'Lock')
          .whereIn('wait_event', locks)
          .count('* as n')
          .first();
        return Number(waits?.n) > 0;
      });

    it('are one alert that shows whom it is about, however many actors report at once', async () => {
      const drivers = [await driver(), await driver(), await driver()];
      await Promise.all(drivers.map((id) => near(id)));
      expect((await alerts()).map(({ subjectCount }) => subjectCount)).to.deep.equal([3]);
      expect((await alerts())[0]?.message.en).to.equal(
        '3 drivers are near the limit of the cash they may hold.',
      );
      await far(drivers[0] ?? '');
      await far(drivers[0] ?? '');
      expect((await alerts())[0]).to.include({ subjectCount: 2, status: 'OPEN' });
      await Promise.all([far(drivers[1] ?? ''), far(drivers[2] ?? '')]);
      expect((await alerts()).map(({ status }) => status)).to.deep.equal(['RESOLVED']);
    });

    it('do not stay open when the report that ends one overtakes the report that raises it', async () => {
      await near(await driver());
      const late = await driver();
      const { database } = world;
      const holder = await database.transaction();
      try {
        await holder('alerts').where('kind', 'CASH_NEAR_LIMIT').forUpdate().select('id');
        await database('drivers').where('id', late).update({ cash_on_hand: '480.00' });
        const raising = near(late);
        await waitsFor('transactionid', 'tuple');
        const ending = far(late);
        await waitsFor('advisory');
        await holder.commit();
        await Promise.all([raising, ending]);
      } finally {
        if (!holder.isCompleted()) await holder.rollback();
      }
      expect(await board.about(late, 'CASH_NEAR_LIMIT')).to.deep.equal([]);
      expect((await alerts()).map(({ subjectCount }) => subjectCount)).to.deep.equal([1]);
    });

    it('ring once within the quiet time, however often the cause comes and goes', async () => {
      const id = await driver();
      await near(id);
      const bells = await rung();
      for (let count = 0; count < 3; count += 1) {
        await far(id);
        await world.later(MINUTE);
        await near(id);
      }
      const [alert, ...others] = await alerts();
      expect(others).to.deep.equal([]);
      expect(alert).to.include({ status: 'OPEN', subjectCount: 1 });
      expect(await rung()).to.deep.equal(bells);
      await world.dispatcher.post(`/dispatch/alerts/${alert?.id}/resolve`);
      await near(id, '490.00');
      expect(
        (await alerts()).map(({ status }) => status),
        'quiet',
      ).to.deep.equal(['RESOLVED']);
      const other = await driver();
      await near(other);
      expect((await list('unresolved=true')).map(({ subjectId }) => subjectId)).to.include(other);
      await world.later(16 * MINUTE);
      await near(id, '495.00');
      expect((await board.about(id, 'CASH_NEAR_LIMIT')).map(({ status }) => status)).to.include('OPEN');
    });
  });
});
