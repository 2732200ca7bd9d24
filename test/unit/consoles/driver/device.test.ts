import { expect } from 'chai';
import { ScreenLock } from '../../../../consoles/driver/device/screen-lock.ts';
import { ServerClock } from '../../../../consoles/driver/device/server-clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the service’s time on the phone', () => {
  it('is learned from a response, and kept over a restart', () => {
    const storage = new Map<string, string>();
    const store = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    };
    const clock = new ServerClock(store, () => 1_000_000);
    clock.learn({ serverTime: new Date(1_300_100).toISOString(), askedAt: 1_000_000, answeredAt: 1_000_200 });
    expect(clock.now()).to.equal(1_300_000);
    expect(new ServerClock(store, () => 2_000_000).now()).to.equal(2_300_000);
  });

  it('is not learned from a response that took long', () => {
    const clock = new ServerClock(null, () => 1_000_000);
    clock.learn({ serverTime: new Date(9_000_000).toISOString(), askedAt: 1_000_000, answeredAt: 1_009_000 });
    expect(clock.now()).to.equal(1_000_000);
  });
});

describe('the screen during a drive', () => {
  function page() {
    const listeners = new Set<() => void>();
    return {
      visibilityState: 'visible',
      addEventListener: (_type: 'visibilitychange', listener: () => void) => void listeners.add(listener),
      removeEventListener: (_type: 'visibilitychange', listener: () => void) =>
        void listeners.delete(listener),
      become(state: string) {
        this.visibilityState = state;
        for (const listener of listeners) listener();
      },
    };
  }

  it('stays on while it is wanted, and again when the page comes back', async () => {
    let [asked, released] = [0, 0];
    const locks = {
      request: async () => {
        asked += 1;
        return {
          release: async () => {
            released += 1;
          },
        };
      },
    };
    const shown = page();
    const screen = new ScreenLock(locks, shown);
    screen.want(true);
    await turn();
    shown.become('hidden');
    await turn();
    shown.become('visible');
    await turn();
    screen.want(false);
    await turn();
    expect([asked, released]).to.deep.equal([2, 1]);
    screen.close();
  });
});
