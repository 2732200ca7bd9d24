import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { makeAdministrator, signIn } from '../../support/people.ts';
import { asBody, png } from '../../support/pictures.ts';
import { DeliveryWorld, type DriverTask, type OnDuty, qar } from '../../worlds/delivery-world.ts';

type Photo = Schema<'TaskPhoto'>;

describe('a driver whose phone had no network', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
    // The shift is two hours old.
    world.service.clock.advance(2 * 3_600_000);
  });

  after(() => world?.close());

  const ago = (minutes: number) =>
    new Date(world.service.clock.now().getTime() - minutes * 60_000).toISOString();
  const step = (taskId: string, name: string, at: string, body?: unknown) =>
    driver.client.post<DriverTask>(`/driver/tasks/${taskId}/${name}`, body, {
      headers: { 'Occurred-At': at },
      key: `${taskId}:${name}`,
    });

  it('has each step recorded with the time at which it was done, beside the service’s own time', async () => {
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    const done = [ago(50), ago(40), ago(12)];
    await step(taskId, 'pick-up', done[0] ?? '');
    await step(taskId, 'in-transit', done[1] ?? '');
    await step(taskId, 'arrive', done[2] ?? '');
    const { history } = await world.task(taskId);
    expect(history.slice(-3).map(({ occurredAt }) => occurredAt)).to.deep.equal(done);
    expect(history.at(-4)?.occurredAt).to.equal(null);
    for (const { at } of history.slice(-3)) expect(Date.parse(at)).to.be.greaterThan(Date.parse(ago(2)));
    await step(taskId, 'fail', ago(1), { reason: 'REFUSED' });
    await step(taskId, 'return', ago(0), { stage: 'START' });
    const failed = (await world.task(taskId)).history.find(({ status }) => status === 'FAILED');
    expect(Date.parse(failed?.occurredAt ?? '')).to.be.lessThan(Date.parse(failed?.at ?? ''));
    await driver.client.post(`/driver/tasks/${taskId}/return`, { stage: 'COMPLETE' });
  });

  it('an impossible time is left out and does not refuse the step; a repeat changes nothing', async () => {
    const { taskId } = await world.ready();
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    await step(taskId, 'pick-up', ago(-30));
    await step(taskId, 'in-transit', ago(24 * 60));
    const occurredAt = ago(5);
    await step(taskId, 'arrive', occurredAt);
    await step(taskId, 'arrive', occurredAt);
    const { history } = await world.task(taskId);
    expect(history.slice(-3).map(({ occurredAt }) => occurredAt)).to.deep.equal([null, null, occurredAt]);
    await driver.client.refused(422, 'common.VALIDATION_FAILED', 'POST', `/driver/tasks/${taskId}/fail`, {
      body: { reason: 'REFUSED' },
      headers: { 'Occurred-At': 'an hour ago' },
    });
    await step(taskId, 'fail', ago(0), { reason: 'REFUSED' });
    await driver.client.post(`/driver/tasks/${taskId}/return`, { stage: 'START' });
    await driver.client.post(`/driver/tasks/${taskId}/return`, { stage: 'COMPLETE' });
  });

  it('the time of a step decides nothing: an expired offer stays expired', async () => {
    const { taskId } = await world.ready();
    await world.later(91_000);
    await driver.client.refused(410, 'delivery.OFFER_EXPIRED', 'POST', `/driver/tasks/${taskId}/accept`, {
      headers: { 'Occurred-At': ago(1) },
    });
    await world.clear();
    driver = await world.onDuty();
  });

  it('a break is recorded as it was taken', async () => {
    world.service.clock.advance(30 * 60_000);
    const headers = { 'Occurred-At': ago(10) };
    await driver.client.post('/driver/shift/break', undefined, { headers });
    await driver.client.post('/driver/shift/resume', undefined, { headers: { 'Occurred-At': ago(2) } });
    const { rows } = await world.database.raw<{ rows: { told_at: string | null }[] }>(
      `SELECT data ->> 'occurredAt' AS told_at FROM transitions
        WHERE actor_key = ? AND subject_type = 'SHIFT' ORDER BY at, id`,
      [driver.driverId],
    );
    expect(
      rows.slice(-2).map(({ told_at }) => Math.round((Date.now() - Date.parse(told_at ?? '')) / 60_000)),
    ).to.have.length(2);
    expect(rows.at(-2)?.told_at).to.equal(headers['Occurred-At']);
  });

  it('reads the service’s time in their own record', async () => {
    const own = await driver.client.get<Schema<'Driver'>>('/driver');
    const occurredAt = Date.parse(own.serverTime ?? '');
    expect(Math.abs(occurredAt - world.service.clock.now().getTime())).to.be.lessThan(5_000);
  });

  it('reads in their own record whom to call, as soon as an administrator has set it', async () => {
    const phone = async () => (await driver.client.get<Schema<'Driver'>>('/driver')).dispatchPhone;
    expect(await phone()).to.equal(null);
    const admin = await signIn(world.service, await makeAdministrator(world.service));
    const set = async (value: string | null) => {
      const { version } = await admin.get<Schema<'Settings'>>('/admin/settings');
      await admin.patch('/admin/settings', { dispatchPhone: { value, confirmed: true } }, { version });
    };
    await set('+97444601100');
    expect(await phone()).to.equal('+97444601100');
    // Only in a driver's own record: dispatchers see it in the settings.
    const seen = await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${driver.driverId}`);
    expect(seen).to.not.have.any.keys('dispatchPhone', 'refusal');
    await set(null);
    expect(await phone()).to.equal(null);
  });
});

describe('photos of a delivery', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;
  let taskId: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
    ({ taskId } = await world.ready());
    await world.carry(driver, taskId);
  });

  after(() => world?.close());

  const add = (image: Buffer, options: { key?: string } = {}) =>
    driver.client.post<Photo>(`/driver/tasks/${taskId}/photos`, asBody(image), options);

  /** The photo without the signature of its link, which may differ between responses. */
  const plain = ({ url, ...photo }: Photo) => ({ ...photo, url: url.split('?')[0] });

  it('are stored once, seen by driver and dispatcher, and served in a way that runs no scripts', async () => {
    const photo = await add(png(4, 3), { key: 'photo-1' });
    expect(photo).to.include({ width: 4, height: 3, driverId: driver.driverId });
    expect(plain(await add(png(4, 3), { key: 'photo-1' }))).to.deep.equal(plain(photo));
    const other = { body: asBody(png(3, 4)), key: 'photo-1' };
    await driver.client.refused(422, 'idempotency.MISMATCH', 'POST', `/driver/tasks/${taskId}/photos`, other);
    expect((await world.task(taskId)).photos?.map(plain)).to.deep.equal([plain(photo)]);
    const { data } = await driver.client.get<{ data: DriverTask[] }>('/driver/tasks');
    expect(data.find(({ id }) => id === taskId)?.photos?.map(plain)).to.deep.equal([plain(photo)]);
    const seen = await fetch(world.service.url + photo.url);
    expect(seen.status).to.equal(200);
    expect(seen.headers.get('content-type')).to.equal('image/png');
    expect(seen.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(seen.headers.get('content-security-policy')).to.match(/^sandbox;/);
    expect(Buffer.from(await seen.arrayBuffer()).includes('Comment')).to.equal(false);
    const bare = await fetch(world.service.url + photo.url.split('?')[0]);
    expect(bare.status, 'by its name alone').to.equal(404);
    expect(seen.headers.get('cache-control')).to.equal('private, max-age=300');
    expect((await fetch(`${world.service.url}/uploads/${'0'.repeat(48)}.png`)).status).to.equal(404);
    expect((await fetch(`${world.service.url}/uploads/..%2Fsecrets.png`)).status).to.equal(404);
  });

  it('are refused for another driver’s task, and for a file that only looks like a picture', async () => {
    const other = await world.onDuty();
    const path = `/driver/tasks/${taskId}/photos`;
    await other.client.refused(404, 'common.NOT_FOUND', 'POST', path, { body: asBody(png()) });
    const text = asBody(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'));
    await driver.client.refused(415, 'common.UNSUPPORTED_MEDIA_TYPE', 'POST', path, { body: text });
    const cut = asBody(png(40, 40).subarray(0, 60));
    await driver.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, { body: cut });
  });

  it('are limited to ten per task; a large one is accepted beyond the usual limit of a body', async () => {
    const large = Buffer.concat([png(), Buffer.alloc(600_000)]);
    expect(await add(large)).to.include({ width: 2, height: 2 });
    for (let each = 2; each < 10; each += 1) await add(png());
    const body = asBody(png());
    const stored = await world.database('stored_files').select('name');
    await driver.client.refused(409, 'delivery.TOO_MANY_PHOTOS', 'POST', `/driver/tasks/${taskId}/photos`, {
      body,
    });
    const after = await world.database('stored_files').select('name');
    expect(after, 'a refused file is not stored').to.have.length(stored.length);
  });

  it("the summary of a driver's day", async () => {
    const path = `/driver/tasks/${taskId}`;
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    const { cashDue } = await driver.client.post<DriverTask>(`${path}/record-cash`, {
      amount: qar('115.00'),
    });
    await driver.client.post(`${path}/complete`);
    await world.settle();
    const day = await driver.client.get<Schema<'DriverDay'>>('/driver/day');
    expect(day).to.deep.include({
      delivered: 1,
      onTime: 1,
      failed: 0,
      cashCollected: cashDue,
      cashHandedIn: qar('0.00'),
    });
    const yesterday = await driver.client.get<Schema<'DriverDay'>>('/driver/day?day=2024-01-01');
    expect(yesterday).to.include({ workedSeconds: 0, delivered: 0 });
  });
});
