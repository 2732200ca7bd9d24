import { expect } from 'chai';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { type MappedZone, ZoneMap } from '../../../actors/geo/zone-map.ts';

function square(west: number, south: number, size: number): number[][] {
  const east = west + size;
  const north = south + size;
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

function zone(id: string, priority: number, geometry: AreaGeometry): MappedZone {
  return { id, priority, squareMetres: squareMetresOf(geometry), bounds: boundsOf(geometry), geometry };
}

const at = (longitude: number, latitude: number) => ({ latitude, longitude });
const polygon = (...rings: number[][][]): AreaGeometry => ({ type: 'Polygon', coordinates: rings });

describe('the zone map', () => {
  const country = zone('country', 0, polygon(square(51, 25, 1)));
  const west = zone('west', 10, polygon(square(51, 25, 0.4)));
  const east = zone('east', 10, polygon(square(51.3, 25, 0.4)));

  it('assigns a place to the zone with the highest priority', () => {
    const map = new ZoneMap([country, west]);
    expect(map.homeOf(at(51.1, 25.1))).to.equal('west');
    expect(map.homeOf(at(51.9, 25.9))).to.equal('country');
    expect(map.homeOf(at(50.9, 25.1))).to.equal(null);
  });

  it('prefers the smaller of two equal zones, then the lower id, whatever order they come in', () => {
    const small = zone('z-small', 10, polygon(square(51, 25, 0.2)));
    expect(new ZoneMap([west, small]).homeOf(at(51.1, 25.1))).to.equal('z-small');
    const twin = zone('a-twin', 10, west.geometry);
    expect(new ZoneMap([west, twin]).homeOf(at(51.1, 25.1))).to.equal('a-twin');
    expect(new ZoneMap([twin, west]).homeOf(at(51.1, 25.1))).to.equal('a-twin');
  });

  it('covers two stops that lie in different zones of the same driver', () => {
    const map = new ZoneMap([west, east]);
    const stops = [at(51.1, 25.1), at(51.6, 25.1)];
    expect(map.cover(['west', 'east'], stops)).to.equal(true);
    expect(map.cover(['west'], stops)).to.equal(false);
    expect(map.cover([], stops)).to.equal(false);
  });

  it('lets an unknown or inactive zone cover nothing', () => {
    expect(new ZoneMap([west]).cover(['east'], [at(51.6, 25.1)])).to.equal(false);
  });

  it('excludes holes and includes every part of a MultiPolygon', () => {
    const ring = zone('ring', 0, polygon(square(51, 25, 1), square(51.4, 25.4, 0.2)));
    const parts: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: [[square(51, 25, 0.1)], [square(52, 26, 0.1)]],
    };
    const map = new ZoneMap([ring]);
    expect(map.homeOf(at(51.5, 25.5))).to.equal(null);
    expect(map.homeOf(at(51.2, 25.5))).to.equal('ring');
    const islands = new ZoneMap([zone('islands', 0, parts)]);
    expect(islands.homeOf(at(51.05, 25.05))).to.equal('islands');
    expect(islands.homeOf(at(52.05, 26.05))).to.equal('islands');
    // Inside the bounds of both parts together, in neither of them.
    expect(islands.homeOf(at(51.5, 25.5))).to.equal(null);
  });

  it('counts a place on the border as inside and NaN as nowhere', () => {
    const map = new ZoneMap([country]);
    expect(map.homeOf(at(51, 25.5))).to.equal('country');
    expect(map.homeOf(at(Number.NaN, 25.5))).to.equal(null);
  });

  it('examines the zones around a place, however many there are elsewhere', () => {
    /** A country with this many zones in a grid, and the number of outlines examined per lookup. */
    const lookedAt = (side: number) => {
      let looks = 0;
      const size = 1 / side;
      const counted = Array.from({ length: side * side }, (_, index) => {
        const [row, column] = [Math.floor(index / side), index % side];
        const one = zone(`${index}`, 1, polygon(square(51 + column * size, 25 + row * size, size)));
        return Object.defineProperty({ ...one }, 'geometry', {
          get: () => {
            looks += 1;
            return one.geometry;
          },
        });
      });
      const map = new ZoneMap([country, ...counted]);
      looks = 0;
      for (let place = 0; place < 50; place += 1) {
        const home = map.homeOf(at(51.0017 + place * 0.0199, 25.9931 - place * 0.0197));
        expect(home).to.not.equal(null);
      }
      return looks;
    };
    expect(lookedAt(2)).to.be.at.most(100);
    expect(lookedAt(50), '2,500 zones').to.be.at.most(100);
  });
});
