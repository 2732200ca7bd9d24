import { expect } from 'chai';
import {
  type Place,
  type RouteLeg,
  routeParts,
  type StopPlace,
} from '../../../../consoles/shared/map/route-parts.ts';

const stop = (stopId: string, ...place: [number, number]): StopPlace => ({ stopId, place });
const A = stop('a', 51.5, 25.3);
const B = stop('b', 51.52, 25.32);
const HERE: Place = [51.48, 25.28];

const leg = (fromStopId: string | null, toStopId: string, points: [number, number][], streets = true) =>
  ({ fromStopId, toStopId, streets, points }) as RouteLeg;
const toA = leg(null, 'a', [
  [51.48, 25.28],
  [51.48, 25.3],
  [51.5, 25.3],
]);
const aToB = leg('a', 'b', [
  [51.5, 25.3],
  [51.5, 25.32],
  [51.52, 25.32],
]);

describe('the line of a route', () => {
  it('is straight while the streets are unknown, and nothing without two places', () => {
    expect(routeParts(HERE, [A, B], [])).to.deep.equal([
      { streets: false, points: [HERE, A.place, B.place] },
    ]);
    expect(routeParts(null, [A], [])).to.deep.equal([]);
    expect(routeParts(HERE, [], [toA])).to.deep.equal([]);
  });

  it('follows the streets as far as they are known, and marks where they are not', () => {
    const points = [HERE, HERE, ...toA.points.slice(1)];
    expect(routeParts(HERE, [A, B], [toA])).to.deep.equal([
      { streets: true, points },
      { streets: false, points: [A.place, B.place] },
    ]);
    const [only, ...rest] = routeParts(HERE, [A, B], [toA, aToB]);
    expect(rest).to.deep.equal([]);
    expect(only?.points.slice(-3)).to.deep.equal(aToB.points);
    expect(
      routeParts(HERE, [A], [leg(null, 'a', toA.points as [number, number][], false)])[0]?.streets,
    ).to.equal(false);
  });

  it('leaves out what was driven: it begins at the driver and continues from the nearest point of the path', () => {
    const driven: Place = [51.4805, 25.29];
    const [part] = routeParts(driven, [A], [toA]);
    expect(part?.streets).to.equal(true);
    expect(part?.points[0]).to.deep.equal(driven);
    expect(part?.points[1]?.[0]).to.be.closeTo(51.48, 1e-9);
    expect(part?.points[1]?.[1]).to.be.closeTo(25.29, 1e-9);
    expect(part?.points.slice(2)).to.deep.equal(toA.points.slice(1));
  });

  it('is straight to the next stop for a driver on another path, and follows the streets after it', () => {
    const elsewhere: Place = [51.49, 25.28];
    expect(routeParts(elsewhere, [A, B], [toA, aToB])).to.deep.equal([
      { streets: false, points: [elsewhere, A.place] },
      { streets: true, points: aToB.points },
    ]);
  });

  it('needs no new request when a stop is done: the leg after it is known', () => {
    const [part, ...rest] = routeParts([51.5, 25.31], [B], [toA, aToB]);
    expect(rest).to.deep.equal([]);
    expect(part?.streets).to.equal(true);
    expect(part?.points.slice(-2)).to.deep.equal(aToB.points.slice(1));
  });

  it('between new neighbours is requested, not taken from a leg that led elsewhere', () => {
    expect(routeParts(null, [B, A], [toA, aToB])).to.deep.equal([
      { streets: false, points: [B.place, A.place] },
    ]);
  });
});
