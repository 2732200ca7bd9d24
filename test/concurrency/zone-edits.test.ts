import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { loadServiceArea } from '../../db/seeds/load-service-area.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { zonesJob } from '../../server/dispatch/assignment/zone-rejudge.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';
import { type ApiProcess, spawnApi } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { around, DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';

type Zone = Schema<'Zone'>;

const pathOf = (id: string) => `/dispatch/zones/${id}`;

describe('zones edited by several people, through two processes', () => {
  let world: DeliveryWorld;
  let other: ApiProcess;
  /** The same two dispatchers, each connected to a different process. */
  let here: ApiClient;
  let there: ApiClient;

  before(async function () {
    this.timeout(120_000);
    const namespace = `t-${randomUUID().slice(0, 12)}`;
    world = await DeliveryWorld.open({ REDIS_NAMESPACE: namespace });
    const limits = { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_BROWSE_PER_MINUTE: '100000' };
    const environment = testEnvironment(world.service.databaseUrl, { REDIS_NAMESPACE: namespace, ...limits });
    other = await spawnApi(environment);
    here = world.dispatcher;
    there = new ApiClient(other.url, world.secondDispatcher.address);
    there.token = world.secondDispatcher.token;
  });

  after(async () => {
    await other?.kill();
    await world?.close();
  });

  async function create(over: Partial<Zone>): Promise<Zone> {
    const body = { name: { en: 'A zone', ar: 'منطقة' }, priority: 50, active: true, ...over };
    return here.post<Zone>('/dispatch/zones', body);
  }
  const edit = (client: ApiClient, { id, version }: Pick<Zone, 'id' | 'version'>, body: object) =>
    client.call<{ code?: string; zone?: Zone }>('PATCH', pathOf(id), { body, version });
  const read = (id: string) => here.get<Zone>(pathOf(id));

  it('one of two edits against the same version takes effect, and the other one is refused', async () => {
    let zone = await create({ geometry: around(STORE) as Zone['geometry'], priority: 1 });
    for (let round = 2; round < 12; round += 1) {
      const answers = await Promise.all([
        edit(here, zone, { priority: round * 2 }),
        edit(there, zone, { priority: round * 2 + 1 }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412]);
      const winner = answers.find(({ status }) => status === 200)?.body.zone;
      zone = await read(zone.id);
      expect(zone).to.deep.equal(winner);
      expect(zone.version).to.equal(round);
    }
    await here.call('DELETE', pathOf(zone.id), { version: zone.version });
  });

  it('the last two zones that cover Qatar are never both closed', async () => {
    const { geometry } = (await loadServiceArea()).polygon;
    const twins = [await read(await world.qatar()), await create({ geometry: geometry as Zone['geometry'] })];
    for (let round = 0; round < 8; round += 1) {
      const [first, second] = await Promise.all(twins.map(({ id }) => read(id)));
      if (first === undefined || second === undefined) throw new Error('both twins exist');
      const [one, two] = await Promise.all([
        edit(here, first, { active: false }),
        round % 2 === 0
          ? edit(there, second, { active: false })
          : edit(there, second, { geometry: around(STORE) }),
      ]);
      const codes = [one, two].map(({ status, body }) => body.code ?? status);
      expect(codes).to.have.members([200, 'delivery.QATAR_UNCOVERED']);
      for (const { id, version } of await Promise.all(twins.map(({ id }) => read(id))))
        await edit(here, { id, version }, { active: true, geometry });
    }
    const [, twin] = await Promise.all(twins.map(({ id }) => read(id)));
    const gone = await here.call('DELETE', pathOf(twin?.id ?? ''), { version: twin?.version ?? 0 });
    expect(gone.status).to.equal(200);
  });

  /** Waits until no command between actors is in flight; those refused under load are swept, as by the worker. */
  async function quiet(): Promise<void> {
    await world.settle();
    await until(
      async () => {
        await world.service.inside.relay.sweep(100);
        const left = await world.database('outbox').whereNull('parked_at').first('id');
        return left === undefined;
      },
      { limitMs: 40_000 },
    );
  }

  it('edits while tasks come and are accepted lose none: each has one driver or one place in its home zone’s queue', async function () {
    this.timeout(120_000);
    const home = await read(await world.qatar());
    const zone = await create({ geometry: around(STORE) as Zone['geometry'], priority: 900 });
    const wide = around(STORE, 0.4) as Zone['geometry'];
    const drivers: OnDuty[] = [];
    for (const zoneIds of [[zone.id], [zone.id], [home.id]])
      drivers.push(await world.onDuty({ zoneIds, capacity: 8 }));
    let over = false;
    const editing = (async () => {
      for (let turn = 0; !over; turn += 1) {
        const changes = [{ active: false }, { active: true, geometry: wide }, { geometry: around(STORE) }];
        const answer = await edit(
          turn % 2 === 0 ? here : there,
          await read(zone.id),
          changes[turn % 3] ?? {},
        );
        expect(answer.status).to.equal(200);
      }
    })();
    const taskIds: string[] = [];
    try {
      while (taskIds.length < 8) {
        const batch = await Promise.all([world.ready(), world.ready()]);
        taskIds.push(...batch.map(({ taskId }) => taskId));
      }
    } finally {
      over = true;
    }
    await editing;
    await quiet();
    await zonesJob(world.service.inside.deps)();
    await quiet();
    const directory = world.service.inside.deps.zones;
    const present = await directory.map();
    const tasks = await world.database('delivery_tasks').whereIn('id', taskIds);
    const outside = new Set<string>();
    for (const task of tasks) {
      const tickets = await world.database('zone_tickets').where('task_id', task.id);
      if (task.status === 'UNASSIGNED') {
        const homeOf = present.homeOf({ latitude: task.pickup_lat, longitude: task.pickup_lng });
        expect(tickets.map(({ zone_id, round }) => [zone_id, round])).to.deep.equal([[homeOf, task.round]]);
        continue;
      }
      expect(task.status).to.equal('ASSIGNED');
      expect(tickets).to.deep.equal([]);
      const driver = await world.database('drivers').where('id', task.driver_id).first('zone_ids');
      const stops = [
        { latitude: task.pickup_lat, longitude: task.pickup_lng },
        { latitude: task.dropoff_lat, longitude: task.dropoff_lng },
      ];
      if (!present.cover(driver.zone_ids, stops)) outside.add(task.id);
    }
    const held = await world.database('drivers').sum({ tasks: 'active_tasks' }).first();
    expect(Number(held?.tasks)).to.equal(tasks.filter(({ status }) => status === 'ASSIGNED').length);
    const alerts = await world
      .database('alerts')
      .whereIn('subject_id', taskIds)
      .whereNot('status', 'RESOLVED')
      .select('kind', 'subject_id');
    const warned = alerts.filter(({ kind }) => kind === 'TASK_OUTSIDE_ZONES');
    expect(new Set(warned.map(({ subject_id }) => subject_id))).to.deep.equal(outside);
    expect(alerts.map(({ kind }) => kind)).not.to.include('TASK_WITHOUT_TICKET');
    // The edits affected waiting tasks; otherwise this proves nothing.
    const { rows } = await world.database.raw<{ rows: { moved: number }[] }>(
      `SELECT count(*)::int AS moved FROM actor_command c CROSS JOIN jsonb_array_elements(c.events) AS e (event)
        WHERE c.kind = 'order' AND e.event ->> 'because' = 'ZONE_CHANGED'`,
    );
    expect(rows[0]?.moved).to.be.greaterThan(0);
    await world.clear();
  });
});
