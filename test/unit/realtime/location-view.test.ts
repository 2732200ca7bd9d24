import { expect } from 'chai';
import { LocationView } from '../../../realtime/location-view.ts';

const SLACK = 20;

describe('the view of positions', () => {
  const at = (atMs: number) => ({ driverId: 'd', latitude: 25.3, longitude: 51.5, heading: null, atMs });

  it('shows a driver once a second, however often there is news', () => {
    const view = new LocationView(SLACK);
    let frames = 0;
    for (let now = 10_000; now < 20_000; now += SLACK) {
      if (now % 100 === 0) view.see(at(now));
      frames += view.take(now).length;
    }
    // A frame may come early by the slack, and what it shows may be slightly old.
    expect(frames).to.be.within(10, 11);
  });

  it('is on time again after one late frame', () => {
    const view = new LocationView(SLACK);
    const ages: number[] = [];
    for (let measured = 10_000; measured < 14_000; measured += 1_000) {
      view.see(at(measured));
      // The process was delayed by half a second, once.
      let now = measured === 11_000 ? measured + 500 : measured;
      while (view.take(now).length === 0) now += SLACK;
      ages.push(now - measured);
    }
    expect(ages).to.deep.equal([0, 500, 0, 0]);
  });

  it('shows only the newest of positions that come together', () => {
    const view = new LocationView(SLACK);
    for (let measured = 10_000; measured < 15_000; measured += 1_000) view.see(at(measured));
    expect(view.take(15_000).map(({ atMs }) => atMs)).to.deep.equal([14_000]);
    expect(view.take(15_020)).to.deep.equal([]);
  });
});
