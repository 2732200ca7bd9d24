import { expect } from 'chai';
import { type Driver, DriverData } from '../../../../consoles/driver/data/driver-data.ts';
import { ServerClock } from '../../../../consoles/driver/device/server-clock.ts';
import type { Api } from '../../../../consoles/shared/api/client.ts';

describe('what the driver app reads', () => {
  let asked: string[];
  let shift: object | null;

  function open(): DriverData {
    const kept = new Map<string, string>();
    const api = {
      GET: async (path: string) => {
        asked.push(path);
        const data = path === '/driver' ? ({ version: asked.length, shift } as Driver) : { data: [] };
        return { data };
      },
    } as unknown as Api;
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    } as unknown as Storage;
    const options = { api, clock: new ServerClock(), accountId: 'a', kept: storage };
    return new DriverData({ ...options, onReached: () => undefined });
  }

  beforeEach(() => {
    asked = [];
    shift = null;
  });

  it('includes a route on duty alone', async () => {
    const data = open();
    await data.load();
    expect(asked).to.include('/driver/tasks').and.to.not.include('/driver/route');
    expect(data.store.get().route).to.equal(null);
    shift = { status: 'ON_DUTY' };
    await data.load();
    expect(asked).to.include('/driver/route');
    data.close();
  });
});
