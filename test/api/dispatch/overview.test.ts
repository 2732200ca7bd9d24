import { get } from 'node:http';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { journeysJob } from '../../../server/dispatch/overview/journeys.ts';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, qar } from '../../worlds/delivery-world.ts';
import { HandMadeDay } from './hand-made-day.ts';

type Overview = Schema<'DispatchOverview'>;

const DAY = '2026-02-12';
const HOUR = 60;

/** Seconds below which nine in ten of four values lie; of the two longest, given in minutes. */
const nineInTen = (third: number, fourth: number) => Math.round((third + 0.7 * (fourth - third)) * 60);

describe('the overview of a day', () => {
  let world: DeliveryWorld;
  let day: HandMadeDay;
  let people: { yousef: string; hamad: string; layla: string };
  let zones: { bay: string; wakra: string };
  let reversed: { taskId: string };

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    day = new HandMadeDay(world.database, DAY);
    people = {
      yousef: await day.driver('Yousef'),
      hamad: await day.driver('Hamad'),
      layla: await day.driver('Layla'),
    };
    zones = { bay: await day.zone('Bay'), wakra: await day.zone('Wakra') };
    await makeDay();
  });

  after(() => world?.close());

  const read = (of = DAY) => world.dispatcher.get<Overview>(`/dispatch/overview?day=${of}`);

  /** Four deliveries of the day, one on either side of it, and everything that can go wrong, once or twice. */
  async function makeDay(): Promise<void> {
    const { yousef, hamad, layla } = people;
    const { bay, wakra } = zones;
    // On duty from 8 to 16 with a break of half an hour; Layla all night; Hamad past midnight.
    await day.shift(yousef, 8 * HOUR, 16 * HOUR, [[12 * HOUR, 12 * HOUR + 30]]);
    await day.shift(hamad, 20 * HOUR, 26 * HOUR);
    await day.shift(layla, -2 * HOUR, 6 * HOUR);
    // Yousef: two at once from 9:00 to 10:30 and 9:30 to 11:00; the second after other drivers declined and timed out.
    await day.delivered({
      ...{ driver: yousef, zone: bay, dueBy: 11 * HOUR },
      at: [
        7 * HOUR,
        7 * HOUR + 10,
        8 * HOUR,
        8 * HOUR + 10,
        8 * HOUR + 55,
        9 * HOUR,
        9 * HOUR + 20,
        10 * HOUR + 30,
      ],
    });
    await day.delivered({
      ...{ driver: yousef, zone: bay, dueBy: 10 * HOUR + 59, cash: '250.50' },
      at: [
        7 * HOUR,
        7 * HOUR + 30,
        8 * HOUR,
        8 * HOUR + 30,
        9 * HOUR + 29,
        9 * HOUR + 30,
        10 * HOUR,
        11 * HOUR,
      ],
      offers: [
        { driver: hamad, at: [8 * HOUR + 31, 8 * HOUR + 32], end: 'decline' },
        { driver: layla, at: [8 * HOUR + 33, 8 * HOUR + 35], end: 'expire-offer' },
      ],
    });
    // Placed the day before and promised for it: late by a day.
    await day.delivered({
      ...{ driver: yousef, zone: wakra, dueBy: -HOUR, promisedTo: '2026-02-11' },
      at: [-5 * HOUR, -4 * HOUR, -3 * HOUR, -2 * HOUR, 13 * HOUR, 13 * HOUR, 14 * HOUR, 15 * HOUR],
    });
    // Hamad: accepted at 23:30, completed a minute before midnight.
    await day.delivered({
      ...{ driver: hamad, zone: bay, dueBy: 24 * HOUR },
      at: [
        20 * HOUR,
        21 * HOUR,
        22 * HOUR,
        23 * HOUR,
        23 * HOUR + 25,
        23 * HOUR + 30,
        23 * HOUR + 40,
        24 * HOUR - 1,
      ],
    });
    // Midnight belongs to the next day, the minute before the day to the previous one.
    const around = { zone: bay, dueBy: 48 * HOUR } as const;
    await day.delivered({ ...around, driver: hamad, at: [0, 1, 2, 3, 4, 5, 6, 24 * HOUR] });
    await day.delivered({ ...around, driver: layla, at: [-30, -29, -28, -27, -26, -25, -20, -1] });
    // Completed by mistake, and on the road again.
    const mistaken = await day.delivered({
      ...{ driver: yousef, zone: bay, dueBy: 12 * HOUR },
      at: [0, 1, 2, 3, 10 * HOUR, 10 * HOUR, 10 * HOUR, 10 * HOUR + 1],
    });
    reversed = mistaken;
    await journeysJob({ database: world.database, clock: { now: () => day.time(11 * HOUR) } })();
    await day.moved('TASK', mistaken.taskId, 'COMPLETED', 'IN_TRANSIT', 10 * HOUR + 5, 'reversed');
    const again = { status: 'IN_TRANSIT', completed_at: null, cash_recorded: null };
    await world.database('delivery_tasks').where('id', mistaken.taskId).update(again);
    await world.database('driver_collections').where('task_id', mistaken.taskId).delete();
    await exceptions();
    await day.leg(yousef, 9 * HOUR + 20, 3_000);
    await day.leg(yousef, 10 * HOUR + 30, 2_500);
    await day.leg(yousef, -5, 9_000);
    await day.booked('HAND_IN', 17 * HOUR, [
      ['till', '345.50'],
      [`driver:${yousef}`, '-350.50'],
      [`driver-difference:${yousef}`, '5.00'],
    ]);
    await day.booked('REVERSAL', 10 * HOUR + 5, [
      [`driver:${yousef}`, '-100.00'],
      ['clearing', '100.00'],
    ]);
    await day.booked('HAND_IN', 25 * HOUR, [
      ['till', '60.00'],
      [`driver:${hamad}`, '-60.00'],
    ]);
    await world.database('drivers').where('id', hamad).update({ cash_on_hand: '140.00' });
  }

  async function exceptions(): Promise<void> {
    const task = (from: string, to: string, command: string, data: object = {}, minute = 12 * HOUR) =>
      day.moved('TASK', uuidv7(), from, to, minute, command, data);
    await task('IN_TRANSIT', 'FAILED', 'fail', { failure: 'NOBODY_HOME' });
    await task('ARRIVED', 'FAILED', 'fail', { failure: 'NOBODY_HOME' });
    await task('ARRIVED', 'FAILED', 'fail', { failure: 'REFUSED' });
    await task('FAILED', 'RETURNING', 'start-return');
    await task('RETURNING', 'RETURNED', 'complete-return');
    await task('FAILED', 'WRITTEN_OFF', 'write-off');
    await task('ACCEPTED', 'UNASSIGNED', 'unassign');
    await task('ASSIGNED', 'UNASSIGNED', 'assign-by-hand');
    await task('UNASSIGNED', 'UNASSIGNED', 'assign-by-hand');
    await task('ARRIVED', 'CODE_VERIFIED', 'override-code');
    await task('IN_TRANSIT', 'FAILED', 'fail', { failure: 'LOST' }, -1);
    for (const [status, from] of [
      ['REJECTED', 'PENDING_ACCEPTANCE'],
      ['CANCELLED', 'PENDING_ACCEPTANCE'],
      ['CANCELLED', 'PACKED'],
      ['CANCELLED', 'PACKED'],
    ] as const) {
      const { groupId } = await day.group(status, { placed: 8 * HOUR, ended: 9 * HOUR, cash: '10.00' });
      await day.moved(
        'GROUP',
        groupId,
        from,
        status,
        9 * HOUR,
        status === 'REJECTED' ? 'reject' : 'cancel-group',
      );
    }
  }

  it('shows what was delivered, how much of it in time, and by the promised day', async () => {
    const { day: of, delivered } = await read();
    expect(of).to.equal(DAY);
    expect(delivered).to.deep.equal({
      tasks: 4,
      onTime: 2,
      onTimeShare: 0.5,
      onPromisedDay: 3,
      onPromisedDayShare: 0.75,
    });
  });

  it('shows how long each stage took, as median and ninth decile', async () => {
    const { stages } = await read();
    const minutes = (stage: string) => {
      const row = stages.find((each) => each.stage === stage);
      return [row?.count, row?.p50Seconds, row?.p90Seconds];
    };
    // 10, 30, 60, 60 minutes
    expect(minutes('ACCEPT')).to.deep.equal([4, 45 * 60, 60 * 60]);
    // 50, 30, 60, 60
    expect(minutes('PACK')).to.deep.equal([4, 55 * 60, 60 * 60]);
    // 10, 30, 60, 60
    expect(minutes('READY')).to.deep.equal([4, 45 * 60, 60 * 60]);
    // 45, 59 (including the time lost to earlier offers), 15 hours, 25
    expect(minutes('ASSIGN')).to.deep.equal([4, 52 * 60, nineInTen(59, 15 * HOUR)]);
    // 5, 1, 0, 5
    expect(minutes('TAKE')).to.deep.equal([4, 3 * 60, 5 * 60]);
    // 20, 30, 60, 10
    expect(minutes('PICK_UP')).to.deep.equal([4, 25 * 60, nineInTen(30, 60)]);
    // 70, 60, 60, 19
    expect(minutes('DELIVER')).to.deep.equal([4, 60 * 60, nineInTen(60, 70)]);
    // 210, 240, 1200, 239
    expect(minutes('TOTAL')).to.deep.equal([4, 239.5 * 60, nineInTen(240, 1_200)]);
  });

  it('shows each driver who was there: deliveries, cash, duty and idle time', async () => {
    const { complete, driversOfDay } = await read();
    expect(complete).to.equal(true);
    const { yousef, hamad, layla } = people;
    const of = (driverId: string) => driversOfDay.find((row) => row.driverId === driverId);
    expect(driversOfDay.map(({ driverId }) => driverId)).to.deep.equal([yousef, hamad, layla]);
    expect(of(yousef)).to.deep.equal({
      driverId: yousef,
      driverName: 'Yousef',
      tasks: 3,
      onTime: 1,
      cashCollected: qar('450.50'),
      // 8 hours without the break; busy from 9 to 11 and 13 to 15, and since 10 with the task that is on the road again
      dutySeconds: 7.5 * 3_600,
      idleSeconds: 3_600,
      distanceMetres: 5_500,
    });
    // Until midnight; the one that ended right then is the next day's delivery, but work of this day.
    expect(of(hamad)).to.deep.include({
      tasks: 1,
      onTime: 1,
      cashCollected: qar('100.00'),
      dutySeconds: 4 * 3_600,
    });
    expect(of(layla)).to.deep.include({ tasks: 0, dutySeconds: 6 * 3_600, idleSeconds: 6 * 3_600 });
  });

  it('shows each zone, and what waits in it now', async () => {
    const { zonesOfDay } = await read();
    const { bay, wakra } = zones;
    expect(zonesOfDay).to.deep.equal([
      // waits of 50, 60 and 30 minutes
      {
        ...{ zoneId: bay, name: { en: 'Bay', ar: 'Bay' }, tasks: 3, onTime: 2, waiting: 0 },
        medianWaitSeconds: 50 * 60,
      },
      {
        ...{ zoneId: wakra, name: { en: 'Wakra', ar: 'Wakra' }, tasks: 1, onTime: 0, waiting: 0 },
        medianWaitSeconds: 15 * 3_600,
      },
    ]);
  });

  it('shows the cash: collected, handed in, missing, and on the road at the end of the day', async () => {
    const { cash } = await read();
    expect(cash).to.deep.equal({
      collected: qar('550.50'),
      reversed: qar('100.00'),
      handedIn: qar('345.50'),
      differences: qar('-5.00'),
      // 140 now, of which 100 belong to the next day, with 60 handed in then
      onTheRoad: qar('100.00'),
    });
  });

  it('shows what went wrong', async () => {
    const { exceptions: wrong } = await read();
    expect(wrong).to.deep.equal({
      failed: [
        { reason: 'NOBODY_HOME', count: 2 },
        { reason: 'REFUSED', count: 1 },
      ],
      returned: 1,
      writtenOff: 1,
      declined: 1,
      timedOut: 1,
      reassigned: 2,
      overriddenCodes: 1,
      reversals: 1,
      rejected: 1,
      cancelled: [
        { stage: 'PACKED', count: 2 },
        { stage: 'PENDING_ACCEPTANCE', count: 1 },
      ],
    });
  });

  it('is the same whether or not the worker has written its rows, and counts no reversed completion', async () => {
    const { at: _, ...before } = await read();
    await world.database('task_journeys').delete();
    const { at: __, ...without } = await read();
    expect(without).to.deep.equal(before);
    const duty = journeysJob({ database: world.database, clock: { now: () => day.time(24 * HOUR) } });
    await Promise.all([duty(), duty()]);
    // Includes the one before the day and the one at its end.
    expect(await world.database('task_journeys')).to.have.length(6);
    const { at: ___, ...after } = await read();
    expect(after).to.deep.equal(before);
    const done = { status: 'COMPLETED', completed_at: day.time(11 * HOUR), cash_recorded: '100.00' };
    await world.database('delivery_tasks').where('id', reversed.taskId).update(done);
    expect((await read()).delivered.tasks).to.equal(5);
    await duty();
    expect((await read()).delivered.tasks).to.equal(5);
  });

  it('shows the board of today, and nulls and zeros for a day without any', async () => {
    const { delivered, stages, driversOfDay, cash } = await read('2020-01-01');
    expect(delivered).to.include({ tasks: 0, onTimeShare: null });
    expect(stages[0]).to.deep.equal({ stage: 'ACCEPT', count: 0, p50Seconds: null, p90Seconds: null });
    expect(driversOfDay).to.deep.equal([]);
    expect(cash.collected).to.deep.equal(qar('0.00'));
    const driver = await world.onDuty();
    await world.deliver(driver, await world.ready());
    await world.ready();
    const today = await world.dispatcher.get<Overview>('/dispatch/overview');
    expect(today.delivered).to.include({ tasks: 1, onTime: 1, onTimeShare: 1 });
    expect(today.tasks).to.deep.include({ status: 'COMPLETED', count: 1 });
    expect(today.driversOfDay).to.have.length(1);
    expect(today.driversOfDay[0]).to.deep.include({ tasks: 1, cashCollected: qar('115.00') });
    expect(today.stages.find(({ stage }) => stage === 'TOTAL')?.count).to.equal(1);
    expect(today.cash).to.deep.include({ collected: qar('115.00') });
    const refused = world.dispatcher.refused(
      422,
      'common.VALIDATION_FAILED',
      'GET',
      '/dispatch/overview?day=today',
    );
    await refused;
    await world.clear();
  });

  it('has an ETag that stays the same until a value changes', async () => {
    const path = `/dispatch/overview?day=${DAY}`;
    const call = () => world.dispatcher.call<Overview>('GET', path);
    // `fetch` would add a Cache-Control that forbids a 304.
    const statusIf = (etag: string) =>
      new Promise<number | undefined>((done, failed) => {
        const headers = { Authorization: `Bearer ${world.dispatcher.token}`, 'If-None-Match': etag };
        get(`${world.service.url}/api/v1${path}`, { headers }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        }).on('error', failed);
      });
    const etag = (await call()).headers.get('etag') ?? '';
    expect(etag).to.match(/^"[\w-]{22}"$/);
    expect(await statusIf(etag)).to.equal(304);
    await day.moved('TASK', uuidv7(), 'FAILED', 'WRITTEN_OFF', 13 * HOUR, 'write-off');
    expect(await statusIf(etag)).to.equal(200);
    expect((await call()).headers.get('etag')).not.to.equal(etag);
  });
});
