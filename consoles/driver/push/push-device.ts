import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import { ExternalStore } from '../../shared/state/external-store.ts';
import { keepPushChoice, pushChoice } from './push-choice.ts';

/** `impossible`: this browser or the service does not support push; `blocked`: the user has denied the permission. */
export type PushState = 'unknown' | 'impossible' | 'blocked' | 'off' | 'on';

/** The parts of a browser that push messages use. */
export interface PushBrowser {
  /** Null where the browser has none. */
  manager(): Promise<Pick<PushManager, 'getSubscription' | 'subscribe'> | null>;
  permission(): NotificationPermission;
  ask(): Promise<NotificationPermission>;
}

export interface PushDeviceOptions {
  api: Api;
  accountId: string;
  browser: PushBrowser;
  kept: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

/**
 * This phone as a device that receives push messages while the app is closed. Its methods run one after the other: the
 * app and the settings both look, and a look that had begun before the user switched off would switch on again.
 */
export class PushDevice {
  readonly state = new ExternalStore<PushState>('unknown');
  readonly #options: PushDeviceOptions;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: PushDeviceOptions) {
    this.#options = options;
  }

  /**
   * Finds out the state of push, and registers this phone's address with the service again: there may be a new session,
   * or the browser may have changed the address. Throws as the API does.
   */
  look(): Promise<void> {
    return this.#afterTheLast(async () => {
      const { browser, kept, accountId } = this.#options;
      const key = await this.#key();
      if (key === null) return this.state.set('impossible');
      if (browser.permission() === 'denied') return this.state.set('blocked');
      const wanted = pushChoice(kept, accountId) !== null && browser.permission() === 'granted';
      if (wanted) await this.#subscribe(key);
      this.state.set(wanted ? 'on' : 'off');
    });
  }

  /** Call it from a click: browsers ask for permission only then. Throws as the API does. */
  async turnOn(): Promise<void> {
    if ((await this.#options.browser.ask()) !== 'granted') return this.state.set('blocked');
    await this.#afterTheLast(async () => {
      const key = await this.#key();
      if (key === null) return this.state.set('impossible');
      await this.#subscribe(key);
      this.state.set('on');
    });
  }

  /** Throws as the API does; the phone shows no more messages in any case. */
  turnOff(): Promise<void> {
    return this.#afterTheLast(async () => {
      const { api, browser, kept, accountId } = this.#options;
      const choice = pushChoice(kept, accountId);
      keepPushChoice(kept, null);
      this.state.set('off');
      const manager = await browser.manager();
      await (await manager?.getSubscription())?.unsubscribe();
      if (choice === null) return;
      try {
        await api.DELETE('/me/push-subscriptions/{id}', { params: { path: { id: choice.id } } });
      } catch (error) {
        if (!isProblemCode(error, 'common.NOT_FOUND')) throw error;
      }
    });
  }

  #afterTheLast(run: () => Promise<void>): Promise<void> {
    const done = this.#last.then(run);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** The service's public key; null if push is not configured. */
  async #key(): Promise<string | null> {
    if ((await this.#options.browser.manager()) === null) return null;
    return (await dataOf(this.#options.api.GET('/push/key'))).publicKey;
  }

  async #subscribe(key: string): Promise<void> {
    const { api, browser, kept, accountId } = this.#options;
    const manager = await browser.manager();
    if (manager === null) return;
    const former = await manager.getSubscription();
    // Subscribed with a key that the service has replaced: nothing would arrive.
    if (former !== null && !isFor(former, key)) await former.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    const body = {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
    };
    const { id } = await dataOf(api.POST('/me/push-subscriptions', { body }));
    keepPushChoice(kept, { accountId, id });
  }
}

function isFor({ options }: PushSubscription, key: string): boolean {
  const own = options.applicationServerKey;
  if (own === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}

/** Milliseconds a newly opened page waits for the app's worker, which is installed alongside. */
const WORKER_LIMIT_MS = 20_000;

/** The app's service worker once it can subscribe; undefined if it is not ready in time. */
function workerWithin(limitMs: number): Promise<ServiceWorkerRegistration | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  return Promise.race([navigator.serviceWorker.ready, late]).finally(() => clearTimeout(timer));
}

/** The real browser. */
export const thisBrowser: PushBrowser = {
  async manager() {
    if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
      return null;
    const registration = await workerWithin(WORKER_LIMIT_MS);
    return registration?.pushManager ?? null;
  },
  permission: () => Notification.permission,
  ask: () => Notification.requestPermission(),
};
