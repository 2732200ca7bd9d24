import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Board = Schema<'DispatchBoard'>;

describe('the dispatch board in brief', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;
  let accepted: string;
  let waiting: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE, capacity: 2 });
    ({ taskId: accepted } = await world.ready());
    await driver.client.post(`/driver/tasks/${accepted}/accept`);
    await world.settle();
    await driver.client.post('/driver/shift/break');
    ({ taskId: waiting } = await world.ready());
    await world.settle();
  });

  after(() => world?.close());

  const board = (query = '') => world.dispatcher.get<Board>(`/dispatch/board${query}`);
  const taskIn = ({ tasks }: Board, id: string) => {
    const found = tasks.find(({ taskId }) => taskId === id);
    if (found === undefined) throw new Error(`${id} is not on the board`);
    return found;
  };

  it('shows open tasks consistently with the full ones, with what a row and a map marker need', async () => {
    const shown = await board();
    const whole = await world.dispatcher.get<Schema<'DispatchTask'>>(`/dispatch/tasks/${accepted}`);
    const brief = taskIn(shown, accepted);
    for (const field of [
      'orderId',
      'orderNumber',
      'status',
      'driverId',
      'round',
      'zoneId',
      'dueBy',
      'version',
    ] as const) {
      expect(brief[field], field).to.equal(whole[field]);
    }
    expect(brief.pickupEta).to.equal(whole.pickupEta);
    const [seller] = await world.database('sellers').select('display_name_en as en', 'display_name_ar as ar');
    expect(brief.pickup).to.deep.equal({
      name: whole.pickup.name,
      shop: seller,
      location: whole.pickup.location,
    });
    expect(brief.dropoff.location).to.deep.equal(whole.dropoff.location);
    expect(brief.dropoff.contactName).to.equal(whole.dropoff.contactName);
    expect(brief.waitingSince).to.equal(null);
    expect(taskIn(shown, waiting)).to.include({ status: 'UNASSIGNED', driverId: null, endedAt: null });
    expect(taskIn(shown, waiting).waitingSince).to.be.a('string');
    expect([shown.complete, shown.clockRate]).to.deep.equal([true, 1]);
  });

  it('shows drivers with duty, cash, presence and position, and their current routes', async () => {
    const { drivers, routes } = await board();
    const shown = drivers.find(({ driverId }) => driverId === driver.driverId);
    expect(shown).to.include({ duty: 'ON_BREAK', activeTasks: 1, presence: 'ONLINE', capacity: 2 });
    expect(shown?.position).to.include(STORE);
    expect(shown?.cash.limit?.amount).to.equal('2000.00');
    const route = routes.find(({ driverId }) => driverId === driver.driverId);
    expect(route?.stops.map(({ kind, taskId }) => `${kind} ${taskId}`)).to.deep.equal([
      `PICKUP ${accepted}`,
      `DROPOFF ${accepted}`,
    ]);
  });

  it('returns single tasks by their ids, one or many, and leaves out unknown ids', async () => {
    const get = (...ids: string[]) =>
      world.dispatcher.get<Schema<'BoardTaskList'>>(`/dispatch/board/tasks?ids=${ids.join(',')}`);
    expect((await get(waiting)).data.map(({ taskId }) => taskId)).to.deep.equal([waiting]);
    const several = await get(waiting, uuidv7(), accepted);
    expect(several.data.map(({ taskId }) => taskId)).to.have.members([waiting, accepted]);
    expect(await world.dispatcher.call('GET', '/dispatch/board/tasks?ids=x')).to.have.property('status', 422);
    expect(await world.dispatcher.call('GET', '/dispatch/board/tasks')).to.have.property('status', 422);
  });

  it('leaves out what has ended, unless it is requested', async () => {
    await world.dispatcher.post(`/dispatch/tasks/${waiting}/cancel`, { reason: 'The buyer called' });
    await world.settle();
    await world.later(30 * 60_000);
    const ids = async (query: string) => (await board(query)).tasks.map(({ taskId }) => taskId);
    expect(await ids('')).not.to.include(waiting);
    expect(await ids('?endedWithinMinutes=29')).not.to.include(waiting);
    expect(await ids('?endedWithinMinutes=31')).to.include(waiting);
    const ended = taskIn(await board('?endedWithinMinutes=31'), waiting);
    expect(ended.status).to.equal('CANCELLED');
    expect(ended.endedAt).to.be.a('string');
  });

  it('is for dispatchers and administrators alone', async () => {
    expect((await world.seller.call('GET', '/dispatch/board')).status).to.equal(403);
    expect((await driver.client.call('GET', `/dispatch/board/tasks?ids=${accepted}`)).status).to.equal(403);
  });
});
