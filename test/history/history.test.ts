import { expect } from 'chai';
import { foldThrough } from '../../actors/runtime/fold.ts';
import type { Json } from '../../actors/runtime/machine.ts';
import { readsOfPrimary } from '../../db/standby-reads.ts';
import { PgHistoryStore } from '../../db/stores/history-store.ts';
import { dropOldSnapshots, takeSnapshots } from '../../db/stores/snapshot-store.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { fold } from '../../server/dispatch/history/past-machines.ts';
import { PastReader } from '../../server/dispatch/history/read-past.ts';
import { qatarDay } from '../../server/kernel/calendar/qatar-time.ts';
import type { Schema } from '../support/api-client.ts';
import { around, DeliveryWorld, STORE, WEST_BAY } from '../worlds/delivery-world.ts';
import { type Observed, RecordedDay } from './recorded-day.ts';

type Board = Schema<'PastBoard'>;

const SEED = 20_261_121;
const DAY = 86_400_000;

describe('the past, as the API reads it', () => {
  let world: DeliveryWorld;
  let day: RecordedDay;

  before(async function () {
    this.timeout(180_000);
    world = await DeliveryWorld.open({}, { devicesFollow: true });
    day = await RecordedDay.begin(world, SEED);
    await day.run(45);
    // Half of the day lies behind a snapshot, the other half before the next.
    const { database } = world;
    await takeSnapshots(database, world.service.clock.now(), 1_000);
    await day.run(45);
    await day.runPlanned();
    await takeSnapshots(database, new Date(world.service.clock.now().getTime() + 2 * DAY), 1_000);
    await day.run(15);
    await until(async () => {
      const known = await database('presence_changes').count().first();
      return Number(known?.count) === day.presenceChanges;
    });
  });

  after(async () => {
    day?.close();
    await world?.close();
  });

  const at = (moment: string, more = '') => `at=${encodeURIComponent(moment)}${more}`;
  const board = (moment: string, more = '&endedWithinMinutes=1440') =>
    world.dispatcher.get<Board>(`/dispatch/history?${at(moment, more)}`);

  async function all<T>(path: string): Promise<T[]> {
    const found: T[] = [];
    let cursor = '';
    for (;;) {
      const page = await world.dispatcher.get<{ data: T[]; page: Schema<'Page'> }>(
        `${path}&limit=100${cursor}`,
      );
      found.push(...page.data);
      if (page.page.nextCursor === null) return found;
      cursor = `&cursor=${encodeURIComponent(page.page.nextCursor)}`;
    }
  }

  it('matches what had been pushed to a console by then', async function () {
    this.timeout(120_000);
    for (const { at: moment, pushed } of day.observed) {
      const past = await board(moment);
      expect(past.complete).to.equal(true);
      const tasks = new Map(past.tasks.map((task) => [task.taskId, task]));
      for (const [id, { version, ...told }] of pushed.tasks) {
        expect(tasks.get(id), `task ${id} at ${moment}`).to.deep.include(told);
        expect(tasks.get(id)?.version).to.be.at.least(Number(version));
      }
      expect(tasks.size).to.equal(pushed.tasks.size);
      const drivers = new Map(past.drivers.map((driver) => [driver.driverId, driver]));
      for (const [id, event] of pushed.drivers) {
        const { version: _, codAssigned, cashOnHand, cashLimit, ...told } = event;
        const { projected: __, nearLimit: ___, overLimit: ____, carryOver: _____, ...past } = told;
        const driver = drivers.get(id);
        expect(driver, `driver ${id} at ${moment}`).to.deep.include(past);
        const cash = [
          driver?.codAssigned.amount,
          driver?.cashOnHand.amount,
          driver?.cashLimit?.amount ?? null,
        ];
        expect(cash, `cash of driver ${id} at ${moment}`).to.deep.equal([codAssigned, cashOnHand, cashLimit]);
      }
      for (const { driverId, presence } of past.drivers) {
        const told = pushed.presence.get(driverId)?.presence ?? 'OFFLINE';
        expect(presence, `driver ${driverId} at ${moment}`).to.equal(told);
      }
      for (const route of past.routes) {
        const told = pushed.routes.get(route.id);
        if (told === undefined) continue;
        const stops = route.stops.map(({ taskId, kind, done, eta }) => ({ taskId, kind, done, eta }));
        const toldStops = (told.stops as Record<string, unknown>[]).map(({ taskId, kind, done, eta }) => ({
          ...{ taskId, kind, done, eta },
        }));
        expect([route.version, stops], `route ${route.id} at ${moment}`).to.deep.equal([
          told.routeVersion,
          toldStops,
        ]);
      }
      const shifts = new Map(past.shifts.map((shift) => [shift.id, shift.status as string]));
      for (const [id, { status }] of pushed.shifts) expect(shifts.get(id) ?? 'ENDED').to.equal(status);
      const zones = new Map(past.zones.map((zone) => [zone.id, zone]));
      for (const [id, { deleted, zoneId: _, ...told }] of pushed.zones) {
        if (deleted === true) expect(zones.has(id)).to.equal(false);
        else expect(zones.get(id), `zone ${id} at ${moment}`).to.deep.include(told);
      }
    }
  });

  it('equals what the live lists returned then, in the same format', async function () {
    this.timeout(120_000);
    for (const { at: moment, live } of day.observed.filter((_, index) => index % 4 === 0)) {
      const query = at(moment);
      const tasks = await all<Schema<'DispatchTask'>>(
        `/dispatch/history/tasks?${query}&endedWithinMinutes=1440`,
      );
      expect(tasks.map(({ id }) => id)).to.deep.equal(live.tasks.map(({ id }) => id));
      for (const [index, task] of tasks.entries()) expect(task, moment).to.deep.equal(live.tasks[index]);
      const drivers = await all<Schema<'Driver'>>(`/dispatch/history/drivers?${query}`);
      expect(drivers, moment).to.deep.equal(live.drivers);
      const running = new Set(live.drivers.flatMap(({ shift }) => shift?.id ?? []));
      expect(await all(`/dispatch/history/routes?${query}`)).to.deep.equal(
        live.routes.filter(({ shiftId }) => running.has(shiftId)),
      );
      expect(await all(`/dispatch/history/zones?${query}`)).to.deep.equal(live.zones);
      const today = qatarDay(new Date(moment));
      const ofDay = live.shifts.filter(({ plannedStart, run }) => {
        return qatarDay(new Date(plannedStart ?? run?.startedAt ?? '')) === today;
      });
      expect(await all(`/dispatch/history/shifts?${query}`), moment).to.deep.equal(ofDay);
      const { plannedShifts } = await board(moment);
      const planned = new Map(live.shifts.map((shift) => [shift.id, shift]));
      expect(plannedShifts.map(({ id }) => id)).to.include.members(
        ofDay.filter((shift) => shift.planned).map(({ id }) => id),
      );
      for (const { version, ...plan } of plannedShifts) {
        expect(planned.get(plan.id), moment).to.deep.include({ ...plan, version });
      }
    }
  });

  it('had a day on which drivers went silent, and plans and names changed', () => {
    const seen = new Set(day.observed.flatMap(({ live }) => live.drivers.map(({ presence }) => presence)));
    expect([...seen]).to.have.members(['ONLINE', 'STALE', 'OFFLINE']);
    const plans = day.observed.flatMap(({ live }) => live.shifts.filter(({ planned }) => planned));
    expect(plans.map(({ status, version }) => `${status} ${version}`)).to.include.members([
      ...['PLANNED 1', 'PLANNED 2', 'CANCELLED 3'],
    ]);
    const names = day.observed.flatMap(({ live }) => live.zones.map(({ name }) => name.en));
    expect(names.filter((name) => name.endsWith(', renamed'))).to.not.have.length(0);
  });

  it('has the queue as its rows were', async () => {
    for (const { at: moment, live } of day.observed) {
      const { queue } = await board(moment, '');
      const rows = queue
        .map(({ taskId, zoneId, round, attempt, status, driverId }) => ({
          ...{ task_id: taskId, zone_id: zoneId, round, attempt, status, driver_id: driverId },
        }))
        .sort((left, right) => (left.task_id < right.task_id ? -1 : 1));
      expect(rows, moment).to.deep.equal(live.queue);
    }
  });

  it('up to now equals the state of every actor', async () => {
    const store = new PgHistoryStore(world.database);
    const now = world.service.clock.now().toISOString();
    for (const kind of ['order', 'driver', 'zone'] as const) {
      const keys = await store.keysOf(kind);
      const bases = keys.map((key) => ({ key, version: 0, upTo: Number.MAX_SAFE_INTEGER }));
      const commands = await store.commands(kind, bases, now);
      const rows = await world.database('actor').where({ kind }).select('key', 'version', 'state');
      expect(rows).to.have.length(keys.length);
      for (const { key, version, state } of rows) {
        const actor = fold(kind, null, commands.get(key) ?? [], now);
        expect(actor?.version, `${kind} ${key}`).to.equal(version);
        expect(JSON.parse(JSON.stringify(actor?.state)) as Json, `${kind} ${key}`).to.deep.equal(state);
      }
    }
  });

  it('is the same without a single snapshot', async function () {
    this.timeout(120_000);
    const { database, service } = world;
    const deps = {
      database,
      stale: readsOfPrimary(database),
      clock: service.clock,
      config: { clockRate: 1 },
    };
    const moments = day.observed.filter((_, index) => index % 3 === 0).map(({ at: moment }) => moment);
    const rebuilt = async () => {
      const reader = new PastReader(deps);
      const answers: unknown[] = [];
      for (const moment of moments) answers.push(await reader.at({ at: moment, endedWithinMinutes: 1440 }));
      return JSON.parse(JSON.stringify(answers)) as Json[];
    };
    const { rows } = await database.raw(
      `SELECT kind, count(*) AS count FROM actor_snapshots GROUP BY kind ORDER BY kind`,
    );
    expect(rows.map(({ kind }: { kind: string }) => kind)).to.include.members(['driver', 'zone']);
    const withThem = await rebuilt();
    await database('actor_snapshots').delete();
    expect(withoutFrom(await rebuilt())).to.deep.equal(withoutFrom(withThem));
  });

  it('starts and ends exactly at the millisecond of an event', async () => {
    const { rows } = await world.database.raw<{
      rows: { key: string; event: { at: string; taskId: string } }[];
    }>(
      `SELECT key, e AS event FROM actor_command, jsonb_array_elements(events) e
        WHERE kind = 'order' AND e ->> 'type' = 'TASK_CREATED' LIMIT 5`,
    );
    for (const { event } of rows) {
      const before = new Date(Date.parse(event.at) - 1).toISOString();
      const ids = async (moment: string) => (await board(moment, '')).tasks.map(({ taskId }) => taskId);
      expect(await ids(before)).to.not.include(event.taskId);
      expect(await ids(event.at)).to.include(event.taskId);
    }
    const ended = await world
      .database('order_groups as g')
      .join('delivery_tasks as t', 't.group_id', 'g.id')
      .whereNotNull('g.ended_at')
      .first('t.id', 'g.ended_at');
    const end: Date = ended.ended_at;
    const open = async (moment: Date) =>
      (await board(moment.toISOString(), '')).tasks.map(({ taskId }) => taskId);
    expect(await open(new Date(end.getTime() - 1))).to.include(ended.id);
    expect(await open(end)).to.not.include(ended.id);
  });

  it('is empty before the first actor was created, and refuses the future and what is too long ago', async () => {
    const longAgo = await board(new Date(Date.now() - 20 * DAY).toISOString());
    expect([longAgo.drivers, longAgo.tasks, longAgo.routes, longAgo.shifts, longAgo.queue]).to.deep.equal([
      ...[[], [], [], [], []],
    ]);
    const { clock } = world.service;
    for (const moment of [
      new Date(clock.now().getTime() + 60_000),
      new Date(clock.now().getTime() - 31 * DAY),
    ]) {
      const path = `/dispatch/history?${at(moment.toISOString())}`;
      const problem = await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', path);
      expect(problem.errors[0]?.pointer).to.equal('query/at');
    }
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', '/dispatch/history?at=yesterday');
    await world.buyer.refused(
      403,
      'auth.FORBIDDEN',
      'GET',
      `/dispatch/history?${at(new Date().toISOString())}`,
    );
  });

  it('can be limited to a driver or a zone', async () => {
    const [observed] = day.observed.slice(-1);
    if (observed === undefined) throw new Error('nothing was observed');
    const whole = await board(observed.at);
    const [driver] = whole.drivers;
    const narrowed = await board(observed.at, `&endedWithinMinutes=1440&driverId=${driver?.driverId}`);
    expect(narrowed.drivers).to.deep.equal([driver]);
    expect(narrowed.tasks).to.deep.equal(whole.tasks.filter(({ driverId }) => driverId === driver?.driverId));
    const zoneId = whole.tasks.find((task) => task.zoneId !== null)?.zoneId;
    const inZone = await board(observed.at, `&endedWithinMinutes=1440&zoneId=${zoneId}`);
    expect(inZone.tasks).to.deep.equal(whole.tasks.filter((task) => task.zoneId === zoneId));
  });

  it('shows positions with their own time and age', async () => {
    const { database, service } = world;
    const observed = day.observed.at(-1) as Observed;
    const moment = new Date(observed.at);
    const driverId = observed.live.drivers[0]?.id ?? '';
    const crumb = { driver_id: driverId, ...WEST_BAY, accuracy: 7, late: false };
    await database('breadcrumbs').where('driver_id', driverId).delete();
    await database('breadcrumbs').insert([
      { ...crumb, ...STORE, at: new Date(moment.getTime() - 60_000), sequence: 1 },
      { ...crumb, at: new Date(moment.getTime() - 20_000), sequence: 2 },
      { ...crumb, ...STORE, at: new Date(moment.getTime() - 10_000), sequence: 0, late: true },
      { ...crumb, ...STORE, at: new Date(moment.getTime() + 1), sequence: 3 },
    ]);
    const { positions, positionsSampledEvery } = await board(observed.at);
    const position = positions.find((each) => each.driverId === driverId);
    expect(position).to.deep.include({ ...WEST_BAY, accuracy: 7, ageSeconds: 20 });
    expect(position?.at).to.equal(new Date(moment.getTime() - 20_000).toISOString());
    expect(positionsSampledEvery).to.deep.equal({ seconds: 15, metres: 50 });
    expect(service.clock.now() > moment).to.equal(true);
  });

  it('has each zone with its polygon of that time', async () => {
    const { dispatcher, service } = world;
    const name = { en: 'Harbour', ar: 'الميناء' };
    const first = around(WEST_BAY, 0.01);
    const zone = await dispatcher.post<Schema<'Zone'>>('/dispatch/zones', {
      ...{ name, priority: 30, geometry: first, active: true },
    });
    const moments: [string, unknown][] = [];
    const note = (geometry: unknown) => {
      moments.push([service.clock.now().toISOString(), geometry]);
      service.clock.advance(1_000);
    };
    const before = new Date(Date.parse(zone.createdAt) - 1).toISOString();
    moments.push([before, undefined]);
    note(first);
    const second = around(WEST_BAY, 0.02);
    await dispatcher.patch(`/dispatch/zones/${zone.id}`, { geometry: second }, { version: zone.version });
    note(second);
    await dispatcher.call('DELETE', `/dispatch/zones/${zone.id}`, { version: zone.version + 1 });
    note(undefined);
    for (const [moment, geometry] of moments) {
      const zones = await all<Schema<'Zone'>>(`/dispatch/history/zones?${at(moment)}`);
      expect(zones.find(({ id }) => id === zone.id)?.geometry, moment).to.deep.equal(geometry);
    }
    const timeline = await all<Schema<'PastMoment'>>(
      `/dispatch/history/timeline?from=${encodeURIComponent(before)}`,
    );
    expect(timeline.filter(({ subjectId }) => subjectId === zone.id).map(({ kind }) => kind)).to.deep.equal([
      'ZONE_CREATED',
      'ZONE_CHANGED',
      'ZONE_DELETED',
    ]);
  });

  it('has a timeline of notable events, page by page', async () => {
    const from = new Date(Date.now() - DAY).toISOString();
    const path = `/dispatch/history/timeline?from=${encodeURIComponent(from)}`;
    const whole = await all<Schema<'PastMoment'>>(path);
    const small: Schema<'PastMoment'>[] = [];
    let cursor = '';
    for (;;) {
      const page = await world.dispatcher.get<Schema<'PastMomentList'>>(`${path}&limit=7${cursor}`);
      small.push(...page.data);
      if (page.page.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.page.nextCursor)}`;
    }
    expect(small).to.deep.equal(whole);
    expect(whole.map((moment) => moment.at)).to.deep.equal(whole.map((moment) => moment.at).sort());
    const shifts = await world.database('transitions').where({ subject_type: 'SHIFT', from_state: null });
    expect(whole.filter(({ kind }) => kind === 'SHIFT_STARTED')).to.have.length(shifts.length);
    const alerts = await world.database('alerts');
    expect(whole.filter(({ kind }) => kind === 'ALERT_RAISED')).to.have.length(alerts.length);
    expect(await all(`${path}&kind=SHIFT_STARTED`)).to.deep.equal(
      whole.filter(({ kind }) => kind === 'SHIFT_STARTED'),
    );
    for (const to of [from, new Date(Date.now() - 2 * DAY).toISOString()]) {
      const query = `from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`;
      await world.dispatcher.refused(
        422,
        'common.VALIDATION_FAILED',
        'GET',
        `/dispatch/history/timeline?${query}`,
      );
    }
  });

  it('shows everything recorded about a task, page by page, and never a code', async () => {
    const { rows } = await world.database.raw<{ rows: { subject_id: string }[] }>(
      `SELECT subject_id FROM transitions WHERE subject_type = 'TASK' AND command = 'verify-code' LIMIT 1`,
    );
    const taskId = rows[0]?.subject_id ?? '';
    const path = `/dispatch/tasks/${taskId}/history?`;
    const whole = await all<Schema<'TaskEvent'>>(path);
    const first = await world.dispatcher.get<Schema<'TaskEventList'>>(`${path}limit=3`);
    expect(first.data).to.deep.equal(whole.slice(0, 3));
    const rest = await world.dispatcher.get<Schema<'TaskEventList'>>(
      `${path}limit=100&cursor=${encodeURIComponent(first.page.nextCursor ?? '')}`,
    );
    expect(rest.data).to.deep.equal(whole.slice(3));
    expect(whole.map(({ what }) => what)).to.include.members([
      'choice',
      'assign',
      'request-code',
      'verify-code',
    ]);
    const moments = whole.map((event) => event.at);
    expect(moments).to.deep.equal(moments.toSorted());
    const { history } = await world.task(taskId);
    const changes = whole.flatMap(({ at: when, status }) => (status === null ? [] : [`${when} ${status}`]));
    expect(changes).to.include.members(history.map(({ at: when, status }) => `${when} ${status}`));
    expect(JSON.stringify(whole)).to.not.match(/hash|"code":"?\d{6}/);
    const nobody = `/dispatch/tasks/01a1feb7-0000-7000-8000-000000000000/history`;
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', nobody);
  });

  it('retains, of old snapshots, the one that was current when the past begins', async () => {
    const { database } = world;
    const key = (await database('actor').where('kind', 'driver').first('key')).key;
    const now = world.service.clock.now();
    const row = (version: number, days: number) => ({
      ...{ kind: 'driver', key, version, schema: 1, state: '{}', at: new Date(now.getTime() - days * DAY) },
    });
    await database('actor_snapshots').where({ kind: 'driver', key }).delete();
    await database('actor_snapshots').insert([row(1, 90), row(2, 40), row(3, 20)]);
    await dropOldSnapshots(database, now);
    const kept = await database('actor_snapshots')
      .where({ kind: 'driver', key })
      .orderBy('version')
      .pluck('version');
    expect(kept).to.deep.equal([2, 3]);
    await database('actor_snapshots').where({ kind: 'driver', key }).delete();
  });
});

/** The start of the recorded past moves between two responses, so it is not compared. */
function withoutFrom(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutFrom);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'from' ? [] : [[key, withoutFrom(inner as Json)] as const],
    ),
  );
}

describe('folding the events', () => {
  const machine = {
    kind: 'zone',
    schema: 1,
    evolve: (state: unknown, event: { type: string }) => `${state ?? ''}${event.type}`,
    project: () => [],
  } as unknown as Parameters<typeof foldThrough>[0];
  const command = (version: number, at: string) => ({
    version,
    events: [{ type: String(version), v: 1, at }],
  });
  const states = (commands: ReturnType<typeof command>[], through: string) =>
    foldThrough(machine, null, commands, through)?.state;

  it('ends before the first command that happened later, even where a clock went back', () => {
    const commands = [command(1, '10'), command(2, '13'), command(3, '12'), command(4, '14')];
    expect(['09', '10', '12', '13', '14'].map((through) => states(commands, through))).to.deep.equal([
      ...[undefined, '1', '1', '123', '1234'],
    ]);
  });

  it('ends where a command is missing, and requires a creation', () => {
    expect(states([command(1, '10'), command(3, '10')], '20')).to.equal('1');
    expect(states([command(2, '10')], '20')).to.equal(undefined);
  });
});
