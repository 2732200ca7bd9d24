import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, DeliveryWorld, STORE } from '../../worlds/delivery-world.ts';

/** More than are compared for one task. */
const OTHERS = 2_499;

describe('with thousands of drivers on duty', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(120_000);
    world = await DeliveryWorld.open();
    await putOnDuty(OTHERS);
  });
  after(() => world?.close());

  /** Far away, and on duty before everybody else. Only their rows: nobody asks them. */
  async function putOnDuty(count: number): Promise<void> {
    const { database } = world;
    await database.raw(
      `WITH made AS (
         INSERT INTO accounts (id, email, display_name, locale)
         SELECT gen_random_uuid(), 'far-' || n || '@many.wasl.example', 'Far ' || n, 'en' FROM generate_series(1, ?) n
         RETURNING id, display_name)
       INSERT INTO drivers (id, account_id, full_name, phone, vehicle_type, status, zone_ids, cash_limit, capacity, duty,
                            idle_since, actor_version)
       SELECT gen_random_uuid(), id, display_name, '+97455000000', 'VAN', 'APPROVED', ARRAY[?::uuid], 2000, 20, 'ON_DUTY',
              now() - interval '1 day', 1 FROM made`,
      [count, await world.qatar()],
    );
    const { presence } = world.service.inside.deps;
    const rows: { id: string }[] = await database('drivers').where('full_name', 'like', 'Far %').select('id');
    const point = { sequence: 1, ...AL_KHOR, accuracy: 5, recordedAt: new Date().toISOString() };
    await Promise.all(rows.map(({ id }) => presence.report(id, [point])));
  }

  it('a task is offered to the nearest, though the process came to know 2,499 others first', async () => {
    const near = await world.onDuty({ at: STORE });
    const { taskId } = await world.ready();
    expect(await world.task(taskId)).to.include({ status: 'ASSIGNED', driverId: near.driverId });
    const { choices } = await world.dispatcher.get<Schema<'TaskExplanation'>>(
      `/dispatch/tasks/${taskId}/explanation`,
    );
    const [first, second] = choices[0]?.candidates ?? [];
    expect(first).to.include({ driverId: near.driverId, eligible: true });
    expect(second).to.include({ eligible: true });
    expect(second?.driverName).to.match(/^Far /);
  });

  it('the figures of the day list the first 500, and say that these are not all', async () => {
    const at = world.service.clock.now();
    await world.database.raw(
      `INSERT INTO shift_runs (id, driver_id, status, started_at, ended_at, breaks, actor_version)
       SELECT gen_random_uuid(), id, 'ENDED', ?::timestamptz - interval '1 second', ?, '[]', 1
         FROM drivers WHERE full_name LIKE 'Far %'`,
      [at, at],
    );
    const overview = await world.dispatcher.get<Schema<'DispatchOverview'>>('/dispatch/overview');
    expect(overview.drivers.onDuty).to.equal(OTHERS + 1);
    expect(overview.driversOfDay).to.have.length(500);
    expect(overview.complete).to.equal(false);
  });
});
