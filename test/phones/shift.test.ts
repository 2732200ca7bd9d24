import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../scripts/embedded/ports.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { Nginx } from '../operate/nginx.ts';
import type { Schema } from '../support/api-client.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../worlds/delivery-world.ts';
import { Certificates } from './certificates.ts';
import { FaultyLine } from './faulty-line.ts';
import { compileTestPhone, HOST, TestPhone, whyNoPhone } from './test-phone.ts';

interface Reported {
  pause: number;
  state: string;
  waiting: number;
  refused: number;
  shown: string;
}
interface Heard {
  pause: number;
  heard: string[];
}

const OFFLINE_MS = 30 * 60_000;
const FIX_MS = 2_000;
/** About 20 m: 36 km/h. */
const STEP_DEGREES = 0.000_18;

describe("the driver's app behind its page", function () {
  this.timeout(120_000);
  let world: DeliveryWorld;
  let folder: string;
  let certificates: Certificates;
  let line: FaultyLine;
  let nginx: Nginx | null = null;
  let port: number;
  let program: Awaited<ReturnType<typeof compileTestPhone>>;
  let phone: TestPhone;
  let driver: OnDuty;
  let shift = 0;

  before(async function () {
    const why = await whyNoPhone();
    if (why !== null) {
      process.stdout.write(`      skipped: ${why}\n`);
      this.skip();
    }
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-shift-'));
    certificates = new Certificates(folder);
    await certificates.authority('ca', 'Wasl authority');
    for (const key of ['live', 'spare', 'other']) await certificates.key(key);
    await certificates.certify('first', { key: 'live', host: HOST, by: 'ca' });
    await certificates.certify('of-other', { key: 'other', host: HOST, by: 'ca' });
    world = await DeliveryWorld.open();
    line = await FaultyLine.open(world.service.url);
    port = await freePort();
    program = await compileTestPhone(folder);
    phone = new TestPhone(program, folder);
    await networkUp();
  });
  after(async () => {
    await phone?.kill();
    await nginx?.stop();
    await line?.close();
    await world?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    if (nginx === null) await networkUp();
    line.batches.length = 0;
    line.loseAnswers = 0;
    shift += 1;
    driver = await world.onDuty();
    await begin((await token()).token);
  });
  afterEach(() => world.clear());

  async function networkUp(certificate = 'first', of = 'live'): Promise<void> {
    const [chain, key] = [certificates.file(`${certificate}.chain`), certificates.file(`${of}.key`)];
    nginx = await Nginx.start(
      path.join(folder, `nginx-${Date.now()}`),
      `listen 127.0.0.1:${port} ssl;
    ssl_certificate ${chain};
    ssl_certificate_key ${key};
    ssl_protocols TLSv1.3;
    # Without files: nginx may run as a user who may not write here.
    client_body_buffer_size 1m;
    location / {
      proxy_pass http://127.0.0.1:${line.port};
      proxy_set_header Host $host;
      proxy_next_upstream off;
    }`,
      isListening,
    );
  }

  function isListening(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  }

  async function networkDown(): Promise<void> {
    await nginx?.stop();
    nginx = null;
  }

  const token = () =>
    driver.client.post<Schema<'NewDeviceToken'>>('/me/device-tokens', { purpose: 'POSITIONS' });

  async function restart(): Promise<void> {
    await phone.kill();
    phone = new TestPhone(program, folder);
  }

  /** As an app's process begins. */
  async function begin(given: string): Promise<{ waiting: number }> {
    const pins = [certificates.pin('live'), certificates.pin('spare')];
    await phone.ask('connect', `https://${HOST}:${port}/api/v1`, certificates.file('ca.pem'), ...pins);
    return phone.ask('open', queueFolder(), given);
  }
  const queueFolder = () => path.join(folder, `queue-${shift}`);
  const segments = () =>
    readdirSync(queueFolder())
      .filter((name) => name.endsWith('.points'))
      .sort();
  const report = () => phone.ask<Reported>('report');
  const fix = (step: number) =>
    phone.ask<{ accepted: boolean; at: number; waiting: number }>(
      'fix',
      STORE.latitude + step * STEP_DEGREES,
      STORE.longitude,
      5,
    );

  /** So many fixes, one every two seconds on the way north, with reports as often as the app wants them. */
  const drive = (from: number, steps: number) =>
    phone.ask<{ reports: number; waiting: number }>(
      'drive',
      STORE.latitude + from * STEP_DEGREES,
      STORE.longitude,
      steps,
    );

  /** Sends what waits, at the app's own pace. */
  async function drain(): Promise<Reported> {
    for (let turn = 0; turn < 100; turn += 1) {
      const done = await report();
      if (done.waiting === 0 || ['WAITING', 'SIGNED_OUT', 'NOT_OUR_SERVER'].includes(done.state)) return done;
      await pause(done.pause);
    }
    throw new Error('the queue does not become empty');
  }

  /** Sequences of the positions that the service has confirmed, in the order in which it got them. */
  const taken = () =>
    line.batches.filter(({ status }) => status === 202).flatMap(({ sequences }) => sequences);
  const presence = async () =>
    (await world.dispatcher.get<Schema<'Driver'>>(`/dispatch/drivers/${driver.driverId}`)).presence;

  it('reports positions, which the dispatcher sees', async () => {
    await fix(0);
    expect(await report()).to.include({ state: 'SENT', waiting: 0 });
    expect(await presence()).to.equal('ONLINE');
  });

  it('loses none in 30 minutes without a network, in which its process ends twice, and sends them in order', async () => {
    const { token: given } = await token();
    await phone.ask('token', given);
    await networkDown();
    // The half hour has just passed: positions must not be of the future.
    await phone.ask('set-clock', -OFFLINE_MS);
    const third = OFFLINE_MS / 3;
    let [steps, reports] = [0, 0];
    for (const left of [2 * third, third, 0]) {
      reports += (await drive(steps, third / FIX_MS)).reports;
      steps += third / FIX_MS;
      if (left === 0) break;
      await restart();
      // Switched off in the middle of a line.
      const [last = ''] = segments().slice(-1);
      appendFileSync(path.join(queueFolder(), last), '1789');
      expect(await begin(given)).to.deep.equal({ waiting: steps });
      await phone.ask('set-clock', -left);
    }
    // One try a minute once the waits have grown: that is what the battery pays for being without a network.
    expect(reports).to.be.lessThan(70);
    await networkUp();
    expect(await drain()).to.include({ state: 'SENT', waiting: 0, refused: 0 });
    const sequences = taken();
    expect(sequences).to.have.lengthOf(OFFLINE_MS / FIX_MS);
    expect(sequences).to.deep.equal([...new Set(sequences)].sort((a, b) => a - b));
    expect(readdirSync(queueFolder())).to.deep.equal(['confirmed']);
  });

  it('sends a batch again when its answer is lost; the service counts no point twice', async () => {
    for (let step = 0; step < 5; step += 1) {
      await phone.ask('pass', FIX_MS);
      await fix(step);
    }
    line.loseAnswers = 1;
    expect(await report()).to.include({ state: 'WAITING' });
    expect(await report()).to.include({ state: 'SENT', waiting: 0 });
    const [lost, again] = line.batches;
    expect(again?.sequences).to.deep.equal(lost?.sequences);
    expect(line.batches.map(({ status }) => status)).to.deep.equal([202, 202]);
    expect(line.batches.map(({ accepted }) => accepted)).to.deep.equal([5, 0]);
  });

  it('tells the driver that another server answered, and takes a handshake that breaks off for a lost network', async () => {
    for (let step = 0; step < 12; step += 1) {
      await phone.ask('pass', FIX_MS);
      await fix(step);
    }
    await networkDown();
    const breakingOff = createServer((socket) => void socket.once('data', () => socket.destroy()));
    breakingOff.listen(port, '127.0.0.1');
    await once(breakingOff, 'listening');
    try {
      expect(await report()).to.include({ state: 'WAITING', waiting: 12, shown: 'WAITING 10' });
    } finally {
      breakingOff.close();
      await once(breakingOff, 'close');
    }
    await networkUp('of-other', 'other');
    expect(await report()).to.include({ state: 'NOT_OUR_SERVER', waiting: 12, shown: 'NOT_OUR_SERVER' });
    await networkDown();
    expect(await report()).to.include({ state: 'WAITING', shown: 'WAITING 10' });
    await networkUp();
    expect(await report()).to.include({ state: 'SENT', waiting: 0, shown: 'SHOWN' });
  });

  it('stops when its token is revoked, keeps what waits, and goes on with the next', async () => {
    const { id } = await token();
    await fix(0);
    expect(await report()).to.include({ pause: -1, state: 'SIGNED_OUT', waiting: 1 });
    const next = await token();
    expect(next.id).not.to.equal(id);
    await phone.ask('token', next.token);
    expect(await report()).to.include({ state: 'SENT', waiting: 0 });
    await driver.client.delete(`/me/device-tokens/${next.id}`);
    await phone.ask('pass', 20_000);
    await fix(10);
    expect(await report()).to.include({ pause: -1, waiting: 1 });
    expect(await phone.ask<Heard>('offers')).to.deep.equal({ pause: -1, heard: [] });
  });

  it('drops a point that the service will never accept, and none of the others', async () => {
    await fix(0);
    await phone.ask('pass', FIX_MS);
    await phone.ask('fix', 95, 51, 5);
    for (let step = 2; step < 6; step += 1) {
      await phone.ask('pass', FIX_MS);
      await fix(step);
    }
    expect(await drain()).to.include({ state: 'SENT', waiting: 0, refused: 1 });
    expect(new Set(taken()).size).to.equal(5);
  });

  it('counts time by the service: a phone whose clock is set back a year goes on as before', async () => {
    await fix(0);
    await report();
    await phone.ask('pass', FIX_MS);
    const before = await fix(1);
    await phone.ask('set-clock', -365 * 86_400_000);
    await phone.ask('pass', FIX_MS);
    const after = await fix(2);
    expect(after.at - before.at).to.equal(FIX_MS);
    expect(await report()).to.include({ state: 'SENT', waiting: 0 });
    await restart();
    // A new process believes the phone's clock until the service has answered; its points still come last.
    await begin((await token()).token);
    await phone.ask('pass', FIX_MS);
    await phone.ask('set-clock', -365 * 86_400_000);
    await fix(3);
    const [last = 0] = taken().slice(-1);
    await report();
    expect(line.batches.at(-1)?.sequences.at(-1)).to.be.greaterThan(last);
  });

  it('rings for an offer, and is silent when it was answered, withdrawn or has run out', async () => {
    await fix(0);
    await report();
    expect(await phone.ask<Heard>('offers')).to.deep.equal({ pause: 5_000, heard: [] });
    const { taskId, number } = await world.ready();
    const rung = await phone.ask<Heard>('offers');
    expect(rung.heard).to.deep.equal([`offered ${number} Industrial Area store`]);
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([]);
    await driver.client.post(`/driver/tasks/${taskId}/accept`);
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([`over ${number}`]);
    await phone.ask('during', 'BREAK');
    expect((await phone.ask<Heard>('offers')).pause).to.equal(45_000);
  });

  it('rings for an offer that came while the page was on the screen, once it no longer is', async () => {
    await fix(0);
    await report();
    await phone.ask('page', 'on');
    const { number } = await world.ready();
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([]);
    await phone.ask('page', 'off');
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([
      `offered ${number} Industrial Area store`,
    ]);
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([]);
  });

  it('does not ring on for an offer that runs out while there is no network', async () => {
    await fix(0);
    await report();
    await phone.ask('offers');
    const { number } = await world.ready();
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([
      `offered ${number} Industrial Area store`,
    ]);
    await networkDown();
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([]);
    await phone.ask('pass', 91_000 + 2_000);
    expect((await phone.ask<Heard>('offers')).heard).to.deep.equal([`over ${number}`]);
  });

  it('shows notifications that are new, and the versions that the service names', async () => {
    const { token: notices } = await driver.client.post<Schema<'NewDeviceToken'>>('/me/device-tokens', {
      purpose: 'NOTIFICATIONS',
    });
    interface Poll {
      outcome: string;
      fresh: string[];
      unread: number;
    }
    const first = await phone.ask<Poll>('notices', notices, 'first', 'en');
    expect(first).to.include({ outcome: 'READ' });
    expect(first.fresh, 'what is old is no news').to.deep.equal([]);
    await fix(0);
    await report();
    await world.ready();
    const second = await phone.ask<Poll>('notices', notices, 'again', 'en');
    expect(second.fresh).to.have.lengthOf(1);
    expect(second.unread).to.be.greaterThan(0);
    const third = await phone.ask<Poll>('notices', notices, 'again', 'ar');
    expect(third.fresh).to.deep.equal([]);
    expect(await phone.ask('notices', `dt_${'x'.repeat(43)}`, 'again', 'en')).to.include({
      outcome: 'SIGNED_OUT',
    });
    expect(await phone.ask('versions', 'DRIVER', 10_000)).to.deep.equal({ tooOld: false, newer: false });
    await networkDown();
    expect(await phone.ask('notices', notices, 'first', 'en')).to.include({ outcome: 'LATER' });
    expect(await phone.ask('versions', 'DRIVER', 10_000)).to.equal(null);
  });
});
