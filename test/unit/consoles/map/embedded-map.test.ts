import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Feature, FeatureCollection, Point, Polygon } from 'geojson';
import { boundsOf } from '../../../../actors/geo/area.ts';
import { preparedArea } from '../../../../actors/geo/prepared-area.ts';
import type { AreaGeometry } from '../../../../actors/geo/service-area.ts';

const GEO = new URL('../../../../consoles/shared/map/geo/', import.meta.url);
const read = (name: string): FeatureCollection & { attribution?: string } =>
  JSON.parse(readFileSync(new URL(name, GEO), 'utf8'));

function isLand(latitude: number, longitude: number): boolean {
  return read('land-qatar.geojson').features.some(({ geometry }) => {
    const area = geometry as AreaGeometry;
    return preparedArea(area, boundsOf(area)).contains({ latitude, longitude });
  });
}

describe('the embedded map', () => {
  for (const [name, latitude, longitude] of [
    ['West Bay', 25.3253, 51.5297],
    ['the south of West Bay', 25.3215, 51.527],
    ['The Pearl', 25.369, 51.551],
    ['Katara', 25.3597, 51.5265],
    ['Lusail Marina', 25.42, 51.506],
    ['Hamad airport', 25.2609, 51.6138],
    ['the Museum of Islamic Art', 25.2953, 51.5392],
    ['Al Wakrah souq', 25.1712, 51.61],
  ] as const) {
    it(`has ${name} on land`, () => expect(isLand(latitude, longitude)).to.equal(true));
  }

  for (const [latitude, longitude] of [
    [25.3, 51.58],
    [25.33, 51.62],
    [25.45, 51.6],
  ] as const) {
    it(`has the sea at ${latitude}, ${longitude}`, () => expect(isLand(latitude, longitude)).to.equal(false));
  }

  it('has no outline of the former coast around Qatar', () => {
    const near = read('land-gshhg.geojson').features as Feature<Polygon>[];
    const corners = near.flatMap(({ geometry }) => geometry.coordinates[0] ?? []);
    const inGulf = corners.filter(([x = 0, y = 0]) => x > 51.35 && x < 51.75 && y > 24.75 && y < 26.2);
    expect(inGulf).to.deep.equal([]);
  });

  it('names every place once, in both languages', () => {
    const places = read('places.geojson').features as Feature<Point>[];
    expect(places.length).to.be.greaterThan(150);
    for (const { properties } of places) {
      expect(properties?.en, properties?.ar).to.match(/^[^\u0600-\u06ff/]{2,}$/);
      expect(properties?.ar, properties?.en).to.match(/^[\u0621-\u064a -]{2,}$/);
    }
    const city = places.filter(({ properties }) => properties?.rank < 6);
    const names = city.map(({ properties }) => properties?.ar);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).to.deep.equal([]);
  });

  it('has its streets in separate files, with their copyright', () => {
    for (const name of ['streets-main.geojson', 'streets-minor.geojson']) {
      const { attribution, features } = read(name);
      expect(attribution).to.match(/^© OpenStreetMap contributors, ODbL 1\.0/);
      expect(features.length).to.be.greaterThan(3_000);
      for (const { geometry } of features) expect(geometry.type).to.equal('LineString');
    }
    const notice = readFileSync(new URL('NOTICE.txt', GEO), 'utf8');
    for (const part of [
      'streets-main.geojson',
      'ODbL',
      'whosonfirst.org/docs/licenses',
      'GeoNames',
      'LGPL-3.txt',
    ])
      expect(notice).to.include(part);
  });
});
