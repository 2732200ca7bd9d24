import { expect } from 'chai';
import type { RoomLog } from '../../realtime/room-log.ts';
import { RoomPusher } from '../../realtime/room-pusher.ts';
import { silent } from './live-fixture.ts';

/** A log whose results the test sets. */
class FakeLog {
  ready = true;
  readonly batches: Record<string, string[]>[] = [];
  readonly resets: string[][] = [];
  /** Rooms that fail in the next batches, one list per batch. */
  failures: string[][] = [];

  async append(batch: ReadonlyMap<string, readonly string[]>): Promise<Set<string>> {
    const ids = [...batch].map(([room, bodies]) => [room, bodies.map((body) => JSON.parse(body).id)]);
    this.batches.push(Object.fromEntries(ids));
    return new Set(this.failures.shift() ?? []);
  }

  async reset(rooms: readonly string[]): Promise<Set<string>> {
    this.resets.push([...rooms]);
    return new Set();
  }
}

describe('the pusher of numbered events', () => {
  let roomLog: FakeLog;

  beforeEach(() => {
    roomLog = new FakeLog();
  });

  function pusher(capacity?: number): RoomPusher {
    const options = { roomLog: roomLog as unknown as RoomLog, log: silent };
    return new RoomPusher({ ...options, ...(capacity === undefined ? {} : { capacity }) });
  }

  it('sends a commit’s events for all their rooms in one round trip', async () => {
    const live = pusher();
    const pushed = [live.push(['a', 'b'], 'e', {}, '1'), live.push(['b'], 'e', {}, '2')];
    expect(await Promise.all(pushed)).to.deep.equal([true, true]);
    expect(roomLog.batches).to.deep.equal([{ a: ['1'], b: ['1', '2'] }]);
    await live.close();
  });

  it('sends again what was not accepted, before what came later', async () => {
    roomLog.failures = [['b']];
    const live = pusher();
    const pushed = live.push(['a', 'b'], 'e', {}, '1');
    await live.push(['a'], 'e', {}, '2');
    expect(live.healthy).to.equal(false);
    void live.push(['b'], 'e', {}, '3');
    expect(await pushed).to.equal(true);
    await live.close();
    expect(roomLog.batches).to.deep.equal([{ a: ['1', '2'], b: ['1'] }, { b: ['1', '3'] }]);
    expect(live.healthy).to.equal(true);
  });

  it('drops no event without resetting its room, once each', async () => {
    roomLog.ready = false;
    const live = pusher(3);
    for (const id of ['1', '2', '3', '4']) {
      expect(await live.push([id === '3' ? 'b' : 'a'], 'e', {}, id)).to.equal(false);
    }
    expect(live.healthy).to.equal(false);
    roomLog.ready = true;
    await live.close();
    expect(roomLog.resets).to.deep.equal([['a', 'b']]);
    expect(roomLog.batches).to.deep.equal([{ a: ['4'] }]);
  });

  it('throws for an event that is not in the contract, when checking is on', () => {
    const validate = () => {
      throw new Error('unknown');
    };
    const live = new RoomPusher({ roomLog: roomLog as unknown as RoomLog, log: silent, validate });
    expect(() => live.push(['a'], 'e', {})).to.throw('unknown');
  });
});
