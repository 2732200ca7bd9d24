import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { CircuitBreaker } from '../../../server/dispatch/travel/circuit-breaker.ts';
import { OsrmTravel } from '../../../server/dispatch/travel/osrm-travel.ts';

const A = { latitude: 25.28, longitude: 51.53 };
const B = { latitude: 25.32, longitude: 51.52 };
const AT = new Date('2026-03-01T08:00:00Z');
const fallback = { among: async () => cityTravelTimes };

describe('travel times from a routing service', () => {
  let server: Server;
  let url: string;
  let answer: (response: ServerResponse) => void;
  let requests: string[];
  let outcomes: string[];
  let now: number;

  before(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  beforeEach(() => {
    requests = [];
    outcomes = [];
    now = 0;
  });

  const make = () =>
    new OsrmTravel({
      url,
      fallback,
      meter: (outcome) => outcomes.push(outcome),
      breaker: new CircuitBreaker(() => now),
    });
  const json =
    (body: unknown, status = 200) =>
    (response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const good = json({
    code: 'Ok',
    durations: [
      [0, 321.4],
      [299, 0],
    ],
  });
  const estimate = cityTravelTimes.seconds(A, B);

  it('are the service’s, requested once in its format', async () => {
    answer = good;
    const times = await make().among([A, B, A], AT);
    expect([times.seconds(A, B), times.seconds(B, A)]).to.deep.equal([321.4, 299]);
    expect(requests).to.deep.equal(['/table/v1/driving/51.53,25.28;51.52,25.32?annotations=duration']);
    expect(outcomes).to.deep.equal(['service']);
  });

  it('fall back on the estimate for a way that the service does not find, and a place outside the request', async () => {
    answer = json({
      code: 'Ok',
      durations: [
        [0, null],
        [299, 0],
      ],
    });
    const times = await make().among([A, B], AT);
    expect(times.seconds(A, B)).to.equal(estimate);
    const elsewhere = { latitude: 25.4, longitude: 51.4 };
    expect(times.seconds(A, elsewhere)).to.equal(cityTravelTimes.seconds(A, elsewhere));
  });

  const wrong: [string, string, (response: ServerResponse) => void][] = [
    ['a 500', 'failed', json({}, 500)],
    ['a redirect', 'failed', (response) => void response.writeHead(302, { location: '/else' }).end()],
    ['a torn connection', 'failed', (response) => void response.destroy()],
    ['no JSON', 'invalid', (response) => void response.end('<html>')],
    ['an answer that is no table', 'invalid', json({ code: 'InvalidQuery' })],
    ['a table of another size', 'invalid', json({ code: 'Ok', durations: [[0]] })],
    [
      'times below zero',
      'invalid',
      json({
        code: 'Ok',
        durations: [
          [0, -5],
          [5, 0],
        ],
      }),
    ],
    ['more than anybody can read', 'failed', (response) => void response.end('x'.repeat(600_000))],
    ['no answer within half a second', 'timeout', () => undefined],
  ];
  for (const [what, outcome, behaviour] of wrong) {
    it(`are estimated instead after ${what}`, async () => {
      answer = behaviour;
      const times = await make().among([A, B], AT);
      expect(times.seconds(A, B)).to.equal(estimate);
      expect(outcomes).to.deep.equal([outcome]);
    });
  }

  it('are not requested after five failures in a row, except once every half minute', async () => {
    answer = json({}, 500);
    const travel = make();
    for (let count = 0; count < 8; count += 1) await travel.among([A, B], AT);
    expect(requests).to.have.length(5);
    expect(outcomes.slice(5)).to.deep.equal(['open', 'open', 'open']);
    now += 31_000;
    await travel.among([A, B], AT);
    await travel.among([A, B], AT);
    expect(requests).to.have.length(6);
    answer = good;
    now += 31_000;
    expect((await travel.among([A, B], AT)).seconds(A, B)).to.equal(321.4);
    expect((await travel.among([A, B], AT)).seconds(B, A)).to.equal(299);
  });

  const line = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...A, longitude: 51 + index / 1_000 }));
  /** From the place with the number n to that with the number m: 300 × n + m seconds. */
  const numbered = (response: ServerResponse) => {
    const list = /driving\/([^?]*)/.exec(requests.at(-1) ?? '')?.[1]?.split(';') ?? [];
    expect(list.length).to.be.at.most(100);
    const numbers = list.map((place) => Math.round((Number(place.split(',')[0]) - 51) * 1_000));
    const durations = numbers.map((from) => numbers.map((to) => (from === to ? 0 : 300 * from + to)));
    json({ code: 'Ok', durations })(response);
  };

  it('of more places than a service answers at once are requested in parts, with every way among them', async () => {
    answer = numbered;
    const points = line(130);
    const times = await make().among(points, AT);
    points.forEach((from, row) => {
      points.forEach((to, column) => {
        expect(times.seconds(from, to), `${row} to ${column}`).to.equal(
          row === column ? 0 : 300 * row + column,
        );
      });
    });
    expect(outcomes).to.deep.equal(['service', 'service', 'service']);
  });

  it('are estimated for the part at which the service fails', async () => {
    let count = 0;
    answer = (response) => {
      count += 1;
      if (count === 1) json({}, 500)(response);
      else numbered(response);
    };
    const points = line(130);
    const times = await make().among(points, AT);
    let estimated = 0;
    points.forEach((from, row) => {
      points.forEach((to, column) => {
        const seconds = times.seconds(from, to);
        if (row === column || seconds === 300 * row + column) return;
        expect(seconds).to.equal(cityTravelTimes.seconds(from, to));
        estimated += 1;
      });
    });
    // Between the two parts of that request; the others contain the ways within each.
    expect([2 * 50 * 50, 2 * 50 * 30]).to.include(estimated);
    expect(outcomes.toSorted()).to.deep.equal(['failed', 'service', 'service']);
  });

  it('are not requested when there are too many places, or nothing to drive', async () => {
    answer = good;
    const travel = make();
    const points = line(401);
    expect((await travel.among(points, AT)).seconds(A, B)).to.equal(estimate);
    await travel.among([A, A], AT);
    expect(requests).to.deep.equal([]);
    expect(outcomes).to.deep.equal(['size']);
  });
});
