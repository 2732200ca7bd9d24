import { expect } from 'chai';
import { type Crossing, FENCE, Geofence } from '../../../realtime/geofence.ts';

const DOOR = { latitude: 25.3215, longitude: 51.527 };
const METRES_PER_DEGREE = 111_195;

type Step = [metres: number, seconds: number, parts?: { accuracy?: number; speed?: number }];

/** Crossings that the fence reports for points north of the door, one after the other. */
function walk(steps: readonly Step[], fence = new Geofence(DOOR)): Crossing[] {
  return steps.map(([metres, seconds, parts = {}]) =>
    fence.see({
      latitude: DOOR.latitude + metres / METRES_PER_DEGREE,
      longitude: DOOR.longitude,
      accuracy: 5,
      atMs: seconds * 1_000,
      ...parts,
    }),
  );
}

describe('the geofence around a stop', () => {
  it('is entered by the second slow point', () => {
    const slow = { speed: 1 };
    expect(
      walk([
        [500, 0],
        [60, 10, slow],
        [20, 12, slow],
        [5, 14, slow],
      ]),
    ).to.deep.equal([null, null, 'entered', null]);
  });

  it('is entered by a driver who stays ten seconds, whatever the speed', () => {
    const fast = { speed: 9 };
    expect(
      walk([
        [60, 0, fast],
        [40, 5, fast],
        [40, 10, fast],
      ]),
    ).to.deep.equal([null, null, 'entered']);
    expect(
      walk([
        [60, 0],
        [40, 9.9],
        [40, 10],
      ]),
    ).to.deep.equal([null, null, 'entered']);
  });

  it('is not entered by one point, nor by driving past', () => {
    expect(walk([[10, 0, { speed: 0 }]])).to.deep.equal([null]);
    const past: Step[] = [-75, -45, -15, 15, 45, 75, 105].map((metres, second) => [
      Math.abs(metres),
      second,
      { speed: 30 },
    ]);
    expect(walk([...past, ...past])).to.not.include('entered');
  });

  it('starts counting the two points again when one between them is outside', () => {
    const still = { speed: 0 };
    expect(
      walk([
        [70, 0, still],
        [90, 1, still],
        [70, 2, still],
        [70, 3, still],
      ]),
    ).to.deep.equal([null, null, null, 'entered']);
  });

  it('is left beyond the outer radius only, and entered again only within the inner one', () => {
    const still = { speed: 0 };
    const fence = new Geofence(DOOR);
    expect(
      walk(
        [
          [10, 0, still],
          [10, 1, still],
        ],
        fence,
      ),
    ).to.deep.equal([null, 'entered']);
    for (const metres of [81, 120, 149, 20, 154]) {
      expect(walk([[metres, 2, still]], fence), `${metres} m`).to.deep.equal([null]);
    }
    expect(fence.inside).to.equal(true);
    expect(walk([[156, 3, still]], fence)).to.deep.equal(['left']);
    expect(
      walk(
        [
          [149, 4, still],
          [81, 5, still],
          [100, 6, still],
        ],
        fence,
      ),
    ).to.deep.equal([null, null, null]);
    expect(
      walk(
        [
          [79, 7, still],
          [79, 8, still],
        ],
        fence,
      ),
    ).to.deep.equal([null, 'entered']);
  });

  it('trusts a point only as far as its accuracy allows', () => {
    const vague = { speed: 0, accuracy: 141 };
    expect(
      walk([
        [10, 0, vague],
        [10, 30, vague],
      ]),
    ).to.deep.equal([null, null]);
    const enough = { speed: 0, accuracy: 139 };
    expect(
      walk([
        [10, 0, enough],
        [10, 30, enough],
      ]),
    ).to.deep.equal([null, 'entered']);
    const fence = new Geofence(DOOR);
    walk(
      [
        [10, 0, { speed: 0 }],
        [10, 1, { speed: 0 }],
      ],
      fence,
    );
    expect(walk([[400, 2, { accuracy: 300 }]], fence)).to.deep.equal([null]);
    expect(walk([[400, 3, { accuracy: 200 }]], fence)).to.deep.equal(['left']);
  });

  it('has the radii that were decided', () => {
    expect(FENCE).to.deep.equal({ enter: 80, leave: 150 });
  });
});
