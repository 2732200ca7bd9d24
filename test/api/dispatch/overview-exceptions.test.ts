import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';
import { AlertBoard } from '../alerts/alert-board.ts';

type Overview = Schema<'DispatchOverview'>;

describe('the overview of a day on which much goes wrong', () => {
  let world: DeliveryWorld;
  let board: AlertBoard;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    board = new AlertBoard(world);
  });

  after(() => world?.close());

  const read = () => world.dispatcher.get<Overview>('/dispatch/overview');
  const decides = async (taskId: string, what: string, body: object) => {
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/${what}`, body);
    await world.settle();
  };
  const completes = async (driver: OnDuty, taskId: string, amount: string) => {
    await decides(taskId, 'override-code', { reason: 'Identified by phone' });
    await driver.client.post(`/driver/tasks/${taskId}/record-cash`, { amount: qar(amount) });
    await driver.client.post(`/driver/tasks/${taskId}/complete`);
    await world.settle();
  };

  it('counts what the actors record: failures, overrides, reversals, losses, and the cash that remains', async () => {
    const driver = await world.onDuty();
    const { taskId, cashDue } = await world.ready();
    await world.carry(driver, taskId);
    await driver.client.post(`/driver/tasks/${taskId}/fail`, { reason: 'NOBODY_HOME' });
    await world.settle();
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/retry`);
    await world.settle();
    await completes(driver, taskId, cashDue);
    const before = await read();
    expect(before.delivered.tasks).to.equal(1);
    await decides(taskId, 'reverse', { reason: 'Wrong door' });
    const between = await read();
    expect(between.delivered.tasks).to.equal(0);
    expect(between.cash).to.deep.include({
      collected: qar(cashDue),
      reversed: qar(cashDue),
      onTheRoad: qar('0.00'),
    });
    await completes(driver, taskId, cashDue);
    const lost = await world.ready();
    for (const step of ['accept', 'pick-up', 'in-transit'])
      await driver.client.post(`/driver/tasks/${lost.taskId}/${step}`);
    await driver.client.post(`/driver/tasks/${lost.taskId}/fail`, { reason: 'LOST' });
    await world.settle();
    await decides(lost.taskId, 'write-off', { reason: 'Not found' });
    const { delivered, exceptions, cash, driversOfDay } = await read();
    expect(delivered.tasks).to.equal(1);
    expect(exceptions).to.deep.include({
      failed: [
        { reason: 'LOST', count: 1 },
        { reason: 'NOBODY_HOME', count: 1 },
      ],
      writtenOff: 1,
      overriddenCodes: 2,
      reversals: 1,
      cancelled: [],
    });
    expect(cash).to.deep.include({
      collected: qar('230.00'),
      reversed: qar(cashDue),
      onTheRoad: qar(cashDue),
    });
    expect(driversOfDay[0]).to.deep.include({ tasks: 1, cashCollected: qar(cashDue) });
  });

  it('leaves no task that looks stuck', async () => {
    await board.age();
    await board.look();
    const { data } = await world.dispatcher.get<Schema<'AlertList'>>(
      '/dispatch/alerts?kind=CHAIN_STUCK&limit=100',
    );
    expect(data).to.deep.equal([]);
  });
});
