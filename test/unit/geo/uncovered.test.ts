import { expect } from 'chai';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import { drawnCoarsely, reachesOver, uncoveredBy } from '../../../actors/geo/uncovered.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';

function box(west: number, south: number, east: number, north: number): AreaGeometry {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

const positionsOf = (geometry: AreaGeometry) =>
  geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2).length;

describe('the part of the service area that a zone leaves out', () => {
  let area: ServiceArea;

  before(async () => {
    area = await loadServiceArea();
  });

  it('is nothing for a zone of the same shape, or one around it', () => {
    expect(uncoveredBy(area.polygon.geometry, area)).to.equal(null);
    expect(uncoveredBy(box(50, 24, 53, 27), area)).to.equal(null);
  });

  it('is all of it without a zone, and for one somewhere else', () => {
    const whole = squareMetresOf(area.polygon.geometry);
    expect(uncoveredBy(null, area)?.squareMetres).to.equal(whole);
    expect(uncoveredBy(box(10, 10, 11, 11), area)?.squareMetres).to.be.closeTo(whole, 1);
  });

  it('is what lies beyond the border, or inside a hole', () => {
    const south = uncoveredBy(box(50, 24, 53, 26), area);
    expect(south?.squareMetres).to.be.greaterThan(1e8);
    expect(boundsOf(south?.geometry ?? box(0, 0, 1, 1)).south).to.equal(26);
    const outer = box(50, 24, 53, 27).coordinates[0] as number[][];
    const hole = box(51.2, 25.2, 51.201, 25.201).coordinates[0] as number[][];
    const pierced = uncoveredBy({ type: 'Polygon', coordinates: [outer, hole] }, area);
    expect(pierced?.squareMetres).to.be.closeTo(squareMetresOf(box(51.2, 25.2, 51.201, 25.201)), 1);
  });

  it('is found from the bounds alone where they suffice', () => {
    const reaches = (geometry: AreaGeometry) => reachesOver(boundsOf(geometry), area);
    expect(reaches(area.polygon.geometry)).to.equal(true);
    expect(reaches(box(50, 24, 53, 27))).to.equal(true);
    expect(reaches(box(51, 24, 53, 27))).to.equal(false);
  });

  it('is drawn with few positions, however many it has and however many parts', () => {
    const circle = Array.from({ length: 5_000 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 5_000;
      return [51.2 + 0.4 * Math.cos(angle), 25.3 + 0.4 * Math.sin(angle)];
    });
    const round: AreaGeometry = { type: 'Polygon', coordinates: [[...circle, circle[0] ?? []]] };
    const drawn = drawnCoarsely(round, 500);
    expect(positionsOf(drawn)).to.be.within(8, 500);
    expect(squareMetresOf(drawn) / squareMetresOf(round)).to.be.closeTo(1, 0.01);
    const specks: AreaGeometry = {
      type: 'MultiPolygon',
      coordinates: Array.from({ length: 900 }, (_, index) => {
        const [west, south] = [51 + (index % 30) * 0.02, 25 + Math.floor(index / 30) * 0.02];
        const size = index === 450 ? 0.015 : 0.001;
        return box(west, south, west + size, south + size).coordinates as number[][][];
      }),
    };
    const few = drawnCoarsely(specks, 500);
    expect(positionsOf(few)).to.be.within(4, 500);
    expect(squareMetresOf(few)).to.be.greaterThan(squareMetresOf(box(51, 25.3, 51.015, 25.315)) * 0.9);
    expect(drawnCoarsely(box(51, 25, 52, 26), 500)).to.deep.equal(box(51, 25, 52, 26));
  });
});
