import { expect } from 'chai';
import { metresBetween } from '../../../actors/geo/distance.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { geometryViolations } from '../../../actors/geo/zone-geometry.ts';

const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const polygon = (...rings: number[][][]): AreaGeometry => ({ type: 'Polygon', coordinates: rings });
const faultOf = (geometry: AreaGeometry) => {
  const [fault] = geometryViolations(geometry);
  return fault === undefined ? null : `${fault.code} ${fault.pointer}`;
};

describe('zone geometry', () => {
  it('accepts polygons with holes and polygons in several parts', () => {
    expect(faultOf(polygon(square(51, 25, 0.4), square(51.1, 25.1, 0.1)))).to.equal(null);
    const parts = [[square(51, 25, 0.1)], [square(51.5, 25, 0.1)]];
    expect(faultOf({ type: 'MultiPolygon', coordinates: parts })).to.equal(null);
  });

  it('accepts an island in the lake of another part, and a duplicate corner', () => {
    const lake = [square(51, 25, 0.4), square(51.1, 25.1, 0.2)];
    const island = [square(51.15, 25.15, 0.1)];
    expect(faultOf({ type: 'MultiPolygon', coordinates: [lake, island] })).to.equal(null);
    const [first = [], ...others] = square(51, 25, 0.4);
    expect(faultOf(polygon([first, first, ...others]))).to.equal(null);
  });

  it('accepts ten thousand corners without blocking the process, and finds the one that crosses', () => {
    const ring = Array.from({ length: 9_998 }, (_, index) => {
      const angle = (2 * Math.PI * index) / 9_998;
      return [51.2 + 0.8 * Math.cos(angle), 25.3 + 0.8 * Math.sin(angle)];
    });
    const began = performance.now();
    expect(faultOf(polygon([...ring, ring[0] ?? []]))).to.equal(null);
    // Comparing every edge with every other takes tens of seconds.
    expect(performance.now() - began).to.be.below(2_000);
    const crossing = [...ring.slice(0, 5_000), [52.1, 25.3], ...ring.slice(5_000), ring[0] ?? []];
    expect(faultOf(polygon(crossing))).to.equal('crosses-itself /coordinates');
  });

  const open = square(51, 25, 0.4).slice(0, 4);
  const bowtie = [
    [51, 25],
    [51.4, 25.4],
    [51.4, 25],
    [51, 25.4],
    [51, 25],
  ];
  const line = [
    [51, 25],
    [51.4, 25],
    [51, 25],
  ];
  const folded = [
    [51, 25],
    [51.4, 25],
    [51.4, 25.4],
    [51.4, 25.2],
    [51, 25.4],
    [51, 25],
  ];
  /** Two squares that meet in one corner, drawn as one ring. */
  const pinched = [
    [51, 25],
    [51.2, 25.2],
    [51.4, 25.2],
    [51.4, 25.4],
    [51.2, 25.4],
    [51.2, 25.2],
    [51, 25.2],
    [51, 25],
  ];
  const many = Array.from({ length: 10_001 }, (_, index) => [51 + index * 1e-6, 25]);
  const refused: { what: string; geometry: AreaGeometry; fault: string }[] = [
    { what: 'an open ring', geometry: polygon(open), fault: 'ring-open /coordinates/0' },
    { what: 'a ring of three positions', geometry: polygon(line), fault: 'ring-short /coordinates/0' },
    {
      what: 'a latitude beyond the pole',
      geometry: polygon(square(51, 89.9, 0.4)),
      fault: 'out-of-range /coordinates/0/2',
    },
    { what: 'a ring that crosses itself', geometry: polygon(bowtie), fault: 'crosses-itself /coordinates' },
    {
      what: 'a hole across the outer ring',
      geometry: polygon(square(51, 25, 0.4), square(51.3, 25.1, 0.2)),
      fault: 'crosses-itself /coordinates',
    },
    {
      what: 'a hole outside the outer ring',
      geometry: polygon(square(51, 25, 0.4), square(52, 25, 0.1)),
      fault: 'hole-outside /coordinates',
    },
    {
      what: 'parts that overlap',
      geometry: { type: 'MultiPolygon', coordinates: [[square(51, 25, 0.4)], [square(51.2, 25.2, 0.4)]] },
      fault: 'crosses-itself /coordinates',
    },
    {
      what: 'a ring that runs back on itself',
      geometry: polygon(folded),
      fault: 'crosses-itself /coordinates',
    },
    { what: 'a ring that touches itself', geometry: polygon(pinched), fault: 'crosses-itself /coordinates' },
    {
      what: 'a hole along the outer ring',
      geometry: polygon(square(51, 25, 0.4), square(51, 25.1, 0.1)),
      fault: 'crosses-itself /coordinates',
    },
    {
      what: 'a hole inside a hole',
      geometry: polygon(square(51, 25, 0.4), square(51.1, 25.1, 0.2), square(51.15, 25.15, 0.1)),
      fault: 'nested /coordinates',
    },
    {
      what: 'a part inside another part',
      geometry: { type: 'MultiPolygon', coordinates: [[square(51.1, 25.1, 0.1)], [square(51, 25, 0.4)]] },
      fault: 'nested /coordinates',
    },
    { what: 'a speck', geometry: polygon(square(51, 25, 0.0001)), fault: 'size /coordinates' },
    { what: 'half a continent', geometry: polygon(square(30, 10, 20)), fault: 'size /coordinates' },
    { what: 'too many corners', geometry: polygon(many), fault: 'size /coordinates' },
  ];
  for (const { what, geometry, fault } of refused) {
    it(`refuses ${what}`, () => {
      expect(faultOf(geometry)).to.equal(fault);
    });
  }
});

describe('distance', () => {
  it('measures the Corniche from the Sheraton to the museum in metres', () => {
    const metres = metresBetween(
      { latitude: 25.3177, longitude: 51.5318 },
      { latitude: 25.2953, longitude: 51.5391 },
    );
    expect(metres).to.be.within(2_550, 2_650);
  });
});
