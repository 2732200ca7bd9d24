import { expect } from 'chai';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';

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
} as const;

const outside = {
  'Manama in Bahrain': [26.2235, 50.5876],
  'Dammam in Saudi Arabia': [26.4207, 50.0888],
  'the sea far off Doha': [25.5, 52.6],
  'Abu Dhabi': [24.4539, 54.3773],
  'no place at all': [Number.NaN, 51.5],
} as const;

describe('the service area', () => {
  let area: ServiceArea;

  before(async () => {
    area = await loadServiceArea();
  });

  for (const [name, [latitude, longitude]] of Object.entries(inside)) {
    it(`takes in ${name}`, () => {
      expect(area.contains({ latitude, longitude })).to.equal(true);
    });
  }

  for (const [name, [latitude, longitude]] of Object.entries(outside)) {
    it(`leaves out ${name}`, () => {
      expect(area.contains({ latitude, longitude })).to.equal(false);
    });
  }

  it('is one closed GeoJSON polygon that others can compare areas with', () => {
    const { geometry } = area.polygon;
    expect(geometry.type).to.equal('Polygon');
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    const ring = geometry.coordinates[0] ?? [];
    expect(ring.length).to.be.greaterThan(100);
    expect(ring[0]).to.deep.equal(ring.at(-1));
  });
});
