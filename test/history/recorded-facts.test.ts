import { expect } from 'chai';
import type { Presence } from '../../actors/geo/presence-port.ts';
import { dropOldPresence, insertPresence, presenceAt } from '../../db/stores/presence-store.ts';
import { dropOldSnapshots } from '../../db/stores/snapshot-store.ts';
import { presenceJob } from '../../server/dispatch/history/presence-job.ts';
import type { Schema } from '../support/api-client.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';

const DAY = 86_400_000;

describe('what is recorded of the past besides events', () => {
  let world: DeliveryWorld;
  let driverId: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    ({ driverId } = await world.applicant());
  });

  after(() => world?.close());

  const presenceBefore = async (milliseconds: number) =>
    (await presenceAt(world.database, [driverId], new Date(Date.now() - milliseconds))).get(driverId);

  it("includes a driver's name, telephone and vehicle of that time, in the board and in the list", async () => {
    const { database, dispatcher, service } = world;
    // From here on the database knows the domain clock.
    await database('domain_clock').insert({ real_at: new Date(), domain_at: service.clock.now(), rate: 1 });
    const before = new Date(service.clock.now().getTime() - 5).toISOString();
    await database('drivers').where('id', driverId).update({
      full_name: 'Yousef Al Rahman',
      phone: '+97466000000',
      vehicle_type: 'CAR',
      vehicle_plate: null,
    });
    service.clock.advance(5);
    const since = service.clock.now().toISOString();
    const namesAt = async (at: string) => {
      const query = `at=${encodeURIComponent(at)}`;
      const board = await dispatcher.get<Schema<'PastBoard'>>(`/dispatch/history?${query}`);
      const { data } = await dispatcher.get<Schema<'DriverList'>>(`/dispatch/history/drivers?${query}`);
      const driver = data.find(({ id }) => id === driverId);
      return [board.drivers[0]?.fullName, driver?.fullName, driver?.phone, driver?.vehicle];
    };
    const van = { type: 'VAN', plate: '254781' };
    expect(await namesAt(before)).to.deep.equal(['Yousef Rahman', 'Yousef Rahman', '+97466778899', van]);
    const car = { type: 'CAR', plate: null };
    expect(await namesAt(since)).to.deep.equal(['Yousef Al Rahman', 'Yousef Al Rahman', '+97466000000', car]);
  });

  it('includes no version of a driver for what the driver actor commits', async () => {
    const { database, dispatcher } = world;
    const versions = () => database('driver_versions').where('driver_id', driverId).count().first();
    const count = await versions();
    await dispatcher.post(`/dispatch/drivers/${driverId}/reject`, { reason: 'No licence' });
    expect(await versions()).to.deep.equal(count);
  });

  it('includes presence from when it was first recorded, and takes a missing row for OFFLINE', async () => {
    const { database } = world;
    const { since } = await database('recorded_since').where('what', 'presence').first('since');
    const just = new Date(since.getTime() - 1);
    expect((await presenceAt(database, [driverId], just)).get(driverId)).to.equal('UNKNOWN');
    expect(await presenceBefore(0)).to.equal('OFFLINE');
    const begun = new Date(Date.now() - 4_000);
    await insertPresence(database, [{ driverId, presence: 'ONLINE', since: begun }]);
    await insertPresence(database, [{ driverId, presence: 'ONLINE', since: begun }]);
    expect(await presenceBefore(5_000)).to.equal('OFFLINE');
    expect(await presenceBefore(0)).to.equal('ONLINE');
  });

  it('is corrected where a change of presence was missed, and left alone when Redis does not answer', async () => {
    const { database } = world;
    await database('drivers').where('id', driverId).update({ status: 'APPROVED' });
    const duty = (state: Presence, now = Date.now()) =>
      presenceJob({
        database,
        now: () => now,
        presence: { stateOf: async (ids) => new Map(ids.map((id) => [id, state])) },
      }).run();
    const rows = () =>
      database('presence_changes').where('driver_id', driverId).orderBy('since').pluck('presence');
    const known = await rows();
    await duty('UNKNOWN');
    await duty('ONLINE');
    expect(await rows()).to.deep.equal(known);
    await duty('OFFLINE');
    expect(await rows()).to.deep.equal([...known, 'OFFLINE']);
    expect(await presenceBefore(0)).to.equal('OFFLINE');
    // A process that notices late that the driver came back must not overwrite the newer state.
    await insertPresence(database, [{ driverId, presence: 'ONLINE', since: new Date(Date.now() + 1_000) }]);
    await duty('OFFLINE');
    expect(await presenceBefore(-2_000)).to.equal('ONLINE');
  });

  it('is deleted when no moment of the last days needs it', async () => {
    const { database, service } = world;
    const ago = (days: number) => new Date(service.clock.now().getTime() - days * DAY);
    const plan = {
      ...{
        id: driverId,
        driver_id: driverId,
        breaks: '[]',
        status: 'PLANNED',
        version: 1,
        created_by: driverId,
      },
      ...{ planned_start: ago(40), planned_end: ago(39), created_at: ago(60) },
    };
    await database('shift_plan_versions').insert(
      [60, 50, 20].map((days) => ({ ...plan, valid_from: ago(days) })),
    );
    const facts = { driver_id: driverId, full_name: 'Y', phone: '+97466778899', vehicle_type: 'VAN' };
    await database('driver_versions').where('driver_id', driverId).delete();
    await database('driver_versions').insert(
      [60, 50, 20].map((days) => ({ ...facts, valid_from: ago(days) })),
    );
    await dropOldSnapshots(database, service.clock.now());
    for (const [table, key] of [
      ['shift_plan_versions', 'id'],
      ['driver_versions', 'driver_id'],
    ] as const) {
      const remaining = await database(table).where(key, driverId).orderBy('valid_from').pluck('valid_from');
      expect(
        remaining.map((at: Date) => Math.round((service.clock.now().getTime() - at.getTime()) / DAY)),
      ).to.deep.equal([50, 20]);
    }

    await database('presence_changes').where('driver_id', driverId).delete();
    const change = (days: number, presence: 'ONLINE' | 'OFFLINE') => ({
      driverId,
      presence,
      since: ago(days),
    });
    await insertPresence(database, [
      change(50, 'ONLINE'),
      change(45, 'OFFLINE'),
      change(40, 'ONLINE'),
      change(2, 'OFFLINE'),
    ]);
    await dropOldPresence(database, ago(30));
    const left = await database('presence_changes')
      .where('driver_id', driverId)
      .orderBy('since')
      .pluck('presence');
    expect(left).to.deep.equal(['ONLINE', 'OFFLINE']);
  });
});
