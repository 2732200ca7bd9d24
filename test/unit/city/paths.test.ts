import { expect } from 'chai';
import { metresBetween } from '../../../actors/geo/distance.ts';
import { DISTRICTS, districtOf } from '../../../scripts/city/model/districts.ts';
import { fixOf } from '../../../scripts/city/model/gps.ts';
import { isInBay } from '../../../scripts/city/model/land.ts';
import { type DrivenPath, pathOf } from '../../../scripts/city/model/path.ts';

const TERMS = { seed: 1, startHour: 10, leaves: 30, pace: 1 };
const inTown = DISTRICTS.filter(({ centre }) => centre.longitude > 51.42 && centre.latitude < 25.43);

describe('ways through the city', () => {
  const ways = inTown.flatMap((from) =>
    inTown.filter((to) => to !== from).map((to) => pathOf(from.centre, to.centre, TERMS)),
  );

  it('begin and end where they should, and repeat', () => {
    const [from, to] = [districtOf('west-bay').centre, districtOf('al-sadd').centre];
    const way = pathOf(from, to, TERMS);
    expect(metresBetween(way.at(TERMS.leaves), from)).to.be.below(1);
    expect(metresBetween(way.at(way.arrives), to)).to.be.below(1);
    expect(way.corners).to.deep.equal(pathOf(from, to, TERMS).corners);
    expect(pathOf(from, from, TERMS).minutes).to.equal(0);
  });

  it('are longer than the straight line by the factor of streets', () => {
    const detours = ways.map((way) => way.metres / straight(way));
    expect(Math.min(...detours)).to.be.at.least(0.999);
    expect(mean(detours)).to.be.within(1.2, 1.45);
  });

  it('are driven at the speeds of a city, slower in the evening', () => {
    const speeds = ways.map((way) => way.metres / 1000 / (way.minutes / 60));
    expect(Math.min(...speeds)).to.be.above(15);
    expect(Math.max(...speeds)).to.be.below(90);
    const [from, to] = [districtOf('lusail').centre, districtOf('al-wakra').centre];
    const [noon, evening] = [TERMS.leaves, 8 * 60].map((leaves) => pathOf(from, to, { ...TERMS, leaves }));
    expect(evening?.minutes).to.be.above(noon?.minutes ?? Number.NaN);
  });

  it('stay out of Doha Bay', () => {
    const wet = ways.filter((way) => alongWay(way).some(isInBay));
    expect(wet.length / ways.length).to.be.below(0.01);
  });

  it('are reported with the noise of a phone', () => {
    const driver = { key: 'driver-1', device: { fixSeconds: 5, noiseMetres: 8, duplicates: 0, late: 0 } };
    const place = districtOf('al-sadd').centre;
    const off = Array.from({ length: 400 }, (_, index) =>
      metresBetween(place, fixOf(1, driver, place, index / 12)),
    );
    expect(mean(off)).to.be.within(3, 20);
    expect(fixOf(1, driver, place, 7)).to.deep.equal(fixOf(1, driver, place, 7));
  });
});

function alongWay({ at, leaves, minutes }: DrivenPath) {
  return Array.from({ length: 51 }, (_, step) => at(leaves + (step / 50) * minutes));
}

function straight({ corners }: DrivenPath): number {
  const [first, last] = [corners[0], corners.at(-1)];
  return first === undefined || last === undefined ? 0 : metresBetween(first, last);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
