import { expect } from 'chai';
import type { LocationPoint } from '../../../actors/geo/presence-port.ts';
import { isLocated, judge, newTrack, type TimedPoint } from '../../../realtime/point-judge.ts';

const NOW = Date.parse('2026-03-01T09:00:00Z');
const EVERYWHERE = { contains: () => true };
const METRES_PER_DEGREE = 111_195;

function point(
  sequence: number,
  seconds: number,
  metres = 0,
  parts: Partial<LocationPoint> = {},
): TimedPoint {
  const atMs = NOW + seconds * 1_000;
  return {
    sequence,
    latitude: 25.3 + metres / METRES_PER_DEGREE,
    longitude: 51.5,
    accuracy: 5,
    recordedAt: new Date(atMs).toISOString(),
    atMs,
    ...parts,
  };
}

describe('what happens to a position', () => {
  function judgeAll(points: readonly TimedPoint[], stream = 'phone', track = newTrack(stream)): string[] {
    return points.map((each) => judge(track, stream, each, { area: EVERYWHERE, now: NOW, rate: 1 }));
  }

  it("it is the driver's place when it is new", () => {
    expect(judgeAll([point(1, 0), point(2, 1, 20), point(5, 2, 40)])).to.deep.equal([
      'accepted',
      'accepted',
      'accepted',
    ]);
  });

  it('it goes to the history when its sequence is not newer', () => {
    expect(judgeAll([point(5, 0), point(4, -1), point(5, 0), point(3, 8)])).to.deep.equal([
      'accepted',
      'late',
      'late',
      'late',
    ]);
  });

  it("it is the driver's place when a lower sequence was measured clearly later: the device has restarted its count", () => {
    const track = newTrack('phone');
    expect(
      judgeAll([point(900, 0), point(0, 11), point(1, 12), point(901, 5)], 'phone', track),
    ).to.deep.equal([
      'accepted',
      'accepted',
      'accepted',
      // What the old count still sends is accepted by its sequence alone.
      'accepted',
    ]);
  });

  it("it is the driver's place in another stream when it was measured later, whatever its sequence", () => {
    const track = newTrack('phone');
    judgeAll([point(900, 0)], 'phone', track);
    expect(judgeAll([point(3, -1), point(4, 1)], 'new session', track)).to.deep.equal(['late', 'accepted']);
    expect(judgeAll([point(901, 0.5)], 'phone', track)).to.deep.equal(['late']);
  });

  for (const [fate, odd] of [
    ['clock-ahead', point(1, 121)],
    ['accepted', point(1, 119)],
    ['clock-behind', point(1, -24 * 3_600 - 1)],
    ['accepted', point(1, -24 * 3_600 + 1)],
    ['malformed', point(1, 0, 0, { latitude: 90.1 })],
    ['malformed', { ...point(1, 0), atMs: Number.NaN, recordedAt: 'soon' }],
  ] as const) {
    it(`it is ${fate} at ${odd.recordedAt}, latitude ${odd.latitude}`, () => {
      expect(judgeAll([odd])).to.deep.equal([fate]);
    });
  }

  it('it is refused outside the region where drivers work', () => {
    const track = newTrack('phone');
    const context = { area: { contains: () => false }, now: NOW, rate: 1 };
    expect(judge(track, 'phone', point(1, 0), context)).to.equal('outside-region');
    expect(isLocated(track)).to.equal(false);
  });

  it('it is thinned out when it comes closer than a quarter of a second', () => {
    expect(judgeAll([point(1, 0), point(2, 0.2), point(3, 0.25), point(4, 0.3)])).to.deep.equal([
      'accepted',
      'flood',
      'accepted',
      'flood',
    ]);
  });

  it('it is refused when it cannot be reached so soon, and the track continues from the position before', () => {
    expect(judgeAll([point(1, -10), point(2, -9, 5_000), point(3, -8, 40), point(4, -7, 80)])).to.deep.equal([
      'accepted',
      'jump',
      'accepted',
      'accepted',
    ]);
  });

  it('it is accepted after all at the third position that agrees with the others', () => {
    expect(
      judgeAll([
        point(1, -10),
        point(2, -9, 5_000),
        point(3, -8, 5_020),
        point(4, -7, 5_040),
        point(5, -6, 5_060),
      ]),
    ).to.deep.equal(['accepted', 'jump', 'jump', 'accepted', 'accepted']);
  });

  it('it is refused for as long as a device pretends to fly', () => {
    const flight = Array.from({ length: 20 }, (_, index) => point(index, index, index * 100));
    const fates = judgeAll(flight.map((each) => ({ ...each, accuracy: 0 })));
    expect(fates.slice(1).every((fate) => fate === 'jump')).to.equal(true);
  });

  it('it may be 200 km/h away from the previous one, allowing for the inaccuracy of both', () => {
    expect(judgeAll([point(1, 0), point(2, 10, 560)])).to.deep.equal(['accepted', 'accepted']);
    expect(judgeAll([point(1, 0), point(2, 10, 580)])).to.deep.equal(['accepted', 'jump']);
    // However inaccurate a device claims to be.
    const vague = { accuracy: 100_000 };
    expect(judgeAll([point(1, 0, 0, vague), point(2, 10, 1_000, vague)])).to.deep.equal(['accepted', 'jump']);
  });

  it('it may move as fast as domain time runs, for a simulation', () => {
    const track = newTrack('phone');
    const context = { area: EVERYWHERE, now: NOW, rate: 60 };
    const fates = [point(1, 0), point(2, 1, 1_500), point(3, 2, 9_000)].map((each) =>
      judge(track, 'phone', each, context),
    );
    expect(fates).to.deep.equal(['accepted', 'accepted', 'jump']);
  });
});
