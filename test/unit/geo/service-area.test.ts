import { readFile } from 'node:fs/promises';
import { featureCollection, intersect } from '@turf/turf';
import { expect } from 'chai';
import { squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaFeature, ServiceArea } from '../../../actors/geo/service-area.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';
import { drawServiceArea } from '../../../scripts/draw-service-area.ts';

const inside = {
  'West Bay': [25.3275, 51.5305],
  'the Pearl': [25.3712, 51.551],
  "Lusail's shore": [25.4205, 51.529],
  Katara: [25.3592, 51.5262],
  'Hamad International Airport': [25.2609, 51.6138],
  'the corniche of Doha': [25.2948, 51.5362],
  'Al Wakrah': [25.1715, 51.6034],
  'Al Khor': [25.6839, 51.5058],
  Dukhan: [25.4275, 50.7864],
  Mesaieed: [24.9909, 51.5493],
  'Al Ruwais': [26.1397, 51.2153],
  Fuwayrit: [26.0264, 51.3719],
  'Ras Laffan': [25.9163, 51.5673],
  Zekreet: [25.489, 50.845],
  'Ras Abaruk, the cape beside the Hawar islands': [25.6235, 50.84],
  Sealine: [24.8628, 51.5141],
  'Abu Samra': [24.7458, 50.846],
} as const;

const outside = {
  'Manama in Bahrain': [26.2235, 50.5876],
  'Dammam in Saudi Arabia': [26.4207, 50.0888],
  'the sea far off Doha': [25.5, 52.6],
  'Abu Dhabi': [24.4539, 54.3773],
  'Hawar, its north': [25.71, 50.775],
  'Hawar, its middle': [25.645, 50.76],
  'Hawar, its southern tip': [25.548, 50.811],
  'Rabad Al Gharbiyah of the Hawar islands': [25.751, 50.784],
  'Suwad of the Hawar islands': [25.675, 50.812],
  'Salwa in Saudi Arabia': [24.72, 50.785],
  'the Saudi side south of Abu Samra': [24.62, 50.87],
  'the Saudi desert south of the border': [24.5, 51.2],
  'no place at all': [Number.NaN, 51.5],
} as const;

describe('the service area', () => {
  let area: ServiceArea;

  before(async () => {
    area = await loadServiceArea();
  });

  it('equals the outlines stored beside it', async () => {
    expect(await drawServiceArea()).to.deep.equal(area.polygon);
  });

  for (const [name, [latitude, longitude]] of Object.entries(inside)) {
    it(`includes ${name}`, () => {
      expect(area.contains({ latitude, longitude })).to.equal(true);
    });
  }

  for (const [name, [latitude, longitude]] of Object.entries(outside)) {
    it(`excludes ${name}`, () => {
      expect(area.contains({ latitude, longitude })).to.equal(false);
    });
  }

  it('includes no point of a neighbour’s land', async () => {
    const file = new URL('../../../db/seeds/geo/neighbours.geojson', import.meta.url);
    const { features } = JSON.parse(await readFile(file, 'utf8')) as { features: AreaFeature[] };
    expect(features.map(({ properties }) => properties?.name)).to.include.members([
      'Saudi Arabia',
      'Bahrain',
    ]);
    const shared = features.map((land) => intersect(featureCollection([land, area.polygon])));
    // Along the common border, rounding leaves slivers smaller than a football field.
    const squareMetres = shared.reduce(
      (sum, part) => sum + (part === null ? 0 : squareMetresOf(part.geometry)),
      0,
    );
    expect(squareMetres).to.be.below(5_000);
  });

  it('is one closed GeoJSON polygon that others can compare areas with', () => {
    const { geometry } = area.polygon;
    expect(geometry.type).to.equal('Polygon');
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    const ring = geometry.coordinates[0] ?? [];
    expect(ring.length).to.be.greaterThan(100);
    expect(ring[0]).to.deep.equal(ring.at(-1));
  });
});
