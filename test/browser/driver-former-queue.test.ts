import { expect } from 'chai';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { asBody, jpeg, png } from '../support/pictures.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { CORNICHE, connection, signInOf } from './support/driver-phone.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

/** A queued photo, as the app wrote it into IndexedDB when it still sent photos as base64 in JSON. */
interface FormerPhoto {
  id: string;
  accountId: string;
  taskId: string;
  orderNumber: string;
  state: 'QUEUED' | 'SENDING';
  attempts: number;
  type: string;
  bytes: number[];
}

describe('photos that an earlier version of the driver app left on the phone', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let driver: OnDuty;
  let phone: Visitor;
  let taskId: string;
  let former: Omit<FormerPhoto, 'id' | 'state' | 'attempts' | 'type' | 'bytes'>;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
    const placed = await world.ready();
    taskId = placed.taskId;
    await world.carry(driver, taskId);
    former = { accountId: driver.accountId, taskId, orderNumber: placed.number };
  });

  after(async () => {
    await phone?.close();
    await world?.close();
  });

  const photos = async () =>
    (await world.task(taskId)).photos?.map(({ width, height }) => `${width} x ${height}`);

  it('arrive once each: accepted already without the response, refused for their format, or never sent', async () => {
    const waiting = { ...former, state: 'QUEUED', attempts: 0 } as const;
    const sent = { ...former, state: 'SENDING', attempts: 1 } as const;
    await keptInFormerForm('kept-before', png(30, 10));
    phone = await phoneWith([
      { ...sent, id: 'kept-before', type: 'image/png', bytes: [...png(30, 10)] },
      { ...sent, id: 'put-off-before', type: 'image/png', bytes: [...png(20, 10)] },
      { ...waiting, id: 'never-sent', type: 'image/jpeg', bytes: [...jpeg(640, 480, 1)] },
    ]);
    const { page } = phone;
    await connection(page, /^Online$/);
    expect(await photos()).to.deep.equal(['30 x 10', '20 x 10', '640 x 480']);
    await phone.open('/driver/steps');
    await page.locator('[data-testid=steps] article[data-state=ACCEPTED]').nth(2).waitFor();
    expect(await page.locator('[data-testid=steps] article[data-state=REFUSED]').count()).to.equal(0);
  });

  /** The service has the photo already, sent in the former format. */
  async function keptInFormerForm(key: string, picture: Buffer): Promise<void> {
    const path = `/driver/tasks/${taskId}/photos`;
    await driver.client.post(path, asBody(picture), { key });
    const json = JSON.stringify({ image: picture.toString('base64') });
    const hash = world.service.inside.deps.secrets.lastingHash('request', 'POST', path, json);
    const changed = await world.database('idempotency_keys').where({ key }).update({ request_hash: hash });
    expect(changed).to.equal(1);
  }

  /** The app opens with these on the phone's disk, and its driver signs in. */
  async function phoneWith(queued: FormerPhoto[]): Promise<Visitor> {
    const visitor = await newVisitor(world.service, { width: 390, height: 780, at: CORNICHE });
    await visitor.prepare(writeFormerQueue, queued);
    await visitor.signIn('driver', await signInOf(world, driver.accountId));
    return visitor;
  }
});

/** Runs in the page: creates the database as the earlier version did, without its code. */
async function writeFormerQueue(photos: FormerPhoto[]): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('wasl-driver-actions', 1);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('actions', { keyPath: 'sequence', autoIncrement: true });
      store.createIndex('account', ['accountId', 'sequence']);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction('actions', 'readwrite');
    for (const { type, bytes, ...photo } of photos) {
      const rest = { kind: 'photo', body: null, decidedAt: null, refusal: null };
      const picture = { type, bytes: new Uint8Array(bytes).buffer };
      const occurredAt = new Date().toISOString();
      transaction.objectStore('actions').add({ ...photo, ...rest, photo: picture, occurredAt });
    }
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}
