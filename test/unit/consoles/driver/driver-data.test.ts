import { expect } from 'chai';
import { type Driver, DriverData } from '../../../../consoles/driver/data/driver-data.ts';
import { ServerClock } from '../../../../consoles/driver/device/server-clock.ts';
import type { Api } from '../../../../consoles/shared/api/client.ts';

describe('what the driver app reads', () => {
  let requests: string[];
  let shift: object | null;

  function open(): DriverData {
    const stored = new Map<string, string>();
    const api = {
      GET: async (path: string) => {
        requests.push(path);
        const data = path === '/driver' ? ({ version: requests.length, shift } as Driver) : { data: [] };
        return { data };
      },
    } as unknown as Api;
    const storage = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    } as unknown as Storage;
    const options = { api, clock: new ServerClock(), accountId: 'a', kept: storage };
    return new DriverData({ ...options, onReached: () => undefined });
  }

  beforeEach(() => {
    requests = [];
    shift = null;
  });

  it('includes a route on duty alone', async () => {
    const data = open();
    await data.load();
    expect(requests).to.include('/driver/tasks').and.to.not.include('/driver/route');
    expect(data.store.get().route).to.equal(null);
    shift = { status: 'ON_DUTY' };
    await data.load();
    expect(requests).to.include('/driver/route');
    data.close();
  });
});
