import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { answerJson, cornerBetween, type OsrmServer, startOsrm } from '../../support/osrm-server.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Path = Schema<'RoutePath'>;

describe('the path along a route', () => {
  let osrm: OsrmServer;
  let world: DeliveryWorld;
  let driver: OnDuty;
  let route: Schema<'Route'>;

  const NEAR_STORE = { latitude: STORE.latitude - 0.02, longitude: STORE.longitude + 0.03 };

  before(async function () {
    this.timeout(60_000);
    osrm = await startOsrm();
    world = await DeliveryWorld.open({ TRAVEL_TIMES_URL: osrm.url });
    driver = await world.onDuty({ at: NEAR_STORE });
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await world.settle();
    route = await driver.client.get<Schema<'Route'>>('/driver/route');
  });
  after(async () => {
    await world?.close();
    await osrm?.close();
  });
  beforeEach(() => {
    osrm.instead = null;
  });

  const ofDispatcher = () => world.dispatcher.get<Path>(`/dispatch/routes/${route.id}/path`);
  const places = () => route.stops.map(({ location }) => [location.longitude, location.latitude]);

  it("is shown to dispatchers and to its own driver: from the driver's position, from stop to stop", async () => {
    const path = await ofDispatcher();
    expect(path.routeId).to.equal(route.id);
    const ids = route.stops.map(({ stopId }) => stopId);
    expect(path.legs.map(({ fromStopId, toStopId }) => [fromStopId, toStopId])).to.deep.equal([
      [null, ids[0]],
      [ids[0], ids[1]],
    ]);
    const [store, door] = places() as [[number, number], [number, number]];
    const from: [number, number] = [NEAR_STORE.longitude, NEAR_STORE.latitude];
    expect(path.legs.map(({ streets }) => streets)).to.deep.equal([true, true]);
    expect(path.legs.map(({ points }) => points)).to.deep.equal([
      [from, cornerBetween(from, store), store],
      [store, cornerBetween(store, door), door],
    ]);
    expect(await driver.client.get<Path>('/driver/route/path')).to.deep.equal(path);
  });

  it('requests the streets once, however many people look at it', async () => {
    const pathRequests = () => osrm.requests.filter((path) => path.startsWith('/route/')).length;
    const before = pathRequests();
    await Promise.all([ofDispatcher(), ofDispatcher(), driver.client.get('/driver/route/path')]);
    expect(pathRequests()).to.equal(before);
  });

  it('is straight while the routing service fails, and along the streets again once it is back', async () => {
    osrm.instead = (_, response) => answerJson(response, {}, 500);
    // A few steps: a position a kilometre away one second later would be rejected.
    const elsewhere = { latitude: NEAR_STORE.latitude - 0.0002, longitude: NEAR_STORE.longitude };
    await world.report(driver, elsewhere);
    const [first, second] = (await ofDispatcher()).legs;
    expect(first).to.deep.include({
      fromStopId: null,
      streets: false,
      points: [[elsewhere.longitude, elsewhere.latitude], places()[0]],
    });
    expect(second?.streets, 'this leg was cached').to.equal(true);
    osrm.instead = null;
    const [again] = (await ofDispatcher()).legs;
    expect(again?.streets).to.equal(true);
  });

  it('is not shown to other drivers, who only get their own', async () => {
    const other = await world.onDuty({ at: STORE });
    const own = await other.client.get<Path>('/driver/route/path');
    expect(own.routeId).to.not.equal(route.id);
    expect(own.legs).to.deep.equal([]);
    expect((await other.client.call('GET', `/dispatch/routes/${route.id}/path`)).status).to.equal(403);
    const missing = '019c4692-4432-78e9-a358-99619b08a467';
    expect((await world.dispatcher.call('GET', `/dispatch/routes/${missing}/path`)).status).to.equal(404);
  });
});

describe('the path along a route without a routing service', () => {
  it('is straight, from stop to stop', async function () {
    this.timeout(60_000);
    const world = await DeliveryWorld.open();
    try {
      const driver = await world.onDuty({ at: STORE });
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
      const { legs } = await driver.client.get<Path>('/driver/route/path');
      expect(legs.map(({ streets, points }) => [streets, points.length])).to.deep.equal([
        [false, 2],
        [false, 2],
      ]);
    } finally {
      await world.close();
    }
  });
});
