import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import type { OnDuty } from '../../worlds/delivery-world.ts';
import { DAY, HOUR, type Planning, ShiftPlanner } from './shift-planner.ts';

const ALL_WEEK = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];

describe('a series of shifts', () => {
  let world: ShiftPlanner;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await ShiftPlanner.open();
  });

  beforeEach(async () => {
    driver = await world.delivery.approved();
  });

  after(() => world?.delivery.close());

  const dayIn = (days: number) =>
    new Date(Date.parse(world.at(days * DAY)) + 3 * HOUR).toISOString().slice(0, 10);
  const recurring = (more: object = {}) => ({
    driverId: driver.driverId,
    recurrence: { weekdays: ALL_WEEK, start: '08:00', end: '16:00', from: dayIn(1), ...more },
  });
  const planned = (more: object = {}) =>
    world.delivery.dispatcher.post<Planning>('/dispatch/shifts', recurring(more));
  const plans = async (): Promise<{ id: string; day: string; status: string }[]> =>
    world.delivery
      .database('shift_plans')
      .where('driver_id', driver.driverId)
      .orderBy('series_day')
      .select('id', 'series_day as day', 'status');

  it('creates its shifts of the next 14 days at once, in Qatar’s time', async () => {
    const { series, shifts } = await planned({ breaks: [{ from: '12:00', to: '12:30' }] });
    expect(series).to.deep.include({ start: '08:00', end: '16:00', until: null, weekdays: ALL_WEEK });
    expect(shifts).to.have.length(14);
    expect(shifts[0]).to.deep.include({
      plannedStart: `${dayIn(1)}T05:00:00.000Z`,
      plannedEnd: `${dayIn(1)}T13:00:00.000Z`,
      breaks: [{ from: `${dayIn(1)}T09:00:00.000Z`, to: `${dayIn(1)}T09:30:00.000Z` }],
      seriesId: series?.id,
    });
  });

  it('goes past midnight', async () => {
    const { shifts } = await planned({ start: '20:00', end: '04:00', until: dayIn(1) });
    expect(shifts.map(({ plannedStart, plannedEnd }) => [plannedStart, plannedEnd])).to.deep.equal([
      [`${dayIn(1)}T17:00:00.000Z`, `${dayIn(2)}T01:00:00.000Z`],
    ]);
  });

  it('continues day by day, each occurrence once', async () => {
    await planned();
    await Promise.all([world.duty(), world.duty()]);
    expect(await plans()).to.have.length(14);
    await world.later(2 * DAY);
    await Promise.all([world.duty(), world.duty()]);
    expect(await plans()).to.have.length(16);
  });

  it('leaves an edited or cancelled occurrence as it is', async () => {
    const { shifts } = await planned();
    const [first, second] = shifts;
    if (first === undefined || second === undefined) throw new Error('no shifts');
    await world.edit(first, { status: 'CANCELLED' });
    await world.edit(second, { plannedStart: `${dayIn(2)}T06:00:00.000Z` });
    await world.duty();
    expect((await world.shift(first.id)).status).to.equal('CANCELLED');
    expect((await world.shift(second.id)).plannedStart).to.equal(`${dayIn(2)}T06:00:00.000Z`);
    expect(await plans()).to.have.length(14);
  });

  it('is cancelled from one occurrence on, for good', async () => {
    const { shifts } = await planned();
    const third = shifts[2];
    if (third === undefined) throw new Error('no shifts');
    const { alsoCancelled } = await world.edit(third, { status: 'CANCELLED', scope: 'FOLLOWING' });
    expect(alsoCancelled).to.deep.equal(shifts.slice(3).map(({ id }) => id));
    await world.later(3 * DAY);
    const states = await plans();
    expect(states.filter(({ status }) => status === 'CANCELLED')).to.have.length(12);
    expect(states).to.have.length(14);
  });

  const at = (day: string, utcTime: string) => `${day}T${utcTime}:00.000Z`;

  it('gets other times from one occurrence on, in a new series; before that the times stay', async () => {
    const { series, shifts } = await planned({ breaks: [{ from: '12:00', to: '12:30' }] });
    const [, second, third, fourth, fifth] = shifts;
    if (!second || !third || !fourth || !fifth) throw new Error('no shifts');
    await world.edit(fourth, { status: 'CANCELLED' });
    await world.edit(fifth, { plannedEnd: at(dayIn(5), '14:00') });
    const times = { plannedStart: at(dayIn(3), '06:30'), plannedEnd: at(dayIn(3), '15:00') };
    const breaks = [{ from: at(dayIn(3), '10:00'), to: at(dayIn(3), '10:30') }];
    const { shift, alsoMoved, alsoCancelled } = await world.edit(third, {
      ...{ ...times, breaks, scope: 'FOLLOWING' },
    });
    expect(shift).to.deep.include({ ...times, breaks });
    expect(shift.seriesId).to.not.equal(series?.id);
    expect([alsoMoved, alsoCancelled]).to.deep.equal([shifts.slice(4).map(({ id }) => id), []]);
    expect((await world.shift(second.id)).plannedStart).to.equal(at(dayIn(2), '05:00'));
    expect(await world.shift(fifth.id)).to.include({
      plannedStart: at(dayIn(5), '06:30'),
      plannedEnd: at(dayIn(5), '15:00'),
      seriesId: shift.seriesId,
    });
    expect((await world.shift(fourth.id)).status).to.equal('CANCELLED');
    await world.later(2 * DAY);
    const made = await plans();
    expect(made).to.have.length(16);
    const last = await world.shift(made.at(-1)?.id ?? '');
    expect(last).to.include({ plannedStart: at(dayIn(14), '06:30'), seriesId: shift.seriesId });
  });

  it('of night shifts moves later and earlier without conflicting with itself', async () => {
    const { shifts } = await planned({ start: '12:00', end: '04:00' });
    const [first] = shifts;
    if (first === undefined) throw new Error('no shifts');
    const later = await world.edit(first, {
      ...{ plannedStart: at(dayIn(1), '17:00'), plannedEnd: at(dayIn(2), '08:30'), scope: 'FOLLOWING' },
    });
    expect(later.alsoMoved).to.have.length(13);
    const { shift } = await world.edit(later.shift, {
      ...{ plannedStart: at(dayIn(1), '00:00'), plannedEnd: at(dayIn(1), '14:00'), scope: 'FOLLOWING' },
    });
    expect(shift.plannedStart).to.equal(at(dayIn(1), '00:00'));
    expect((await plans()).every(({ status }) => status === 'PLANNED')).to.equal(true);
  });

  it('is moved completely or not at all, on its weekdays, and from a shift that has not started', async () => {
    const { shifts } = await planned();
    const [first] = shifts;
    const single = { plannedStart: at(dayIn(6), '14:00'), plannedEnd: at(dayIn(6), '15:00') };
    await world.delivery.dispatcher.post('/dispatch/shifts', { driverId: driver.driverId, ...single });
    const refused = (body: object, status: number, code: string) =>
      world.delivery.dispatcher.refused(status, code, 'PATCH', `/dispatch/shifts/${first?.id}`, {
        ...{ body: { ...body, scope: 'FOLLOWING' }, version: first?.version ?? 0 },
      });
    await refused({ plannedEnd: at(dayIn(1), '14:30') }, 409, 'shift.OVERLAP');
    for (const [body, pointer] of [
      [{ plannedStart: at(dayIn(2), '05:00') }, '/plannedStart'],
      [{ plannedEnd: at(dayIn(3), '05:00') }, '/plannedEnd'],
      [{ plannedEnd: `${dayIn(1)}T12:30:30.000Z` }, '/plannedEnd'],
      [{ breaks: [{ from: at(dayIn(1), '20:00'), to: at(dayIn(1), '20:30') }] }, '/breaks/0'],
    ] as const) {
      const { errors } = await refused(body, 422, 'common.VALIDATION_FAILED');
      expect(
        errors.map((error) => error.pointer),
        JSON.stringify(body),
      ).to.deep.equal([pointer]);
    }
    const times = await Promise.all(shifts.map(({ id }) => world.shift(id)));
    expect(times.map(({ plannedEnd }) => plannedEnd)).to.deep.equal(shifts.map((one) => one.plannedEnd));
    const alone = await world.plan(driver, 40 * DAY, 40 * DAY + HOUR);
    const version = alone.version ?? 0;
    const body = { plannedEnd: world.at(40 * DAY + 2 * HOUR), scope: 'FOLLOWING' };
    const path = `/dispatch/shifts/${alone.id}`;
    await world.delivery.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, {
      body,
      version,
    });
  });

  it('is refused completely when one of its first shifts overlaps', async () => {
    const [start, end] = [`${dayIn(3)}T06:00:00.000Z`, `${dayIn(3)}T07:00:00.000Z`];
    const single = { driverId: driver.driverId, plannedStart: start, plannedEnd: end };
    await world.delivery.dispatcher.post('/dispatch/shifts', single);
    const body = recurring();
    await world.delivery.dispatcher.refused(409, 'shift.OVERLAP', 'POST', '/dispatch/shifts', { body });
    expect(await plans()).to.have.length(1);
  });

  it('creates a shift later whose time was taken, once the time is free', async () => {
    await planned();
    const start = `${dayIn(15)}T06:00:00.000Z`;
    const taken = {
      driverId: driver.driverId,
      plannedStart: start,
      plannedEnd: `${dayIn(15)}T07:00:00.000Z`,
    };
    const { shifts } = await world.delivery.dispatcher.post<Planning>('/dispatch/shifts', taken);
    await world.later(DAY);
    expect((await plans()).filter(({ day }) => day !== null)).to.have.length(14);
    const [single] = shifts;
    if (single === undefined) throw new Error('no shift');
    await world.edit(single, { status: 'CANCELLED' });
    await world.duty();
    expect((await plans()).filter(({ day }) => day !== null)).to.have.length(15);
  });

  it('creates no shifts for a suspended driver', async () => {
    await planned();
    await world.delivery.dispatcher.post(`/dispatch/drivers/${driver.driverId}/suspend`, { reason: 'Test' });
    await world.later(DAY);
    expect(await plans()).to.have.length(14);
  });

  it('explains what to do about an impossible recurrence', async () => {
    const faults: [object, string][] = [
      [{ from: dayIn(-1) }, '/recurrence/from'],
      [{ until: dayIn(0) }, '/recurrence/until'],
      [{ end: '08:00' }, '/recurrence/end'],
      [{ start: '08:00', end: '07:00' }, '/recurrence/end'],
      [{ breaks: [{ from: '17:00', to: '17:30' }] }, '/recurrence/breaks/0'],
    ];
    for (const [more, pointer] of faults) {
      const { errors } = await world.delivery.dispatcher.refused(
        422,
        'common.VALIDATION_FAILED',
        'POST',
        '/dispatch/shifts',
        { body: recurring(more) },
      );
      expect(errors.map((error) => error.pointer)).to.deep.equal([pointer]);
    }
    const both = { ...recurring(), plannedStart: world.at(HOUR), plannedEnd: world.at(2 * HOUR) };
    await world.delivery.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'POST', '/dispatch/shifts', {
      body: both,
    });
  });

  it('shows a driver today’s shifts and the next one', async () => {
    await planned();
    const { plannedShifts = [] } = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(plannedShifts.map(({ plannedStart }) => plannedStart)).to.deep.equal([
      `${dayIn(1)}T05:00:00.000Z`,
    ]);
  });
});
