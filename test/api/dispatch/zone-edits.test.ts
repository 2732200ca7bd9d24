import { expect } from 'chai';
import { squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { zonesJob } from '../../../server/dispatch/assignment/zone-rejudge.ts';
import { ZoneDirectory } from '../../../server/dispatch/zones/zone-directory.ts';
import { presentZones } from '../../../server/dispatch/zones/zone-store.ts';
import { connectLive } from '../../realtime/live-fixture.ts';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, around, DeliveryWorld, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';

type Zone = Schema<'Zone'>;
type ZoneEdit = Schema<'ZoneEdit'>;
type Alert = Schema<'Alert'>;

const OVERSEAS = { latitude: 25.9, longitude: 52.5 };
/** Extends well beyond the service area on every side. */
const EVERYWHERE = { latitude: 25.3, longitude: 51.2 };

describe('editing delivery zones', () => {
  let world: DeliveryWorld;
  const made: string[] = [];

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  afterEach(async () => {
    await world?.clear();
    for (const id of made.splice(0)) await remove(id);
    await world?.settle();
  });

  after(() => world?.close());

  const pathOf = (id: string) => `/dispatch/zones/${id}`;
  async function create(geometry: object, over: Partial<Zone> = {}): Promise<Zone> {
    const body = { name: { en: 'A zone', ar: 'منطقة' }, priority: 50, active: true, geometry, ...over };
    const zone = await world.dispatcher.post<Zone>('/dispatch/zones', body);
    made.push(zone.id);
    await world.settle();
    return zone;
  }
  async function edit(id: string, body: object): Promise<ZoneEdit> {
    const { version } = await world.dispatcher.get<Zone>(pathOf(id));
    const edited = await world.dispatcher.patch<ZoneEdit>(pathOf(id), body, { version });
    await world.settle();
    return edited;
  }
  async function remove(id: string) {
    const zone = await world.dispatcher.call<Zone>('GET', pathOf(id));
    if (zone.status === 404) return;
    await world.dispatcher.call('DELETE', pathOf(id), { version: zone.body.version });
  }
  const alertsOf = async (taskId: string, kind: string): Promise<Alert[]> => {
    const { data } = await world.dispatcher.get<Schema<'AlertList'>>('/dispatch/alerts?limit=100');
    return data.filter((alert) => alert.subjectId === taskId && alert.kind === kind);
  };

  it('takes the version that was read, and records who changed what in the audit log', async () => {
    const zone = await create(around(AL_KHOR));
    const path = pathOf(zone.id);
    const read = await world.dispatcher.call<Zone>('GET', path);
    expect([read.status, read.headers.get('etag'), read.body]).to.deep.equal([200, '"1"', zone]);
    const body = { name: { en: 'Al Khor', ar: 'الخور' }, priority: 60 };
    await world.dispatcher.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body });
    await world.dispatcher.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, { body, version: 7 });
    const edited = await world.secondDispatcher.call<ZoneEdit>('PATCH', path, { body, version: 1 });
    expect([edited.status, edited.headers.get('etag')]).to.deep.equal([200, '"2"']);
    expect(edited.body).to.deep.include({ warnings: [], warningCount: 0 });
    expect(edited.body.zone).to.deep.include({ ...body, version: 2, geometry: zone.geometry });
    const again = await world.dispatcher.patch<ZoneEdit>(path, body, { version: 2 });
    expect(again.zone, 'nothing has changed').to.deep.equal(edited.body.zone);
    const audit = await world
      .database('audit_log')
      .where({ subject_type: 'ZONE', subject_id: zone.id })
      .orderBy('id');
    expect(audit.map(({ action, role }) => [action, role])).to.deep.equal([
      ['createZone', 'DISPATCHER'],
      ['updateZone', 'DISPATCHER'],
    ]);
    expect([audit[1].before, audit[1].after]).to.deep.equal([{ name: zone.name, priority: 50 }, body]);
    expect(audit[1].account_id).not.to.equal(audit[0].account_id);
  });

  it('refuses a faulty polygon, an empty edit and a zone that does not exist', async () => {
    const zone = await create(around(AL_KHOR));
    const [ring = []] = around(AL_KHOR).coordinates;
    const open = { geometry: { type: 'Polygon', coordinates: [[...ring.slice(0, 4), [51, 25]]] } };
    const faulty = await world.dispatcher.refused(422, 'delivery.ZONE_INVALID', 'PATCH', pathOf(zone.id), {
      body: open,
      version: 1,
    });
    expect(faulty.errors[0]?.pointer).to.equal('/geometry/coordinates/0');
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'PATCH', pathOf(zone.id), {
      body: {},
      version: 1,
    });
    const nowhere = pathOf('01900000-0000-7000-8000-00000000dead');
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { priority: 1 } } : {};
      await world.dispatcher.refused(404, 'common.NOT_FOUND', method, nowhere, { ...body, version: 1 });
    }
  });

  it('deletes a zone for good: it is no longer listed, read or assigned to drivers', async () => {
    const zone = await create(around(AL_KHOR));
    const driver = await world.approved();
    const path = pathOf(zone.id);
    await world.dispatcher.refused(428, 'common.PRECONDITION_REQUIRED', 'DELETE', path);
    const removed = await world.dispatcher.call('DELETE', path, { version: 1 });
    expect([removed.status, removed.body]).to.deep.equal([
      200,
      { warnings: [], warningCount: 0, version: 2 },
    ]);
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', path);
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'DELETE', path, { version: 2 });
    const { data } = await world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    expect(data.map(({ id }) => id)).not.to.include(zone.id);
    const { version } = await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${driver.driverId}`);
    const terms = { body: { zoneIds: [zone.id] }, version };
    const refusal = await world.dispatcher.refused(
      422,
      'common.VALIDATION_FAILED',
      'PATCH',
      `/dispatch/drivers/${driver.driverId}`,
      terms,
    );
    expect(refusal.errors[0]?.pointer).to.equal('/zoneIds/0');
    const audit = await world.database('audit_log').where({ subject_id: zone.id, action: 'deleteZone' });
    expect(audit.map(({ before, after }) => [before, after])).to.deep.equal([
      [
        { active: true, deleted: false },
        { active: false, deleted: true },
      ],
    ]);
  });

  describe('while one zone alone covers Qatar', () => {
    const uncoveredOf = (problem: Schema<'Problem'>) => ({
      geometry: problem.uncovered as AreaGeometry,
      squareMetres: problem.uncoveredSquareMetres ?? 0,
    });

    it('refuses to delete, close or shrink it, and shows which area would be left out', async () => {
      const qatar = await world.qatar();
      const { version, geometry } = await world.dispatcher.get<Zone>(pathOf(qatar));
      const refused = (method: string, body?: object) =>
        world.dispatcher.refused(409, 'delivery.QATAR_UNCOVERED', method, pathOf(qatar), {
          ...(body === undefined ? {} : { body }),
          version,
        });
      const whole = squareMetresOf(geometry as AreaGeometry);
      for (const problem of [await refused('DELETE'), await refused('PATCH', { active: false })]) {
        const { geometry: left, squareMetres } = uncoveredOf(problem);
        expect(squareMetres).to.be.within(whole * 0.0001, whole + 1);
        expect(squareMetresOf(left)).to.be.greaterThan(0);
      }
      const half = { type: 'Polygon', coordinates: around(EVERYWHERE, 0.6).coordinates };
      const { geometry: left, squareMetres } = uncoveredOf(await refused('PATCH', { geometry: half }));
      expect(squareMetres).to.be.within(1e6, whole);
      expect(squareMetresOf(left) / squareMetres).to.be.closeTo(1, 0.2);
      expect(JSON.stringify(left).length).to.be.below(30_000);
      expect(await world.dispatcher.get<Zone>(pathOf(qatar))).to.deep.include({ version, active: true });
      expect((await edit(qatar, { priority: 1 })).zone.priority).to.equal(1);
      await edit(qatar, { priority: 0 });
    });

    it('allows that once another zone covers Qatar', async () => {
      const qatar = await world.qatar();
      const everywhere = await create(around(EVERYWHERE, 1.1), { priority: 0 });
      expect((await edit(qatar, { active: false })).zone.active).to.equal(false);
      const { version } = await world.dispatcher.get<Zone>(pathOf(everywhere.id));
      await world.dispatcher.refused(409, 'delivery.QATAR_UNCOVERED', 'DELETE', pathOf(everywhere.id), {
        version,
      });
      expect((await edit(qatar, { active: true })).zone.active).to.equal(true);
      const removed = await world.dispatcher.call('DELETE', pathOf(everywhere.id), { version });
      expect(removed.status).to.equal(200);
    });
  });

  it('moves waiting tasks to their new home zone at once, each in a round of its own', async () => {
    const { taskId } = await world.ready();
    const home = (await world.task(taskId)).zoneId;
    const zone = await create(around(STORE), { priority: 900 });
    expect(await world.task(taskId)).to.include({ status: 'UNASSIGNED', zoneId: zone.id, round: 2 });
    const tickets = () => world.database('zone_tickets').where('task_id', taskId).select('zone_id', 'round');
    expect(await tickets()).to.deep.equal([{ zone_id: zone.id, round: 2 }]);
    await edit(zone.id, { name: { en: 'Renamed', ar: 'اسم' } });
    expect((await world.task(taskId)).round, 'its home zone is the same').to.equal(2);
    await edit(zone.id, { active: false });
    expect(await world.task(taskId)).to.include({ zoneId: home, round: 3 });
    expect(await tickets()).to.deep.equal([{ zone_id: home, round: 3 }]);
    await edit(zone.id, { active: true, geometry: around(AL_KHOR) });
    expect(await world.task(taskId)).to.include({ zoneId: home, round: 3 });
    await edit(zone.id, { geometry: around(STORE) });
    expect(await world.task(taskId)).to.include({ zoneId: zone.id, round: 4 });
    const { version } = await world.dispatcher.get<Zone>(pathOf(zone.id));
    await world.dispatcher.call('DELETE', pathOf(zone.id), { version });
    await world.settle();
    expect(await world.task(taskId)).to.include({ zoneId: home, round: 5 });
    expect(await alertsOf(taskId, 'TASK_WITHOUT_TICKET')).to.deep.equal([]);
    const driver = await world.onDuty();
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
  });

  it('offers a waiting task to a driver whose zone has grown over it', async () => {
    const zone = await create(around(AL_KHOR), { priority: 5 });
    const driver = await world.onDuty({ zoneIds: [zone.id] });
    const { taskId } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(null);
    await edit(zone.id, { geometry: around(STORE, 0.4) });
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
  });

  it('previews what a save would move, by the same rules', async () => {
    const { taskId, number } = await world.ready();
    const home = (await world.task(taskId)).zoneId;
    const preview = (over: object) =>
      world.dispatcher.post<Schema<'ZonePreview'>>('/dispatch/zones/preview', {
        ...{ zoneId: null, priority: 900, active: true, geometry: around(STORE) },
        ...over,
      });
    const asNew = await preview({});
    expect(asNew).to.deep.include({
      version: null,
      movedMetres: null,
      movedTaskCount: 1,
      movedStoreCount: 1,
    });
    expect(asNew.movedTasks[0]).to.deep.include({
      ...{ taskId, orderNumber: number, fromZoneId: home, toZoneId: null, intoThis: true },
    });
    expect(
      (await preview({ priority: 0, geometry: around(STORE, 1) })).movedTaskCount,
      'its priority is lower',
    ).to.equal(0);
    expect((await preview({ active: false })).movedTaskCount).to.equal(0);
    expect(await world.task(taskId), 'the preview changed nothing').to.include({ zoneId: home, round: 1 });

    const zone = await create(around(STORE, 0.3), { priority: 900 });
    const driver = await world.onDuty({ zoneIds: [zone.id] });
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    const shrunk = await preview({ zoneId: zone.id, geometry: around(AL_KHOR) });
    expect(shrunk).to.deep.include({
      version: 1,
      movedTaskCount: 0,
      driverCount: 1,
      outsideServiceArea: false,
    });
    expect(shrunk.drivers).to.deep.equal([{ driverId: driver.driverId, driverName: 'Yousef Rahman' }]);
    expect(shrunk.movedMetres).to.be.within(40_000, 60_000);
    const { warnings, warningCount } = await edit(zone.id, { geometry: around(AL_KHOR) });
    expect([shrunk.warnings, shrunk.warningCount], 'the same as the save reports').to.deep.equal([
      warnings,
      warningCount,
    ]);
    const atSea = await preview({ geometry: around({ latitude: 25.5, longitude: 52.4 }) });
    expect(atSea.outsideServiceArea).to.equal(true);
    const qatar = await world.qatar();
    const body = { zoneId: qatar, priority: 0, active: true, geometry: around(STORE) };
    await world.dispatcher.refused(409, 'delivery.QATAR_UNCOVERED', 'POST', '/dispatch/zones/preview', {
      body,
    });
    const gone = { ...body, zoneId: '01900000-0000-7000-8000-00000000dead' };
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'POST', '/dispatch/zones/preview', {
      body: gone,
    });
    await world.seller.refused(403, 'auth.FORBIDDEN', 'POST', '/dispatch/zones/preview', { body });
  });

  it('refuses corners far outside Qatar, and names them', async () => {
    const germany = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 50],
          [11, 50],
          [11, 51],
          [10, 50],
        ],
      ],
    };
    const farZone = { name: { en: 'Far', ar: 'بعيد' }, priority: 5, active: true, geometry: germany };
    for (const [path, body] of [
      ['/dispatch/zones', farZone],
      ['/dispatch/zones/preview', { zoneId: null, priority: 5, active: true, geometry: germany }],
    ] as const) {
      const far = await world.dispatcher.refused(422, 'delivery.ZONE_INVALID', 'POST', path, { body });
      expect(far.errors[0]).to.deep.include({ pointer: '/geometry/coordinates/0/0', code: 'far-away' });
      expect([far.errors[0]?.message, far.errors[0]?.params]).to.deep.equal([
        'has a corner at 10, 50, far outside Qatar',
        { latitude: 50, longitude: 10 },
      ]);
    }
    const bow = [
      [51.2, 25.1],
      [51.48, 25.27],
      [51.48, 25.1],
      [51.2, 25.2700001],
      [51.2, 25.1],
    ];
    const crossing = { ...farZone, geometry: { type: 'Polygon', coordinates: [bow] } };
    const refused = await world.dispatcher.refused(422, 'delivery.ZONE_INVALID', 'POST', '/dispatch/zones', {
      body: crossing,
    });
    expect(refused.errors[0]?.message).to.equal('crosses or touches itself at 51.34, 25.185');
  });

  it('undoes an edit or a deletion, with the tasks that it moved, unless someone has edited the zone since', async () => {
    const { taskId } = await world.ready();
    const home = (await world.task(taskId)).zoneId;
    const zone = await create(around(STORE), { priority: 900 });
    const undo = (version: number) =>
      world.dispatcher.call<ZoneEdit>('POST', `${pathOf(zone.id)}/undo`, { version });
    await world.dispatcher.refused(409, 'common.CONFLICT', 'POST', `${pathOf(zone.id)}/undo`, { version: 1 });
    await edit(zone.id, { geometry: around(AL_KHOR), priority: 7, name: { en: 'North', ar: 'شمال' } });
    expect(await world.task(taskId)).to.include({ zoneId: home, round: 3 });
    const undone = await undo(2);
    expect([undone.status, undone.headers.get('etag')]).to.deep.equal([200, '"3"']);
    const { name, priority, geometry } = zone;
    expect(undone.body.zone).to.deep.include({ name, priority, geometry, version: 3 });
    await world.settle();
    expect(await world.task(taskId)).to.include({ zoneId: zone.id, round: 4 });
    await world.dispatcher.refused(412, 'common.PRECONDITION_FAILED', 'POST', `${pathOf(zone.id)}/undo`, {
      version: 2,
    });
    await world.dispatcher.refused(428, 'common.PRECONDITION_REQUIRED', 'POST', `${pathOf(zone.id)}/undo`);
    await world.dispatcher.call('DELETE', pathOf(zone.id), { version: 3 });
    expect((await undo(4)).body.zone).to.deep.include({ active: true, version: 5, geometry });
    await world.settle();
    expect(await world.task(taskId)).to.include({ zoneId: zone.id });
    const audit = await world
      .database('audit_log')
      .where({ subject_id: zone.id })
      .orderBy('id')
      .pluck('action');
    expect(audit).to.deep.equal(['createZone', 'updateZone', 'undoZoneEdit', 'deleteZone', 'undoZoneEdit']);
  });

  it('leaves assigned tasks with their drivers, warns of those now outside their zones, and raises an alert until that is over', async () => {
    const zone = await create(around(STORE, 0.3), { priority: 5 });
    const driver = await world.onDuty({ zoneIds: [zone.id] });
    const { taskId, number } = await world.ready();
    expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    const warned = await edit(zone.id, { geometry: around(STORE, 0.05) });
    expect(warned.warningCount).to.equal(1);
    expect(warned.warnings).to.deep.equal([
      {
        code: 'OUTSIDE_ZONES',
        taskId,
        orderNumber: number,
        status: 'ACCEPTED',
        driverId: driver.driverId,
        driverName: 'Yousef Rahman',
        stops: ['DROPOFF'],
      },
    ]);
    expect(await world.task(taskId)).to.include({ status: 'ACCEPTED', driverId: driver.driverId });
    const [alert, ...others] = await alertsOf(taskId, 'TASK_OUTSIDE_ZONES');
    expect(others).to.deep.equal([]);
    expect(alert).to.deep.include({ status: 'OPEN', severity: 'WARNING' });
    expect(alert?.message.en).to.contain(number);
    const repeated = await edit(zone.id, { priority: 6 });
    expect(repeated.warnings, 'the edit changed nothing for them').to.deep.equal([]);
    expect(await alertsOf(taskId, 'TASK_OUTSIDE_ZONES')).to.have.length(1);
    await edit(zone.id, { geometry: around(STORE, 0.3) });
    expect((await alertsOf(taskId, 'TASK_OUTSIDE_ZONES')).map(({ status }) => status)).to.deep.equal([
      'RESOLVED',
    ]);
    const closed = await edit(zone.id, { active: false });
    expect(closed.warnings.map(({ stops }) => stops)).to.deep.equal([['PICKUP', 'DROPOFF']]);
    const states = (await alertsOf(taskId, 'TASK_OUTSIDE_ZONES')).map(({ status }) => status);
    expect(states.sort()).to.deep.equal(['OPEN', 'RESOLVED']);
  });

  it('reopens an alert that a person resolved only when zones change, and closes it when its task has ended', async () => {
    const { deps } = world.service.inside;
    const duty = zonesJob(deps);
    const zone = await create(around(STORE, 0.3), { priority: 5 });
    const driver = await world.onDuty({ zoneIds: [zone.id] });
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await edit(zone.id, { geometry: around(STORE, 0.05) });
    const [alert] = await alertsOf(taskId, 'TASK_OUTSIDE_ZONES');
    await world.dispatcher.post(`/dispatch/alerts/${alert?.id}/resolve`);
    await duty();
    const open = async () =>
      (await alertsOf(taskId, 'TASK_OUTSIDE_ZONES')).filter(({ status }) => status !== 'RESOLVED');
    expect(await open()).to.deep.equal([]);
    await edit(zone.id, { priority: 6 });
    expect(await open()).to.have.length(1);
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/unassign`, { reason: 'Outside' });
    await world.settle();
    await duty();
    expect(await open()).to.deep.equal([]);
  });

  it('is followed by a scheduled job that finds a task on its way into a zone that was closed', async () => {
    const { taskId } = await world.ready();
    const home = (await world.task(taskId)).zoneId;
    const zone = await create(around(OVERSEAS), { priority: 5 });
    // The state that an order leaves if it read the zones just before the edit: its task is in a zone that is not its
    // home.
    const { deps } = world.service.inside;
    await world
      .database('delivery_zones')
      .where('id', zone.id)
      .update({
        active: false,
        version: world.database.raw('version + 1'),
      });
    await world
      .database('delivery_zones')
      .where('id', zone.id)
      .update({
        priority: 950,
        active: true,
        version: world.database.raw('version + 1'),
        geometry: JSON.stringify(around(STORE)),
        min_lng: 51.3,
        min_lat: 25.1,
        max_lng: 51.6,
        max_lat: 25.3,
      });
    await zonesJob(deps)();
    expect(await world.task(taskId)).to.include({ zoneId: zone.id, round: 2 });
    await remove(zone.id);
    await world.settle();
    expect(await world.task(taskId)).to.include({ zoneId: home, round: 3 });
  });

  it('is seen on dispatchers’ boards, and by every client that watches the zone', async () => {
    const live = await connectLive(world.service.url, world.dispatcher.token ?? '');
    const eventOf = (version: number) => {
      const here = live.received.find(({ payload }) => payload.version === version);
      if (here !== undefined) return here.payload;
      return new Promise<Record<string, unknown>>((resolve) => {
        live.socket.on('zone.updated', (payload: Record<string, unknown>) => {
          if (payload.version === version) resolve(payload);
        });
      });
    };
    try {
      const zone = await create(around(AL_KHOR));
      expect(await eventOf(1)).to.include({ zoneId: zone.id, active: true, deleted: false });
      await edit(zone.id, { priority: 77 });
      expect(await eventOf(2)).to.include({ zoneId: zone.id, priority: 77 });
      await remove(zone.id);
      expect(await eventOf(3)).to.include({ zoneId: zone.id, active: false, deleted: true });
    } finally {
      live.socket.close();
    }
  });

  it('takes effect at once in every process, which reads only the edited polygons again', async () => {
    const other = world.connection();
    try {
      const directory = new ZoneDirectory(other);
      const before = await directory.map();
      expect(await directory.map(), 'unchanged').to.equal(before);
      const zone = await create(around(AL_KHOR), { priority: 999 });
      const maps = await Promise.all(Array.from({ length: 5 }, () => directory.map()));
      expect(new Set(maps).size).to.equal(1);
      expect(maps[0]?.homeOf(AL_KHOR)).to.equal(zone.id);
      expect(before.homeOf(AL_KHOR)).not.to.equal(zone.id);
      let known: { id: string; version: number }[] = [];
      other.on('query', ({ sql, bindings: [ids, versions] }: { sql: string; bindings: unknown[][] }) => {
        if (!sql.includes('delivery_zones')) return;
        known = (ids ?? []).map((id, at) => ({ id: String(id), version: Number(versions?.[at]) }));
      });
      await edit(zone.id, { geometry: around(WEST_BAY) });
      expect((await directory.map()).homeOf(WEST_BAY)).to.equal(zone.id);
      const read = (await presentZones(other, known)).filter(({ geometry }) => geometry !== null);
      expect(read.map(({ id }) => id)).to.deep.equal([zone.id]);
      await remove(zone.id);
      expect((await directory.map()).homeOf(WEST_BAY)).not.to.equal(zone.id);
    } finally {
      await other.destroy();
    }
  });
});
