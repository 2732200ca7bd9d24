import { booleanPointInPolygon } from '@turf/turf';
import { expect } from 'chai';
import fc from 'fast-check';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import { PreparedArea } from '../../../actors/geo/prepared-area.ts';
import type { AreaGeometry, Place } from '../../../actors/geo/service-area.ts';
import { type MappedZone, ZoneMap } from '../../../actors/geo/zone-map.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';

/** Corners of a coarse grid: edges in one line, horizontal or vertical edges, and places on borders are common. */
const degrees = (base: number) => fc.integer({ min: 0, max: 40 }).map((step) => base + step / 40);
const place = fc.record({ longitude: degrees(51), latitude: degrees(25) });

/** A star around a centre: its corners go round once, so it never crosses itself. */
const star = fc
  .record({
    x: degrees(51),
    y: degrees(25),
    reach: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 3, maxLength: 60 }),
  })
  .map(({ x, y, reach }) => {
    const ring = reach.map((far, index) => {
      const angle = (2 * Math.PI * index) / reach.length;
      return [x + (far / 20) * Math.cos(angle), y + (far / 20) * Math.sin(angle)];
    });
    return [...ring, ring[0] ?? []];
  });

const rectangle = fc
  .tuple(place, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .map(([{ longitude: west, latitude: south }, width, height]) => {
    const [east, north] = [west + width / 40, south + height / 40];
    return [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
  });

const ring = fc.oneof(star, rectangle);
const geometry: fc.Arbitrary<AreaGeometry> = fc.oneof(
  ring.map((outer): AreaGeometry => ({ type: 'Polygon', coordinates: [outer] })),
  rectangle.map((outer): AreaGeometry => {
    const [[west = 0, south = 0] = [], , [east = 0, north = 0] = []] = outer;
    const at = (share: number) => [west + (east - west) * share, south + (north - south) * share] as const;
    const [[w, s], [e, n]] = [at(0.25), at(0.75)];
    const hole = [
      [w, s],
      [w, n],
      [e, n],
      [e, s],
      [w, s],
    ];
    return { type: 'Polygon', coordinates: [outer, hole] };
  }),
);

const turf = (area: AreaGeometry, { longitude, latitude }: Place) =>
  booleanPointInPolygon([longitude, latitude], area);

describe('prepared areas', () => {
  it('give the same answers as turf, also on corners and borders', () => {
    fc.assert(
      fc.property(geometry, fc.array(place, { minLength: 1, maxLength: 30 }), (area, places) => {
        const prepared = new PreparedArea(area);
        const corners = (area.type === 'Polygon' ? area.coordinates.flat() : []).map(
          ([longitude = 0, latitude = 0]) => ({ longitude, latitude }),
        );
        for (const each of [...places, ...corners]) {
          expect(prepared.contains(each), JSON.stringify(each)).to.equal(turf(area, each));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('give the same answers as turf for each part of the service area, and nothing for NaN', async () => {
    const { geometry: area } = (await loadServiceArea()).polygon;
    const prepared = new PreparedArea(area);
    const { west, south, east, north } = boundsOf(area);
    for (let step = 0; step < 4_000; step += 1) {
      const longitude = west + ((east - west) * (step % 63)) / 62;
      const latitude = south + ((north - south) * Math.floor(step / 63)) / 62;
      const each = { longitude, latitude };
      expect(prepared.contains(each)).to.equal(turf(area, each));
    }
    expect(prepared.contains({ longitude: Number.NaN, latitude: 25.3 })).to.equal(false);
  });
});

describe('thousands of zones', () => {
  const mapped = (area: AreaGeometry, index: number, priority: number): MappedZone => ({
    id: `zone-${index}`,
    priority,
    squareMetres: squareMetresOf(area),
    bounds: boundsOf(area),
    geometry: area,
  });

  /** All zones one after the other, by turf. */
  function bruteForce(zones: readonly MappedZone[], each: Place): string[] {
    const order = [...zones].sort(
      (left, right) =>
        right.priority - left.priority ||
        left.squareMetres - right.squareMetres ||
        (left.id < right.id ? -1 : 1),
    );
    return order.filter(({ geometry: area }) => turf(area, each)).map(({ id }) => id);
  }

  it('are found as by checking every one of them', () => {
    const some = fc.array(fc.tuple(geometry, fc.integer({ min: 0, max: 3 })), { maxLength: 60 });
    fc.assert(
      fc.property(some, fc.array(place, { minLength: 1, maxLength: 20 }), (areas, places) => {
        const zones = areas.map(([area, priority], index) => mapped(area, index, priority));
        const map = new ZoneMap(zones);
        for (const each of places) {
          const expected = bruteForce(zones, each);
          expect(map.zonesAt(each)).to.deep.equal(expected);
          expect(map.homeOf(each)).to.equal(expected[0] ?? null);
          const odd = zones.map(({ id }) => id).filter((_, index) => index % 2 === 1);
          expect(map.cover(odd, [each])).to.equal(odd.some((id) => expected.includes(id)));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are as correct with five thousand of them', () => {
    const zones = Array.from({ length: 5_000 }, (_, index) => {
      const [west, south] = [50 + (index % 100) * 0.02, 24 + Math.floor(index / 100) * 0.04];
      const [east, north] = [west + 0.03, south + 0.05];
      const outer = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      return mapped({ type: 'Polygon', coordinates: [outer] }, index, index % 7);
    });
    const map = new ZoneMap(zones);
    expect(map.size).to.equal(5_000);
    for (let step = 0; step < 40; step += 1) {
      const each = { longitude: 50 + step * 0.0513, latitude: 24 + step * 0.0509 };
      expect(map.zonesAt(each)).to.deep.equal(bruteForce(zones, each));
    }
  });
});
