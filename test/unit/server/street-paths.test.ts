import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { CircuitBreaker } from '../../../server/dispatch/travel/circuit-breaker.ts';
import { OsrmPaths } from '../../../server/dispatch/travel/street-paths.ts';
import { answerJson, type OsrmServer, startOsrm } from '../../support/osrm-server.ts';

const A = { latitude: 25.28, longitude: 51.53 };
const B = { latitude: 25.32, longitude: 51.52 };
const C = { latitude: 25.33, longitude: 51.5 };
const pair = ({ longitude, latitude }: typeof A) => [longitude, latitude];

describe('the path along the streets', () => {
  let osrm: OsrmServer;
  let outcomes: string[];
  let now: number;

  before(async () => {
    osrm = await startOsrm();
  });
  after(() => osrm.close());
  beforeEach(() => {
    osrm.requests.length = 0;
    osrm.instead = null;
    outcomes = [];
    now = 0;
  });

  const make = () =>
    new OsrmPaths({
      url: osrm.url,
      meter: (outcome) => outcomes.push(outcome),
      breaker: new CircuitBreaker(() => now),
    });

  it('is requested leg by leg, from door to door, without the points that a straight street does not need', async () => {
    const paths = await make().along([A, B, C]);
    expect(osrm.requests).to.deep.equal([
      '/route/v1/driving/51.53,25.28;51.52,25.32?overview=full&geometries=geojson',
      '/route/v1/driving/51.52,25.32;51.5,25.33?overview=full&geometries=geojson',
    ]);
    expect(paths).to.deep.equal([
      [pair(A), [51.53, 25.32], pair(B)],
      [pair(B), [51.52, 25.33], pair(C)],
    ]);
    expect(outcomes).to.deep.equal(['service', 'service']);
  });

  it('is cached: an added stop requests only what is new, and a leg from a place to itself nothing', async () => {
    const streets = make();
    await streets.along([A, B]);
    const paths = await streets.along([A, B, B, C]);
    expect(osrm.requests).to.have.length(2);
    expect(paths[1]).to.deep.equal([pair(B), pair(B)]);
    expect(paths[2]).to.have.length(3);
  });

  it('is requested once by callers who want it at the same time', async () => {
    const streets = make();
    const all = await Promise.all(Array.from({ length: 10 }, () => streets.along([A, B])));
    expect(osrm.requests).to.have.length(1);
    for (const [path] of all) expect(path).to.have.length(3);
  });

  it('is requested for at most four legs of a route at once', async () => {
    let open = 0;
    let most = 0;
    osrm.instead = (_, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        answerJson(response, { code: 'NoRoute' }, 400);
      });
    };
    const places = Array.from({ length: 30 }, (_, index) => ({ ...A, longitude: 51.4 + index / 100 }));
    await make().along(places);
    expect(osrm.requests).to.have.length(29);
    expect(most).to.be.within(1, 4);
  });

  it('that does not exist, according to the service, is cached too', async () => {
    osrm.instead = (_, response) =>
      answerJson(response, { code: 'NoRoute', message: 'Impossible route' }, 400);
    const streets = make();
    for (let count = 0; count < 7; count += 1) expect(await streets.along([A, B])).to.deep.equal([null]);
    expect(osrm.requests).to.have.length(1);
    expect(outcomes).to.deep.equal(['service']);
  });

  it('is unknown where the service’s streets begin and end far from the places', async () => {
    const coordinates = [
      [51.4, 25.28],
      [51.52, 25.32],
    ];
    osrm.instead = (_, response) =>
      answerJson(response, { code: 'Ok', routes: [{ geometry: { type: 'LineString', coordinates } }] });
    expect(await make().along([A, B])).to.deep.equal([null]);
  });

  const geometry = (coordinates: unknown) => ({ code: 'Ok', routes: [{ geometry: { coordinates } }] });
  const wrong: [string, string, (response: ServerResponse) => void][] = [
    ['a 500', 'failed', (response) => answerJson(response, {}, 500)],
    ['a redirect', 'failed', (response) => void response.writeHead(302, { location: '/else' }).end()],
    ['a torn connection', 'failed', (response) => void response.destroy()],
    ['no JSON', 'invalid', (response) => void response.end('<html>')],
    ['no route in it', 'invalid', (response) => answerJson(response, { code: 'Ok', routes: [] })],
    ['places off the earth', 'invalid', (response) => answerJson(response, geometry([[51.53, 125]]))],
    ['an encoded line', 'invalid', (response) => answerJson(response, geometry('_p~iF~ps|U'))],
    ['a refused question', 'invalid', (response) => answerJson(response, { code: 'InvalidQuery' }, 400)],
    ['more than anybody can read', 'failed', (response) => void response.end('x'.repeat(600_000))],
    ['no answer within a second', 'timeout', () => undefined],
  ];
  for (const [what, outcome, behaviour] of wrong) {
    it(`is unknown after ${what}, and is requested again`, async () => {
      osrm.instead = (_, response) => behaviour(response);
      const streets = make();
      expect(await streets.along([A, B])).to.deep.equal([null]);
      expect(outcomes).to.deep.equal([outcome]);
      osrm.instead = null;
      expect((await streets.along([A, B]))[0]).to.have.length(3);
    });
  }

  it('that does not come delays no request by more than two seconds, however many legs it has', async () => {
    osrm.instead = () => undefined;
    const places = Array.from({ length: 60 }, (_, index) => ({ ...A, longitude: 51.4 + index / 100 }));
    const paths = await make().along(places);
    expect(paths).to.deep.equal(new Array(59).fill(null));
    // Two rounds of four: after the first the service is left alone.
    expect(osrm.requests.length).to.be.at.most(8);
    expect(new Set(outcomes)).to.include('timeout');
  });

  it('is not requested after five failures in a row, until half a minute later', async () => {
    osrm.instead = (_, response) => answerJson(response, {}, 500);
    const streets = make();
    for (let count = 0; count < 8; count += 1) await streets.along([A, B]);
    expect(osrm.requests).to.have.length(5);
    osrm.instead = null;
    expect(await streets.along([A, B])).to.deep.equal([null]);
    now += 31_000;
    expect((await streets.along([A, B]))[0]).to.have.length(3);
  });
});
