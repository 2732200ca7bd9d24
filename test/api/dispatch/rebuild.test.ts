import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Route = Schema<'Route'>;
type Plan = Schema<'RoutePlan'>;

describe('replanning a route', function () {
  // Each plan takes a second of one thread, of which a busy machine has few.
  this.timeout(60_000);
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });
  beforeEach(async () => {
    driver = await world.onDuty({ at: STORE });
  });
  afterEach(() => world.clear());
  after(() => world?.close());

  /** Accepts this many tasks, and puts their stops into a sequence that goes back and forth. */
  async function toAndFro(tasks: number): Promise<Route> {
    const ids: string[] = [];
    for (let count = 0; count < tasks; count += 1) {
      const { taskId } = await world.ready();
      await driver.client.post(`/driver/tasks/${taskId}/accept`);
      await world.settle();
      ids.push(taskId);
    }
    const route = await present();
    const stops = ids.flatMap((id) => [{ stopId: `${id}:PICKUP` }, { stopId: `${id}:DROPOFF` }]);
    return world.dispatcher.put<Route>(
      `/dispatch/routes/${route.id}/stops`,
      { stops },
      { version: route.version },
    );
  }

  const present = async () => {
    const { data } = await world.dispatcher.get<Schema<'RouteList'>>(
      `/dispatch/routes?driverId=${driver.driverId}`,
    );
    const [route] = data;
    if (route === undefined) throw new Error('no route');
    return route;
  };
  const rebuild = (route: Route, body: object, key?: string) =>
    world.dispatcher.call<Plan>('POST', `/dispatch/routes/${route.id}/rebuild`, {
      body,
      ...(key === undefined ? {} : { key }),
    });
  const idsOf = ({ stops }: { stops: { stopId?: string }[] }) => stops.map(({ stopId }) => stopId);

  it('shows before and after, changes nothing by that, and is applied as it was shown', async () => {
    const route = await toAndFro(3);
    const preview = await rebuild(route, { mode: 'PREVIEW', expectedVersion: route.version });
    expect(preview.status, JSON.stringify(preview.body)).to.equal(200);
    const plan = preview.body;
    expect(plan.after.travelSeconds).to.be.lessThan(plan.before.travelSeconds / 2);
    expect(plan.after.distanceMetres).to.be.lessThan(plan.before.distanceMetres);
    expect(plan.movedStops).to.be.greaterThan(0);
    expect(await present()).to.deep.equal(route);

    const command = { mode: 'APPLY', planId: plan.planId, expectedVersion: route.version };
    const key = uuidv7();
    expect((await rebuild(route, command, key)).status).to.equal(200);
    const after = await present();
    expect(idsOf(after)).to.deep.equal(idsOf(plan));
    expect(after.version).to.equal(route.version + 1);
    const again = await rebuild(route, command, key);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([200, 'true']);
    expect((await rebuild(route, command)).status, 'by the plan’s own id').to.equal(200);
    expect((await present()).version).to.equal(route.version + 1);
    expect((await rebuild(route, { mode: 'PREVIEW', expectedVersion: after.version }, key)).status).to.equal(
      422,
    );
  });

  it('is refused once the route has changed, to the driver, too', async () => {
    const route = await toAndFro(2);
    const { body: plan } = await rebuild(route, { mode: 'PREVIEW', expectedVersion: route.version });
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await world.settle();
    const command = { mode: 'APPLY', planId: plan.planId, expectedVersion: route.version };
    expect((await rebuild(route, command)).status).to.equal(412);
    expect((await rebuild(route, { ...command, expectedVersion: route.version + 1 })).status).to.equal(412);
    expect((await rebuild(route, { mode: 'PREVIEW', expectedVersion: route.version })).status).to.equal(412);
  });

  it('by two dispatchers at once applies one plan', async () => {
    const route = await toAndFro(3);
    const preview = { mode: 'PREVIEW', expectedVersion: route.version };
    const [one, two] = await Promise.all([rebuild(route, preview), rebuild(route, preview)]);
    const apply = ({ planId }: Plan) =>
      rebuild(route, { mode: 'APPLY', planId, expectedVersion: route.version });
    const answers = await Promise.all([apply(one.body), apply(two.body)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412]);
    expect((await present()).version).to.equal(route.version + 1);
  });

  it('while a task is accepted never loses a stop: the plan is applied, or the acceptance came first', async () => {
    const outcomes = new Set<number>();
    for (let turn = 0; turn < 3; turn += 1) {
      const route = await toAndFro(2);
      const { taskId } = await world.ready();
      const fresh = await present();
      const { body: plan } = await rebuild(fresh, { mode: 'PREVIEW', expectedVersion: fresh.version });
      const command = { mode: 'APPLY', planId: plan.planId, expectedVersion: fresh.version };
      const accept = () => driver.client.call('POST', `/driver/tasks/${taskId}/accept`);
      const words =
        turn % 2 === 0 ? [rebuild(fresh, command), accept()] : [accept(), rebuild(fresh, command)];
      const answers = await Promise.all(words);
      const [applied, accepted] = turn % 2 === 0 ? answers : answers.toReversed();
      expect(accepted?.status).to.equal(200);
      expect(applied?.status).to.be.oneOf([200, 412]);
      outcomes.add(applied?.status ?? 0);
      await world.settle();
      const after = await present();
      const stops = idsOf(after);
      expect([...stops].sort()).to.deep.equal(
        [...idsOf(route), `${taskId}:PICKUP`, `${taskId}:DROPOFF`].sort(),
      );
      for (const id of new Set(after.stops.map((stop) => stop.taskId)))
        expect(stops.indexOf(`${id}:PICKUP`)).to.be.lessThan(stops.indexOf(`${id}:DROPOFF`));
      // The other stops are in the sequence that was shown, or in the one before.
      const others = stops.filter((id) => !id?.startsWith(taskId));
      expect(others).to.deep.equal(applied?.status === 200 ? idsOf(plan) : idsOf(route));
      await world.clear();
      driver = await world.onDuty({ at: STORE });
    }
    expect(outcomes.size).to.be.at.least(1);
  });

  it('moves no more stops than allowed, and none that is locked', async () => {
    const route = await toAndFro(3);
    const { body: some } = await rebuild(route, {
      ...{ mode: 'PREVIEW', expectedVersion: route.version, maxMovedStops: 1 },
    });
    expect(some.movedStops).to.be.at.most(1);
    const stops = route.stops.map(({ stopId = '' }, index) => ({ stopId, locked: index === 5 }));
    const locked = await world.dispatcher.put<Route>(
      `/dispatch/routes/${route.id}/stops`,
      { stops },
      { version: route.version },
    );
    const { body: none } = await rebuild(locked, { mode: 'PREVIEW', expectedVersion: locked.version });
    expect(none.movedStops).to.equal(0);
    expect(idsOf(none)).to.deep.equal(idsOf(locked));
  });

  it("finds no plan of another route, and requires the plan's id", async () => {
    const route = await toAndFro(1);
    const command = { mode: 'APPLY', expectedVersion: route.version };
    expect((await rebuild(route, command)).status).to.equal(422);
    expect((await rebuild(route, { ...command, planId: uuidv7() })).status).to.equal(404);
    const missing = await world.dispatcher.call('POST', `/dispatch/routes/${uuidv7()}/rebuild`, {
      body: command,
    });
    expect(missing.status).to.equal(404);
  });
});
