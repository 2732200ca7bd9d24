import { featureCollection, intersect, feature as made, union } from '@turf/turf';
import { expect } from 'chai';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import { uncoveredBy } from '../../../actors/geo/uncovered.ts';
import { geometryViolations } from '../../../actors/geo/zone-geometry.ts';
import { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { loadMunicipalZones, type MunicipalZone } from '../../../db/seeds/load-municipal-zones.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';

const homes = {
  'West Bay': [25.3275, 51.5305, 'doha'],
  'the Pearl': [25.3712, 51.551, 'doha'],
  'Hamad International Airport': [25.2609, 51.6138, 'doha'],
  "Lusail's shore": [25.4205, 51.529, 'al-daayen'],
  'Umm Salal': [25.41, 51.4, 'umm-salal'],
  'Education City': [25.3144, 51.4395, 'al-rayyan'],
  Dukhan: [25.4275, 50.7864, 'al-rayyan'],
  'Abu Samra': [24.7458, 50.846, 'al-rayyan'],
  Mesaieed: [24.9909, 51.5493, 'al-wakrah'],
  'Al Wakrah': [25.1715, 51.6034, 'al-wakrah'],
  'Ras Laffan': [25.9163, 51.5673, 'al-khor'],
  'Al Khor': [25.6839, 51.5058, 'al-khor'],
  'Al Ruwais': [26.1397, 51.2153, 'al-shamal'],
} as const;

describe('the municipalities', () => {
  let zones: MunicipalZone[];

  before(async () => {
    zones = await loadMunicipalZones();
  });

  it('are seven zones with a valid geometry, and with names in both languages', () => {
    expect(zones.map(({ key }) => key).sort()).to.deep.equal([
      'al-daayen',
      'al-khor',
      'al-rayyan',
      'al-shamal',
      'al-wakrah',
      'doha',
      'umm-salal',
    ]);
    for (const { key, name, geometry } of zones) {
      expect(geometryViolations(geometry), key).to.deep.equal([]);
      expect(name.en).to.match(/^[A-Z][a-zA-Z ]+$/);
      expect(name.ar).to.match(/^[\u0600-\u06ff ]+$/);
    }
  });

  it('cover the service area together, except for slivers, and hardly overlap', async () => {
    const area = await loadServiceArea();
    const whole = squareMetresOf(area.polygon.geometry);
    const together = union(featureCollection(zones.map(({ geometry }) => made(geometry))));
    if (together === null) throw new Error('no zones');
    expect(uncoveredBy(together.geometry, area)?.squareMetres).to.be.below(whole / 1_000);
    const sum = zones.reduce((all, { geometry }) => all + squareMetresOf(geometry), 0);
    expect(sum - squareMetresOf(together.geometry)).to.be.below(whole / 1_000);
    const outside = squareMetresOf(together.geometry);
    const inside = intersect(featureCollection([together, area.polygon]));
    expect(outside - squareMetresOf(inside?.geometry ?? together.geometry)).to.be.below(whole / 1_000);
  });

  for (const [place, [latitude, longitude, key]] of Object.entries(homes)) {
    it(`${place} lies in ${key}`, () => {
      const mapped = zones.map(({ key: id, geometry }) => ({
        ...{ id, geometry, priority: 10 },
        squareMetres: squareMetresOf(geometry),
        bounds: boundsOf(geometry),
      }));
      expect(new ZoneMap(mapped).homeOf({ latitude, longitude })).to.equal(key);
    });
  }
});
