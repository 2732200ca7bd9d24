import { expect } from 'chai';
import { keepPushChoice, pushChoice } from '../../../../consoles/driver/push/push-choice.ts';
import { PushDevice } from '../../../../consoles/driver/push/push-device.ts';
import { shownMessage } from '../../../../consoles/driver/push/shown-message.ts';
import { type Api, createApi } from '../../../../consoles/shared/api/client.ts';
import { until } from '../../../../scripts/shared/waiting.ts';

const TASK = '019c4691-e37f-7acd-92e6-26484a8854e7';
const KEY = Buffer.alloc(65, 4).toString('base64url');
const OTHER_KEY = Buffer.alloc(65, 5).toString('base64url');

describe('a pushed message on the phone', () => {
  const message = (kind: string, data: object = {}, locale = 'ar') =>
    JSON.stringify({ id: 'n1', kind, locale, title: 'توصيلة جديدة', body: 'عُرضت عليك توصيلة.', data });

  it("shows the service's text, in its language and direction, once per notification", () => {
    const shown = shownMessage(message('SHIFT_REMINDER'));
    expect(shown?.title).to.equal('توصيلة جديدة');
    expect(shown?.options).to.include({ tag: 'n1', lang: 'ar', dir: 'rtl', requireInteraction: false });
    expect(shownMessage(message('SHIFT_REMINDER', {}, 'en'))?.options).to.include({ lang: 'en', dir: 'ltr' });
  });

  it('stays and vibrates when it is an offer, and leads to where it is answered', () => {
    const offer = shownMessage(message('TASK_OFFERED', { taskId: TASK }));
    expect(offer?.options.requireInteraction).to.equal(true);
    expect(offer?.options.vibrate).to.not.equal(undefined);
    expect(offer?.options.data.path).to.equal('/driver/');
  });

  it('leads to its task, if that is the driver’s; otherwise to the notifications', () => {
    const pathOf = (kind: string, data: object) => shownMessage(message(kind, data))?.options.data.path;
    expect(pathOf('HAND_OVER', { taskId: TASK })).to.equal(`/driver/tasks/${TASK}`);
    expect(pathOf('TASK_WITHDRAWN', { taskId: TASK })).to.equal('/driver/notifications');
    expect(pathOf('CASH_NEAR_LIMIT', {})).to.equal('/driver/notifications');
  });

  it('is ignored when it cannot be parsed', () => {
    for (const text of [
      '',
      'hello',
      'null',
      '[]',
      '{"id":"n1"}',
      '{"id":1,"kind":"X","title":"t","body":"b"}',
    ])
      expect(shownMessage(text), text).to.equal(null);
  });
});

describe('a phone as a device for push messages', () => {
  /** A browser and a service, as far as push messages use them. */
  function world({ key = KEY as string | null, permission = 'default' as NotificationPermission } = {}) {
    const storage = new Map<string, string>();
    const calls: string[] = [];
    const state = {
      calls,
      kept: {
        getItem: (name: string) => storage.get(name) ?? null,
        setItem: (name: string, value: string) => void storage.set(name, value),
        removeItem: (name: string) => void storage.delete(name),
      },
      key,
      permission,
      answers: 'granted' as NotificationPermission,
      /** The key that the browser's subscription was made for. */
      subscribed: null as string | null,
      deleted: 204,
      /** Registering is answered after this. */
      registering: Promise.resolve(),
    };
    const subscription = () => ({
      options: {
        applicationServerKey: new Uint8Array(Buffer.from(state.subscribed ?? '', 'base64url')).buffer,
      },
      toJSON: () => ({ endpoint: 'https://push.service.qa/1', keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        calls.push('unsubscribe');
        state.subscribed = null;
        return true;
      },
    });
    const manager = {
      getSubscription: async () => (state.subscribed === null ? null : subscription()),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (state.subscribed !== null && state.subscribed !== applicationServerKey)
          throw new Error('InvalidStateError');
        state.subscribed = applicationServerKey;
        return subscription();
      },
    };
    const reply = (method: string, path: string): Response => {
      if (path === '/push/key') return Response.json({ publicKey: state.key });
      if (method === 'POST') return Response.json({ id: 's1' }, { status: 201 });
      if (state.deleted === 204) return new Response(null, { status: 204 });
      return Response.json({ code: 'common.NOT_FOUND', errors: [] }, { status: 404 });
    };
    const former = globalThis.fetch;
    globalThis.fetch = async (input) => {
      const { method, url } = input as Request;
      const path = new URL(url).pathname.replace('/api/v1', '');
      calls.push(`${method} ${path}`);
      if (method === 'POST') await state.registering;
      return Object.defineProperty(reply(method, path), 'url', { value: url });
    };
    const api: Api = createApi({
      url: 'http://wasl.test',
      token: async () => 'token',
      locale: () => 'en',
    });
    const device = (accountId = 'a1') =>
      new PushDevice({
        api,
        accountId,
        kept: state.kept,
        browser: {
          manager: async () => manager as unknown as PushManager,
          permission: () => state.permission,
          ask: async () => {
            state.permission = state.answers;
            return state.answers;
          },
        },
      });
    return { state, device, close: () => (globalThis.fetch = former) };
  }

  let closeWorld: () => unknown = () => undefined;
  const open = (options?: Parameters<typeof world>[0]) => {
    const opened = world(options);
    closeWorld = opened.close;
    return opened;
  };
  afterEach(() => closeWorld());

  it('is registered with the service when the driver chooses it, and again at each start', async () => {
    const { state, device } = open();
    const first = device();
    await first.look();
    expect(first.state.get()).to.equal('off');
    expect(state.calls).to.deep.equal(['GET /push/key']);
    await first.turnOn();
    expect(first.state.get()).to.equal('on');
    expect(pushChoice(state.kept, 'a1')).to.deep.equal({ accountId: 'a1', id: 's1' });
    state.calls.length = 0;
    const next = device();
    await next.look();
    expect(next.state.get()).to.equal('on');
    expect(state.calls).to.deep.equal(['GET /push/key', 'POST /me/push-subscriptions']);
  });

  it('belongs to one account: the next one to sign in has not chosen it', async () => {
    const { state, device } = open({ permission: 'granted' });
    await device('a1').turnOn();
    state.calls.length = 0;
    const other = device('a2');
    await other.look();
    expect(other.state.get()).to.equal('off');
    expect(state.calls).to.not.include('POST /me/push-subscriptions');
  });

  it('subscribes again when the service has another key', async () => {
    const { state, device } = open({ permission: 'granted' });
    await device().turnOn();
    state.key = OTHER_KEY;
    await device().look();
    expect(state.calls).to.include('unsubscribe');
    expect(state.subscribed).to.equal(OTHER_KEY);
  });

  it('is removed even if the service has forgotten it already', async () => {
    const { state, device } = open({ permission: 'granted' });
    const phone = device();
    await phone.turnOn();
    state.deleted = 404;
    await phone.turnOff();
    expect(phone.state.get()).to.equal('off');
    expect(state.calls).to.include.members(['unsubscribe', 'DELETE /me/push-subscriptions/s1']);
    expect(pushChoice(state.kept, 'a1')).to.equal(null);
  });

  it('stays off when the app was still looking as the driver switched it off', async () => {
    const { state, device } = open({ permission: 'granted' });
    const phone = device();
    await phone.turnOn();
    let answer = (): void => undefined;
    state.registering = new Promise((resolve) => {
      answer = resolve;
    });
    state.calls.length = 0;
    const looking = phone.look();
    await until(() => state.calls.includes('POST /me/push-subscriptions'));
    const switching = phone.turnOff();
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer();
    await Promise.all([looking, switching]);
    expect(phone.state.get()).to.equal('off');
    expect(pushChoice(state.kept, 'a1')).to.equal(null);
    expect(state.subscribed).to.equal(null);
  });

  it('is impossible while the service sends no push messages, and blocked when the browser refuses', async () => {
    const { state, device } = open({ key: null });
    const phone = device();
    await phone.look();
    expect(phone.state.get()).to.equal('impossible');
    state.key = KEY;
    state.answers = 'denied';
    await phone.turnOn();
    expect(phone.state.get()).to.equal('blocked');
    expect(state.calls).to.not.include('POST /me/push-subscriptions');
    await phone.look();
    expect(phone.state.get()).to.equal('blocked');
  });

  it('stores no choice that cannot be read', () => {
    const storage = new Map([['wasl.driver.push', '{']]);
    const store = {
      getItem: (name: string) => storage.get(name) ?? null,
      setItem: (name: string, value: string) => void storage.set(name, value),
      removeItem: (name: string) => void storage.delete(name),
    };
    expect(pushChoice(store, 'a1')).to.equal(null);
    keepPushChoice(store, null);
    expect(storage.size).to.equal(0);
  });
});
