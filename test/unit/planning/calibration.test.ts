import { expect } from 'chai';
import fc from 'fast-check';
import {
  defaultSeconds,
  errorOf,
  estimateFactors,
  factorOf,
  type MeasuredLeg,
  NO_FACTORS,
} from '../../../actors/planning/calibration.ts';
import { calibratedTimes, cityTravelTimes } from '../../../actors/planning/travel-times.ts';

/** A leg from zone a to zone b at 8:00 that took `factor` times the default. */
function leg(factor: number, changes: Partial<MeasuredLeg> = {}): MeasuredLeg {
  const straight = changes.straight ?? 3_000;
  const seconds = defaultSeconds(straight) * factor;
  return { fromZoneId: 'a', toZoneId: 'b', hour: 8, straight, seconds, ...changes };
}

const many = (count: number, factor: number, changes: Partial<MeasuredLeg> = {}) =>
  Array.from({ length: count }, (_, index) => leg(factor * (0.9 + (index % 3) * 0.1), changes));
const atEight = (legs: MeasuredLeg[]) => factorOf(estimateFactors(legs), 'a', 'b', 8);

describe('travel times learned from finished legs', () => {
  it('equal the default without any legs', () => {
    expect(estimateFactors([])).to.deep.equal({ all: 1, pairs: new Map(), cells: new Map() });
    expect(calibratedTimes(NO_FACTORS, 8, () => 'a')).to.equal(cityTravelTimes);
  });

  it('approach what is driven, the closer the more legs there are', () => {
    const errors = [1, 5, 20, 100, 1_000].map((count) => Math.abs(atEight(many(count, 1.8)) - 1.8));
    for (const [index, error] of errors.entries()) {
      if (index > 0) expect(error).to.be.at.most(errors[index - 1] ?? 0);
    }
    expect(errors.at(-1)).to.be.lessThan(0.05);
    expect(atEight([leg(1.8)]), 'one leg alone has little weight').to.be.within(1, 1.35);
  });

  it('distinguish hours and pairs of zones, and use the next wider group where data is missing', () => {
    const legs = [
      ...many(300, 2, { hour: 8 }),
      ...many(300, 1.2, { hour: 14 }),
      ...many(300, 0.8, { fromZoneId: 'c', hour: 8 }),
    ];
    const factors = estimateFactors(legs);
    expect(factorOf(factors, 'a', 'b', 8)).to.be.closeTo(2, 0.1);
    expect(factorOf(factors, 'a', 'b', 14)).to.be.closeTo(1.2, 0.1);
    expect(factorOf(factors, 'c', 'b', 8)).to.be.closeTo(0.8, 0.1);
    expect(factorOf(factors, 'a', 'b', 3)).to.equal(factors.pairs.get('a>b'));
    expect(factorOf(factors, 'x', 'y', 3)).to.equal(factors.all);
  });

  it('are not distorted by legs that went wrong', () => {
    const honest = many(60, 1.5);
    const lunches = Array.from({ length: 20 }, () => leg(4.9));
    const forgotten = Array.from({ length: 20 }, () => leg(60));
    const hops = Array.from({ length: 50 }, () => leg(4, { straight: 20 }));
    expect(atEight([...honest, ...forgotten, ...hops])).to.equal(atEight(honest));
    expect(Math.abs(atEight([...honest, ...lunches]) - 1.5)).to.be.lessThan(0.2);
  });

  it('never leave the range of what was driven, and are never zero or less', () => {
    const legs = fc.array(
      fc.record({
        factor: fc.double({ min: 0.01, max: 100, noNaN: true }),
        hour: fc.nat({ max: 23 }),
        straight: fc.integer({ min: 0, max: 60_000 }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(legs, (driven) => {
        const factors = estimateFactors(driven.map(({ factor, ...rest }) => leg(factor, rest)));
        for (const factor of [factors.all, ...factors.pairs.values(), ...factors.cells.values()])
          expect(factor).to.be.within(0.2 - 1e-9, 5 + 1e-9);
      }),
    );
  });

  it('state their error on legs that they were not learned from, and it is smaller than the default’s', () => {
    const before = many(200, 1.7);
    const later = many(50, 1.7);
    const error = errorOf(estimateFactors(before), later) ?? Number.NaN;
    expect(error).to.be.lessThan(10);
    expect(errorOf(NO_FACTORS, later)).to.be.greaterThan(35);
    expect(errorOf(NO_FACTORS, [])).to.equal(null);
  });
});
