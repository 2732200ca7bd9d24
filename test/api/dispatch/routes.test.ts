import { expect } from 'chai';
import { calibratedTimes, cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { retimeRoutes } from '../../../server/dispatch/routes/retime-routes.ts';
import { estimateTravelTimes, readFactors } from '../../../server/dispatch/travel/calibrate-travel.ts';
import { Follower } from '../../realtime/follower.ts';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Route = Schema<'Route'>;

describe('a driver’s route, as dispatchers see and order it', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;
  let tasks: string[];

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE });
    tasks = [];
    for (let count = 0; count < 2; count += 1) {
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
      tasks.push(taskId);
    }
  });

  after(() => world?.close());

  const present = async () => {
    const { data } = await world.dispatcher.get<Schema<'RouteList'>>(
      `/dispatch/routes?driverId=${driver.driverId}`,
    );
    const [route] = data;
    if (route === undefined) throw new Error('no route');
    return route;
  };
  const arrange = (route: Route, stops: { stopId: string; locked?: boolean }[], ifMatch: number | null) =>
    world.dispatcher.call('PUT', `/dispatch/routes/${route.id}/stops`, {
      body: { stops },
      ...(ifMatch === null ? {} : { version: ifMatch }),
    });
  const idsOf = ({ stops }: Route) => stops.filter(({ done }) => !done).map(({ stopId }) => stopId ?? '');

  it('is put into another order, with locks, for the version that was seen', async () => {
    const route = await present();
    const [first = '', second = ''] = tasks;
    const order = [`${second}:PICKUP`, `${first}:PICKUP`, `${first}:DROPOFF`, `${second}:DROPOFF`];
    const wanted = order.map((stopId, index) => ({ stopId, locked: index === 0 }));
    expect((await arrange(route, wanted, null)).status).to.equal(428);
    expect((await arrange(route, wanted, route.version - 1)).status).to.equal(412);
    const answer = await arrange(route, wanted, route.version);
    expect(answer.status).to.equal(200);
    const arranged = answer.body as Route;
    expect(idsOf(arranged)).to.deep.equal(order);
    expect(arranged.stops.map(({ locked }) => locked)).to.deep.equal([true, false, false, false]);
    expect(arranged.version).to.equal(route.version + 1);
    for (const stop of arranged.stops) expect(stop.eta).to.be.a('string');
  });

  it('is refused with what is wrong, stop by stop', async () => {
    const route = await present();
    const answer = await arrange(
      route,
      idsOf(route)
        .reverse()
        .map((stopId) => ({ stopId })),
      route.version,
    );
    expect(answer.status).to.equal(422);
    const { code, faults } = answer.body as { code: string; faults: { code: string; stopId: string }[] };
    expect(code).to.equal('delivery.ROUTE_INVALID');
    expect(faults.map((fault) => fault.code)).to.include('DROPOFF_FIRST');
  });

  it('two dispatchers at once: one edit takes effect, the other is refused', async () => {
    const route = await present();
    const [a = '', b = '', ...rest] = idsOf(route);
    const free = [a, b, ...rest].map((stopId) => ({ stopId }));
    const swapped = [b, a, ...rest].map((stopId) => ({ stopId }));
    const answers = await Promise.all([
      arrange(route, free, route.version),
      arrange(route, swapped, route.version),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412]);
    expect((await present()).version).to.equal(route.version + 1);
  });

  it('shows the arrival time: on the task, to the seller, to the buyer', async () => {
    await world.settle();
    const route = await present();
    const [first = ''] = tasks;
    const stop = (kind: string) =>
      route.stops.find(({ taskId, kind: of }) => taskId === first && of === kind);
    const task = await world.task(first);
    const near = (shown: string | null | undefined, planned: string | null | undefined) =>
      expect(Math.abs(Date.parse(shown ?? '') - Date.parse(planned ?? ''))).to.be.at.most(120_000);
    near(task.pickupEta, stop('PICKUP')?.eta);
    near(task.dropoffEta, stop('DROPOFF')?.eta);
    const groups = await world.seller.get<Schema<'OrderGroupList'>>('/seller/order-groups');
    const group = groups.data.find(({ task: of }) => of?.id === first);
    expect(group?.task).to.deep.include({ pickupEta: task.pickupEta, dropoffEta: task.dropoffEta });
    const tracking = await world.buyer.get<Schema<'OrderTracking'>>(`/orders/${group?.orderId}/tracking`);
    expect(tracking.groups[0]?.eta).to.equal(task.dropoffEta);
  });

  it('recalculates arrivals only when one moved by more than two minutes, and at most once a minute', async () => {
    const deps = world.service.inside.deps;
    const [first = ''] = tasks;
    const shown = await world.task(first);
    expect(await retimeRoutes(deps), 'a minute has not passed').to.equal(0);
    await world.later(90_000);
    await world.report(driver, STORE);
    expect(await retimeRoutes(deps), '90 s later, 90 s late').to.equal(0);
    await world.later(60_000);
    await world.report(driver, STORE);
    const route = await present();
    expect(await retimeRoutes(deps), '150 s later').to.equal(1);
    await world.settle();
    const later = await world.task(first);
    const moved = Date.parse(later.dropoffEta ?? '') - Date.parse(shown.dropoffEta ?? '');
    expect(moved).to.be.within(120_001, 200_000);
    expect((await present()).version, 'the editor of a route may go on').to.equal(route.version);
    await world.later(119_000);
    expect(await retimeRoutes(deps), '119 s after the last publication').to.equal(0);
    await world.later(2_000);
    expect(await retimeRoutes(deps), '121 s after the last publication').to.equal(1);
    await world.settle();
  });

  it('notifies buyer, seller and dispatch on their sockets when an arrival time moves', async function () {
    this.timeout(30_000);
    const [first = ''] = tasks;
    const followers = [world.buyer, world.seller, world.dispatcher].map(
      ({ token }) => new Follower({ url: world.service.url, token: async () => token ?? '' }),
    );
    try {
      const { orderGroupId: id, sellerId } = await world.task(first);
      const { order_id: orderId } = await world.database('order_groups').where({ id }).first('order_id');
      const rooms = [`order:${orderId}`, `seller:${sellerId}`, 'dispatch'];
      for (const [index, follower] of followers.entries()) {
        await follower.live();
        const room = follower.client.subscribe(rooms[index] ?? '', follower.handlers());
        await follower.until(() => room.state === 'live');
      }
      await world.later(180_000);
      await world.report(driver, STORE);
      expect(await retimeRoutes(world.service.inside.deps)).to.equal(1);
      await world.settle();
      const { dropoffEta, orderGroupId } = await world.task(first);
      const shown = ['order.updated', 'group.updated', 'task.updated'];
      for (const [index, follower] of followers.entries()) {
        const hears = ({ event, payload }: { event: string; payload: object }) =>
          event === shown[index] && 'dropoffEta' in payload && payload.dropoffEta === dropoffEta;
        await follower.until(() => follower.heard.some(hears));
        const about = follower.heard.find(hears)?.payload as { groupId?: string; taskId?: string };
        expect([about.groupId, about.taskId]).to.include(index === 2 ? first : orderGroupId);
        expect(follower.faults).to.deep.equal([]);
      }
    } finally {
      for (const follower of followers) follower.client.close();
    }
  });

  it('records the legs that were driven, and learns from them', async () => {
    const [first = '', second = ''] = tasks;
    for (const taskId of [first, second]) {
      await driver.client.post(`/driver/tasks/${taskId}/pick-up`);
      await world.settle();
      await world.later(600_000);
    }
    const route = await present();
    const next = route.stops.find(({ done }) => !done);
    await driver.client.post(`/driver/tasks/${next?.taskId}/in-transit`);
    await driver.client.post(`/driver/tasks/${next?.taskId}/arrive`);
    await world.settle();
    const legs = await world.database('route_legs').where('driver_id', driver.driverId).orderBy('arrived_at');
    const last = legs.at(-1);
    expect(last).to.include({ task_id: next?.taskId, kind: 'DROPOFF', arrival_seen: true });
    expect(last.travel_s).to.be.within(600, 660);
    expect(last.from_zone_id).to.be.a('string');
    const shown = await world.dispatcher.get<Schema<'TravelTimes'>>('/dispatch/travel-times');
    expect(shown).to.include({ source: 'CALIBRATED', legs: 0, factor: 1 });
  });

  it('learns from thousands of legs how long they take, states how wrong the estimate is, and uses it in plans', async () => {
    const { database, clock } = world.service.inside.deps;
    // All legs take half as long again as the model says, give or take a tenth.
    await database.raw(
      `INSERT INTO route_legs (id, driver_id, task_id, kind, from_lat, from_lng, to_lat, to_lng, from_zone_id, to_zone_id,
                               started_at, arrived_at, arrival_seen, straight_m, travel_s, planned_s, actor_version)
       SELECT gen_random_uuid(), :driverId, gen_random_uuid(), 'DROPOFF', 25.2, 51.5, 25.24, 51.5, :zone, :zone,
              at - interval '20 minutes', at, true, 4000 + 10 * (n % 50), round((4000 + 10 * (n % 50)) * 0.162 * (0.9 + 0.2 * (n % 7) / 6) * 1.5),
              round((4000 + 10 * (n % 50)) * 0.162), 1
         FROM (SELECT n, :now::timestamptz - n * interval '10 minutes' AS at FROM generate_series(1, 2500) n) ways`,
      { driverId: driver.driverId, zone: await world.qatar(), now: clock.now() } as never,
    );
    expect(await estimateTravelTimes({ database, clock })).to.equal(true);
    expect(await estimateTravelTimes({ database, clock }), 'nothing new').to.equal(false);
    const shown = await world.dispatcher.get<Schema<'TravelTimes'>>('/dispatch/travel-times');
    expect(shown.legs).to.be.within(2_500, 2_600);
    expect(shown.factor).to.be.within(1.4, 1.6);
    expect(shown.errorPercent).to.be.lessThan(12);
    expect(shown.defaultErrorPercent).to.be.greaterThan(25);
    expect(shown.pairs[0]?.legs).to.be.greaterThan(2_400);
    const { all, pairs } = await readFactors(database);
    const times = calibratedTimes({ all, pairs, cells: new Map() }, 12, () => null);
    const [from, to] = [STORE, { ...STORE, latitude: STORE.latitude + 0.05 }];
    const ratio = times.seconds(from, to) / cityTravelTimes.seconds(from, to);
    expect(ratio).to.be.closeTo(shown.factor, 0.01);
  });
});
