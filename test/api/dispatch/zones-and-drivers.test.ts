import { expect } from 'chai';
import { retryWaitingJob } from '../../../server/dispatch/assignment/retry-waiting.ts';
import { seedZones } from '../../../server/dispatch/zones/seed-zones.ts';
import type { Problem, Schema } from '../../support/api-client.ts';
import { around, DeliveryWorld, qar, STORE, WEST_BAY } from '../../worlds/delivery-world.ts';

type Zone = Schema<'Zone'>;
type Driver = Schema<'Driver'>;

describe('zones and drivers', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  after(() => world?.close());

  const zone = (fields: object = {}) => ({
    name: { en: 'West Bay', ar: 'الخليج الغربي' },
    priority: 10,
    geometry: around(WEST_BAY),
    active: true,
    ...fields,
  });

  describe('a delivery zone', () => {
    it('that covers Qatar exists from the first start, and only once', async () => {
      await Promise.all([seedZones(world.service.inside.deps), seedZones(world.service.inside.deps)]);
      const { data } = await world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
      const seeded = data.filter(({ name }) => name.en === 'Qatar');
      expect(seeded).to.have.length(1);
      expect(seeded[0]).to.deep.include({ active: true, priority: 0 });
      const actors = await world.database('actor').where({ kind: 'zone', key: seeded[0]?.id ?? '' });
      expect(actors).to.have.length(1);
    });

    it('of each municipality exists from the first start, and is not created again once deleted', async () => {
      const list = async () =>
        (await world.dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100')).data;
      const municipal = (await list()).filter(({ priority }) => priority === 10);
      expect(municipal.map(({ name }) => name.en).sort()).to.deep.equal([
        'Al Daayen',
        'Al Khor',
        'Al Rayyan',
        'Al Shamal',
        'Al Wakrah',
        'Doha',
        'Umm Salal',
      ]);
      expect(municipal.every(({ active }) => active)).to.equal(true);
      const shamal = municipal.find(({ name }) => name.en === 'Al Shamal');
      await world.dispatcher.call('DELETE', `/dispatch/zones/${shamal?.id}`, { version: 1 });
      await seedZones(world.service.inside.deps);
      expect((await list()).map(({ name }) => name.en)).not.to.include('Al Shamal');
    });

    it('is created with its actor, once per key, and recorded in the audit log', async () => {
      const options = { body: zone(), key: 'west-bay' };
      const first = await world.dispatcher.call<Zone>('POST', '/dispatch/zones', options);
      expect(first.status).to.equal(201);
      expect(first.headers.get('etag')).to.equal('"1"');
      const again = await world.dispatcher.call<Zone>('POST', '/dispatch/zones', options);
      expect(again.body).to.deep.equal(first.body);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const key = first.body.id;
      expect(await world.database('actor').where({ kind: 'zone', key }).first('version')).to.deep.equal({
        version: 1,
      });
      const audit = await world.database('audit_log').where({ subject_type: 'ZONE', subject_id: key });
      expect(audit.map(({ action }) => action)).to.deep.equal(['createZone']);
      const other = { ...options, body: zone({ priority: 11 }) };
      await world.dispatcher.refused(422, 'idempotency.MISMATCH', 'POST', '/dispatch/zones', other);
      await world.dispatcher.call('DELETE', `/dispatch/zones/${key}`, { version: 1 });
      await world.dispatcher.refused(404, 'common.NOT_FOUND', 'POST', '/dispatch/zones', options);
    });

    it('may have 10,000 positions, written with the longest possible numbers, and no more', async function () {
      this.timeout(30_000);
      const outline = (corners: number) => {
        const ring = Array.from({ length: corners }, (_, index) => {
          const angle = (2 * Math.PI * index) / corners;
          return [51.527 + 0.03 * Math.cos(angle), 25.3215 + 0.03 * Math.sin(angle)];
        });
        return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
      };
      const create = (geometry: object) =>
        world.dispatcher.call<Zone & Problem>('POST', '/dispatch/zones', {
          body: { ...zone(), name: { en: 'Round', ar: 'دائرة' }, active: false, geometry },
        });
      const most = await create(outline(9_999));
      expect([most.status, most.body.code]).to.deep.equal([201, undefined]);
      const shown = await world.dispatcher.get<Zone>(`/dispatch/zones/${most.body.id}`);
      expect(JSON.stringify(shown.geometry).length).to.be.greaterThan(300_000);
      const one = await create(outline(10_000));
      expect([one.status, one.body.code]).to.deep.equal([422, 'delivery.ZONE_INVALID']);
      expect(one.body.errors[0]?.message).to.contain('simplify the outline');
      const far = await create(outline(40_000));
      expect([far.status, far.body.code]).to.deep.equal([413, 'common.PAYLOAD_TOO_LARGE']);
      expect(far.body.detail).to.contain('512 KiB').and.contain('fewer positions');
    });

    const square = around(WEST_BAY).coordinates[0] ?? [];
    const faulty: { what: string; geometry: object; code: string; pointer: string }[] = [
      {
        what: 'whose ring is open',
        geometry: { type: 'Polygon', coordinates: [[...square.slice(0, 4), [51.5, 25.3]]] },
        code: 'delivery.ZONE_INVALID',
        pointer: '/geometry/coordinates/0',
      },
      {
        what: 'that crosses itself',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [51, 25],
              [51.4, 25.4],
              [51.4, 25],
              [51, 25.4],
              [51, 25],
            ],
          ],
        },
        code: 'delivery.ZONE_INVALID',
        pointer: '/geometry/coordinates',
      },
      {
        what: 'with latitude and longitude swapped beyond the pole',
        geometry: { type: 'Polygon', coordinates: [square.map(([x, y]) => [y, (x ?? 0) + 60])] },
        code: 'delivery.ZONE_INVALID',
        pointer: '/geometry/coordinates/0/0',
      },
    ];
    for (const { what, geometry, code, pointer } of faulty) {
      it(`${what} is refused, and the error names the place`, async () => {
        const body = zone({ geometry });
        const problem = await world.dispatcher.refused(
          422,
          code as 'delivery.ZONE_INVALID',
          'POST',
          '/dispatch/zones',
          {
            body,
          },
        );
        expect(problem.errors[0]?.pointer).to.equal(pointer);
      });
    }

    it('that is a point or a line is refused', async () => {
      for (const geometry of [
        { type: 'Point', coordinates: [51.5, 25.3] },
        { type: 'Polygon', coordinates: [] },
        {},
      ])
        await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', '/dispatch/zones', {
          body: zone({ geometry }),
        });
    });

    it('takes effect for the very next task', async () => {
      const near = await world.dispatcher.post<Zone>(
        '/dispatch/zones',
        zone({ geometry: around(STORE), priority: 20 }),
      );
      const { taskId } = await world.ready();
      expect((await world.task(taskId)).zoneId).to.equal(near.id);
      await world.clear();
    });
  });

  describe('a driver', () => {
    it('applies once, with any account', async () => {
      const { client } = await world.somebody();
      await client.refused(404, 'common.NOT_FOUND', 'GET', '/driver');
      const body = { fullName: 'Yousef Rahman', phone: '+97466778899', vehicle: { type: 'BICYCLE' } };
      const options = { body, key: 'apply' };
      const first = await client.call<Driver>('POST', '/driver/application', options);
      expect(first.status).to.equal(201);
      expect(first.body).to.deep.include({
        status: 'APPLIED',
        vehicle: { type: 'BICYCLE', plate: null },
        zoneIds: [],
      });
      const again = await client.call<Driver>('POST', '/driver/application', options);
      expect([again.status, again.body.id]).to.deep.equal([201, first.body.id]);
      await client.refused(409, 'driver.ALREADY_APPLIED', 'POST', '/driver/application', { body });
      expect((await client.get<Driver>('/driver')).id).to.equal(first.body.id);
      await client.refused(403, 'auth.FORBIDDEN', 'POST', '/driver/shift/start');
    });

    it('that is rejected can read why', async () => {
      const applicant = await world.applicant();
      expect((await applicant.client.get<Driver>('/driver')).refusal).to.equal(null);
      const reason = 'The licence has run out';
      await world.dispatcher.post(`/dispatch/drivers/${applicant.driverId}/reject`, { reason });
      const { status, refusal } = await applicant.client.get<Driver>('/driver');
      expect([status, refusal?.reason]).to.deep.equal(['REJECTED', reason]);
    });

    it('that applies twice at once is created once', async () => {
      const { client, accountId } = await world.somebody();
      const body = { fullName: 'Yousef Rahman', phone: '+97466778899', vehicle: { type: 'VAN' } };
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          client.call<{ code?: string }>('POST', '/driver/application', { body }),
        ),
      );
      const outcomes = answers.map(({ status, body: { code } }) => code ?? status).sort();
      expect(outcomes).to.deep.equal([201, ...Array.from({ length: 3 }, () => 'driver.ALREADY_APPLIED')]);
      expect(await world.database('drivers').where('account_id', accountId)).to.have.length(1);
    });

    it('may work as soon as an administrator has approved it, with zones and a cash limit', async () => {
      const driver = await world.applicant();
      const path = `/dispatch/drivers/${driver.driverId}`;
      const terms = { zoneIds: [await world.qatar()], cashLimit: qar('2000.00') };
      await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', `${path}/approve`, {
        body: { ...terms, zoneIds: [] },
      });
      const unknown = await world.dispatcher.refused(
        422,
        'common.VALIDATION_FAILED',
        'POST',
        `${path}/approve`,
        {
          body: { ...terms, zoneIds: ['01900000-0000-7000-8000-00000000dead'] },
        },
      );
      expect(unknown.errors[0]?.pointer).to.equal('/zoneIds/0');
      const approved = await world.dispatcher.post<Driver>(`${path}/approve`, terms);
      expect(approved).to.deep.include({
        status: 'APPROVED',
        cashLimit: qar('2000.00'),
        capacity: 20,
        shift: null,
      });
      // Again, by a second dispatcher, after it has taken effect.
      expect(await world.secondDispatcher.post(`${path}/approve`, terms)).to.deep.equal(approved);
      const started = await driver.client.post<Driver>('/driver/shift/start');
      expect(started.shift?.status).to.equal('ON_DUTY');
      expect(started.presence).to.equal('ONLINE');
      const { version } = await driver.client.post<Driver>('/driver/shift/start');
      expect(version).to.equal(started.version);
    });

    it('goes through a shift: break, resume, end; a step out of order is refused with what is allowed', async () => {
      const driver = await world.approved();
      const shift = (step: string) => driver.client.post<Driver>(`/driver/shift/${step}`);
      const early = await driver.client.refused(409, 'shift.INVALID_STATE', 'POST', '/driver/shift/break');
      expect(early).to.deep.include({ currentState: 'OFF', allowedCommands: ['start-shift'] });
      await driver.client.refused(404, 'common.NOT_FOUND', 'GET', '/driver/route');
      const { shift: started } = await shift('start');
      expect((await shift('break')).shift).to.deep.include({ id: started?.id, status: 'ON_BREAK' });
      expect((await shift('break')).shift?.status).to.equal('ON_BREAK');
      expect((await shift('resume')).shift?.status).to.equal('ON_DUTY');
      const route = await driver.client.get<Schema<'Route'>>('/driver/route');
      expect(route).to.deep.include({ driverId: driver.driverId, shiftId: started?.id, stops: [] });
      const seen = await world.dispatcher.get<Schema<'Route'>>(`/dispatch/routes/${route.id}`);
      expect(seen).to.deep.equal(route);
      expect((await shift('end')).shift).to.equal(null);
      expect((await shift('end')).shift).to.equal(null);
      expect((await shift('start')).shift?.id).to.not.equal(started?.id);
      const routes = await world.dispatcher.get<Schema<'RouteList'>>(
        `/dispatch/routes?driverId=${driver.driverId}`,
      );
      expect(routes.data).to.have.length(2);
    });

    it('is edited against the version that was read', async () => {
      const driver = await world.approved();
      const path = `/dispatch/drivers/${driver.driverId}`;
      const body = { cashLimit: qar('500.00'), capacity: 5 };
      await world.dispatcher.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', path, { body });
      const { version } = await world.dispatcher.get<Driver>(path);
      const edited = await world.dispatcher.patch<Driver>(path, body, { version });
      expect(edited).to.deep.include({ cashLimit: qar('500.00'), capacity: 5 });
      await world.dispatcher.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', path, { body, version });
      const racing = await Promise.all(
        [6, 7].map((capacity) =>
          world.dispatcher.call('PATCH', path, { body: { capacity }, version: edited.version }),
        ),
      );
      expect(racing.map(({ status }) => status).sort()).to.deep.equal([200, 412]);
    });

    it('that is suspended gets nothing new, and may be reinstated', async () => {
      const driver = await world.approved();
      const path = `/dispatch/drivers/${driver.driverId}`;
      const body = { reason: 'Licence expired' };
      expect(await world.dispatcher.post<Driver>(`${path}/suspend`, body)).to.include({
        status: 'SUSPENDED',
      });
      await driver.client.refused(409, 'driver.NOT_APPROVED', 'POST', '/driver/shift/start');
      await world.dispatcher.refused(409, 'driver.INVALID_STATE', 'POST', `${path}/reject`, { body });
      expect(await world.dispatcher.post<Driver>(`${path}/reinstate`)).to.include({ status: 'APPROVED' });
      await driver.client.post('/driver/shift/start');
      const history = await world
        .database('transitions')
        .where({ subject_id: driver.driverId })
        .orderBy('actor_version');
      expect(history.map(({ to_state, reason }) => [to_state, reason])).to.deep.include([
        'SUSPENDED',
        'Licence expired',
      ]);
    });

    it('that is rejected never gets the role', async () => {
      const driver = await world.applicant();
      await world.dispatcher.post(`/dispatch/drivers/${driver.driverId}/reject`, { reason: 'No licence' });
      await driver.client.refused(403, 'auth.FORBIDDEN', 'POST', '/driver/shift/start');
      expect((await driver.client.get<Driver>('/driver')).status).to.equal('REJECTED');
    });

    it('is found by status and by presence, page by page', async () => {
      const present = await world.onDuty();
      const absent = await world.approved();
      const find = async (query: string) => {
        const ids: string[] = [];
        for (let cursor = ''; ; ) {
          const list = await world.dispatcher.get<Schema<'DriverList'>>(
            `/dispatch/drivers?limit=2&${query}${cursor}`,
          );
          ids.push(...list.data.map(({ id }) => id));
          if (list.page.nextCursor === null) return ids;
          cursor = `&cursor=${list.page.nextCursor}`;
        }
      };
      const online = await find('presence=ONLINE&status=APPROVED');
      expect(online).to.include(present.driverId).and.not.include(absent.driverId);
      expect(await find('presence=OFFLINE'))
        .to.include(absent.driverId)
        .and.not.include(present.driverId);
      const all = await find('');
      expect(new Set(all).size).to.equal(all.length);
      expect(all).to.include.members([present.driverId, absent.driverId]);
    });

    it('without a signal for five minutes is offered nothing', async () => {
      await world.clear();
      const driver = await world.onDuty();
      const { redis, config } = world.service.inside.deps;
      await redis.del(`${config.redisNamespace}:presence:${driver.driverId}`);
      const { taskId } = await world.ready();
      expect((await world.task(taskId)).status).to.equal('UNASSIGNED');
      const { choices } = await world.dispatcher.get<Schema<'TaskExplanation'>>(
        `/dispatch/tasks/${taskId}/explanation`,
      );
      expect(choices.at(-1)?.candidates).to.deep.include.members([
        {
          driverId: driver.driverId,
          driverName: 'Yousef Rahman',
          eligible: false,
          costSeconds: null,
          rule: 'OFFLINE',
          figures: {},
          detail: 'no signal from the phone for 5 minutes',
        },
      ]);
      // No event reports that a driver is online again: the worker's scheduled job finds out.
      await world.report(driver, WEST_BAY);
      await retryWaitingJob(world.service.inside.deps)();
      expect((await world.task(taskId)).driverId).to.equal(driver.driverId);
      await world.clear();
    });

    it('reports positions in batches, of which the newest by sequence counts', async () => {
      const driver = await world.onDuty();
      const began = Date.now() - 20_000;
      const point = (sequence: number) => {
        const recordedAt = new Date(began + sequence * 1_000).toISOString();
        return { sequence, ...WEST_BAY, accuracy: 5, recordedAt };
      };
      const report = (...points: object[]) =>
        driver.client.call<Schema<'LocationReceipt'>>('POST', '/driver/locations', { body: { points } });
      const first = await report(point(7), point(5));
      expect([first.status, first.body]).to.deep.equal([202, { accepted: 2, latestSequence: 7 }]);
      expect((await report(point(6), point(9))).body).to.deep.equal({ accepted: 1, latestSequence: 9 });
    });
  });

  it('is counted on the board, as are tasks and open alerts', async () => {
    await world.clear();
    const before = await world.dispatcher.get<Schema<'DispatchOverview'>>('/dispatch/overview');
    await world.onDuty();
    await world.ready();
    const board = await world.dispatcher.get<Schema<'DispatchOverview'>>('/dispatch/overview');
    const count = (overview: typeof board, status: string) =>
      overview.tasks.find((row) => row.status === status)?.count ?? 0;
    expect(count(board, 'ASSIGNED')).to.equal(count(before, 'ASSIGNED') + 1);
    expect(board.drivers.onDuty).to.equal(before.drivers.onDuty + 1);
    expect(board.drivers.online).to.equal(before.drivers.online + 1);
    expect(board.drivers.unknown).to.equal(0);
    await world.clear();
  });
});
