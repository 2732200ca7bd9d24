import { expect } from 'chai';
import { metresBetween } from '../../../actors/geo/distance.ts';
import { nearMetres } from '../../../realtime/near-metres.ts';

describe('metres within a city', () => {
  const doha = { latitude: 25.2854, longitude: 51.531 };

  it('equal those of the great circle, to a thousandth', () => {
    for (const kilometres of [0.05, 1, 10, 50]) {
      for (let degrees = 0; degrees < 360; degrees += 30) {
        const [north, east] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
        const there = {
          latitude: doha.latitude + (north * kilometres) / 111.2,
          longitude: doha.longitude + (east * kilometres) / 100.5,
        };
        const exact = metresBetween(doha, there);
        expect(nearMetres(doha, there)).to.be.closeTo(exact, exact / 1_000);
      }
    }
    expect(nearMetres(doha, doha)).to.equal(0);
  });
});
