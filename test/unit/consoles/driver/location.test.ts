import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import sinon from 'sinon';
import { activityOf } from '../../../../consoles/driver/location/activity.ts';
import { cadenceOf } from '../../../../consoles/driver/location/cadence.ts';
import { LocationManager, type Reported } from '../../../../consoles/driver/location/location-manager.ts';
import {
  type Fix,
  type Point,
  PointFilter,
  pointOf,
} from '../../../../consoles/driver/location/point-filter.ts';
import { PointStore } from '../../../../consoles/driver/location/point-store.ts';

const FULL = { level: 1, charging: false };
const fix = (at: number, metres = 0, accuracy = 6): Fix => ({
  coords: { latitude: 25.2867 + metres / 111_195, longitude: 51.5333, accuracy, speed: 11.2, heading: null },
  timestamp: at,
});

describe("a driver's activity, as far as positions depend on it", () => {
  it('follows shift and tasks: a driver who returns goods is driving, too', () => {
    const duty = { status: 'ON_DUTY' } as const;
    expect(activityOf(null, [{ status: 'IN_TRANSIT' }])).to.equal('OFF');
    expect(activityOf({ status: 'ON_BREAK' }, [{ status: 'IN_TRANSIT' }])).to.equal('BREAK');
    expect(activityOf(duty, [])).to.equal('IDLE');
    expect(activityOf(duty, [{ status: 'COMPLETED' }])).to.equal('IDLE');
    expect(activityOf(duty, [{ status: 'PICKED_UP' }])).to.equal('WORKING');
    expect(activityOf(duty, [{ status: 'PICKED_UP' }, { status: 'RETURNING' }])).to.equal('IN_TRANSIT');
  });
});

describe('how often a position is sent, given the battery', () => {
  it('most often while driving, never off duty', () => {
    expect(cadenceOf('OFF', FULL)).to.equal(null);
    const every = (['IN_TRANSIT', 'WORKING', 'IDLE', 'BREAK'] as const).map(
      (each) => cadenceOf(each, FULL)?.every,
    );
    expect(every).to.deep.equal([2_000, 6_000, 15_000, 45_000]);
  });

  it('less often with a low battery, yet never so rarely that the driver seems lost', () => {
    expect(cadenceOf('IN_TRANSIT', { level: 0.15, charging: false })?.every).to.equal(6_000);
    expect(cadenceOf('IN_TRANSIT', { level: 0.05, charging: false })).to.deep.equal({
      every: 12_000,
      report: 12_000,
      precise: false,
    });
    expect(cadenceOf('IDLE', { level: 0.05, charging: false })?.every).to.equal(50_000);
    expect(cadenceOf('IN_TRANSIT', { level: 0.05, charging: true })?.every).to.equal(2_000);
  });
});

describe('which position fixes are reported', () => {
  it('good ones, as often as required while moving, rarely while standing still', () => {
    const filter = new PointFilter();
    expect(filter.accepts(fix(0), 2_000, 15_000)).to.equal(true);
    expect(filter.accepts(fix(1_000, 50), 2_000, 15_000)).to.equal(false);
    expect(filter.accepts(fix(2_000, 50), 2_000, 15_000)).to.equal(true);
    expect(filter.accepts(fix(10_000, 52), 2_000, 15_000)).to.equal(false);
    expect(filter.accepts(fix(17_000, 52), 2_000, 15_000)).to.equal(true);
  });

  it('an inaccurate one only when no better one came for a minute', () => {
    const filter = new PointFilter();
    expect(filter.accepts(fix(0), 2_000, 15_000)).to.equal(true);
    expect(filter.accepts(fix(20_000, 900, 800), 2_000, 15_000)).to.equal(false);
    expect(filter.accepts(fix(61_000, 900, 800), 2_000, 15_000)).to.equal(true);
  });

  it("in the contract's format, with the true time", () => {
    expect(pointOf(fix(1_000), 7, 500)).to.deep.equal({
      sequence: 7,
      latitude: 25.2867,
      longitude: 51.5333,
      accuracy: 6,
      recordedAt: '1970-01-01T00:00:01.500Z',
      speed: 11.2,
    });
  });
});

describe('reporting where the driver is', () => {
  let clock: sinon.SinonFakeTimers;
  let store: PointStore;
  let reports: Point[][];
  let answer: Reported;
  let see: (fix: Fix) => void;
  let manager: LocationManager;

  beforeEach(async () => {
    store = await PointStore.open(`points-${randomUUID()}`);
    clock = sinon.useFakeTimers({
      now: 1_770_000_000_000,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    [reports, answer] = [[], 'TAKEN'];
    see = () => {};
    manager = new LocationManager({
      positions: {
        watchPosition: (found) => {
          see = found;
          return 1;
        },
        clearWatch: () => {},
      },
      store,
      accountId: 'account',
      report: async (points) => {
        reports.push([...points]);
        return answer;
      },
      power: () => FULL,
      clockOffset: () => 0,
    });
  });

  afterEach(async () => {
    await manager.close();
    clock.restore();
    store.close();
  });

  /** Time passes, with a fix each second. */
  async function drive(seconds: number): Promise<void> {
    for (let each = 0; each < seconds; each += 1) {
      see(fix(Date.now(), each * 12));
      await clock.tickAsync(1_000);
      await manager.flush();
    }
  }

  it('keeps the order of the device, one batch at a time', async () => {
    manager.set('IN_TRANSIT');
    await drive(10);
    const sequences = reports.flat().map(({ sequence }) => sequence);
    expect(sequences).to.have.length(5);
    expect(sequences).to.deep.equal([...sequences].sort((a, b) => a - b));
  });

  it('keeps what cannot be sent, and sends it as history after the newest', async () => {
    manager.set('IN_TRANSIT');
    answer = 'LATER';
    await drive(20);
    expect(await store.count('account')).to.equal(10);
    [reports, answer] = [[], 'TAKEN'];
    await drive(2);
    const [newest, late] = reports;
    expect(late).to.have.length(10);
    expect(newest?.[0]?.sequence).to.be.greaterThan(late?.at(-1)?.sequence ?? Number.POSITIVE_INFINITY);
    expect(await store.count('account')).to.equal(0);
  });

  it('is limited: a long track becomes a coarser one', async () => {
    const points = Array.from({ length: 120 }, (_, index) => pointOf(fix(index), index + 1, 0));
    await store.add('account', points, 100);
    expect(await store.count('account')).to.equal(90);
    expect((await store.oldest('account', 3)).map(({ sequence }) => sequence)).to.deep.equal([1, 3, 5]);
  });
});
