import { expect } from 'chai';
import type { CDPSession, Worker } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { until } from '../../scripts/shared/waiting.ts';
import { newVapidKey } from '../../server/kernel/process/vapid-key.ts';
import { openWebPush } from '../../server/notifications/push/web-push-driver.ts';
import { PushService, type Subscription } from '../support/push-service.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { openPhone } from './support/driver-phone.ts';
import type { Visitor } from './support/visitor.ts';

/** A push service of the tests stands in for the browser's own, up to the phone; behind it is the real browser. */
describe('the driver app while it is closed', function () {
  this.timeout(120_000);
  let world: DeliveryWorld;
  let pushService: PushService;
  let driver: OnDuty;
  let phone: Visitor;
  let subscription: Subscription;

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    pushService = await PushService.start();
    world = await DeliveryWorld.open({
      PUSH_DRIVER: 'webpush',
      VAPID_PRIVATE_KEY: newVapidKey(),
      VAPID_SUBJECT: 'mailto:ops@wasl.example',
      TEST_REACHES_LOOPBACK: '1',
    });
    driver = await world.approved();
    phone = await openPhone(world, driver);
    await phone.context.grantPermissions(['notifications', 'geolocation']);
    await phone.context.exposeFunction('__subscribe', async (key: string) => {
      subscription = await pushService.subscribe(key);
      return subscription;
    });
    await phone.context.addInitScript({ content: IN_PLACE_OF_THEIR_PUSH_SERVICE });
  });
  after(async () => {
    await phone?.close();
    await world?.close();
    await pushService?.stop();
  });

  it('shows push messages once the driver wants them, leads to what they are about, and shows none when switched off', async () => {
    const { page } = phone;
    await phone.open('/driver/settings');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.getByRole('button', { name: 'Notify me when the app is closed' }).click();
    await page.getByRole('button', { name: 'Stop notifying me' }).waitFor();
    const rows = await world.database('push_subscriptions').where({ account_id: driver.accountId });
    expect(rows.map(({ endpoint }) => endpoint)).to.deep.equal([subscription.endpoint]);

    const notificationId = uuidv7();
    const channel = openWebPush(world.service.inside.deps.config, world.service.inside.deps);
    const sent = await channel?.send(
      {
        deliveryId: uuidv7(),
        notificationId,
        messageId: uuidv7(),
        kind: 'TASK_OFFERED',
        locale: 'ar',
        title: 'توصيلة جديدة',
        body: 'عُرضت عليك توصيلة للطلب W-2026-000123.',
        data: { taskId: uuidv7() },
        urgency: 'high',
        accountId: driver.accountId,
        email: null,
        phone: null,
        expiresAt: null,
      },
      new AbortController().signal,
    );
    await channel?.close();
    expect(sent).to.include({ outcome: 'taken' });
    const [pushed] = await pushService.got(subscription);

    const door = await doorOf(phone);
    // While the app is visible, it rings itself.
    await door.deliver(pushed?.text ?? '');
    await door.deliver('not ours');
    expect(await door.shown()).to.deep.equal([]);
    await page.close();
    await door.deliver(pushed?.text ?? '');
    await door.deliver(pushed?.text ?? '');
    const [shown, ...more] = await door.shown(1);
    expect(more).to.deep.equal([]);
    expect(shown).to.deep.equal({
      title: 'توصيلة جديدة',
      body: 'عُرضت عليك توصيلة للطلب W-2026-000123.',
      dir: 'rtl',
      tag: notificationId,
      path: '/driver/',
    });

    // Tapping opens the app; where it is open already, it leads there.
    expect(await tap(phone, notificationId)).to.deep.equal(['opened /driver/']);
    // The browser removes it a moment later.
    await until(async () => (await door.shown()).length === 0);
    const settings = await phone.newTab();
    await settings.goto('/driver/settings');
    await settings.getByRole('button', { name: 'Stop notifying me' }).waitFor();
    await workerOf(phone).evaluate(
      `self.registration.showNotification('x', { tag: 'another', data: { path: '/driver/notifications' } })`,
    );
    expect(await tap(phone, 'another')).to.deep.equal(['focused']);
    await settings.waitForURL('**/driver/notifications');
    await settings.goto('/driver/settings');
    await settings.getByRole('button', { name: 'Stop notifying me' }).click();
    await settings.getByRole('button', { name: 'Notify me when the app is closed' }).waitFor();
    // The phone itself has ended the subscription; the service learns of it a moment later.
    await until(async () => (await left(driver)) === 0, { limitMs: 15_000 });
  });

  async function left({ client }: OnDuty): Promise<number> {
    const { data } = await client.get<{ data: unknown[] }>('/me/push-subscriptions');
    return data.length;
  }
});

interface Door {
  /** As the browser does when its push service has a message. */
  deliver(text: string): Promise<void>;
  /** The phone's notifications, once there are at least `atLeast` of them. */
  shown(atLeast?: number): Promise<object[]>;
}

/** Through a page of the same origin that does not belong to the app. */
async function doorOf(phone: Visitor): Promise<Door> {
  const page = await phone.newTab();
  await page.goto('/health');
  const origin = new URL(phone.url).origin;
  const cdp: CDPSession = await phone.context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/driver/`);
      if (found !== undefined) resolve(found.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  const read = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/driver/');
      const all = (await registration?.getNotifications()) ?? [];
      return all.map(({ title, body, dir, tag, data }) => ({ title, body, dir, tag, path: data.path }));
    });
  return {
    deliver: async (data) =>
      void (await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })),
    shown: async (atLeast = 0) => {
      for (let looks = 0; ; looks += 1) {
        const found = await read();
        if ((found.length >= atLeast && (atLeast > 0 || looks > 5)) || looks > 100) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

function workerOf(phone: Visitor): Worker {
  const worker = phone.context.serviceWorkers().find((each) => each.url().endsWith('/driver/sw.js'));
  if (worker === undefined) throw new Error('the app has no service worker');
  return worker;
}

/** Taps a notification. Returns what the browser was then asked to do with windows. */
function tap(phone: Visitor, tag: string): Promise<string[]> {
  return workerOf(phone).evaluate(`(${TAP})(${JSON.stringify(tag)})`);
}

/**
 * Runs in the service worker, as text. Only a real tap lets it open and focus windows, and only a real tap's event may
 * be extended: both are replaced, and everything else is the app's own.
 */
const TAP = `async (tag) => {
  const asked = [];
  clients.openWindow = async (path) => void asked.push('opened ' + path);
  WindowClient.prototype.focus = async () => void asked.push('focused');
  const [notification] = await registration.getNotifications({ tag });
  const event = new NotificationEvent('notificationclick', { notification });
  let handled;
  Object.defineProperty(event, 'waitUntil', { value: (work) => { handled = work; } });
  dispatchEvent(event);
  await handled;
  return asked;
}`;

/** Runs in the page, as text. Browsers subscribe at their vendor's service, which tests do not reach. */
const IN_PLACE_OF_THEIR_PUSH_SERVICE = `
  const kept = 'test.push';
  const made = (text) => text === null ? null : {
    options: {
      applicationServerKey: Uint8Array.from(
        atob(JSON.parse(text).key.replaceAll('-', '+').replaceAll('_', '/')),
        (each) => each.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => JSON.parse(text).json,
    unsubscribe: async () => {
      localStorage.removeItem(kept);
      return true;
    },
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => made(localStorage.getItem(kept)),
    subscribe: async ({ applicationServerKey: key }) => {
      // A phone that has subscribed gets the same subscription again.
      if (localStorage.getItem(kept) === null)
        localStorage.setItem(kept, JSON.stringify({ key, json: await globalThis.__subscribe(key) }));
      return made(localStorage.getItem(kept));
    },
  });
`;
