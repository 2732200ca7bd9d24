import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import { CircuitBreaker } from '../../../server/travel/circuit-breaker.ts';
import { OsrmTravel } from '../../../server/travel/osrm-travel.ts';

const A = { latitude: 25.28, longitude: 51.53 };
const B = { latitude: 25.32, longitude: 51.52 };
const AT = new Date('2026-03-01T08:00:00Z');
const fallback = { among: async () => cityTravelTimes };

describe('travel times from a service', () => {
  let server: Server;
  let url: string;
  let answer: (response: ServerResponse) => void;
  let asked: string[];
  let outcomes: string[];
  let now: number;

  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
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
    asked = [];
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

  it('are the service’s, asked for once in its words', async () => {
    answer = good;
    const times = await make().among([A, B, A], AT);
    expect([times.seconds(A, B), times.seconds(B, A)]).to.deep.equal([321.4, 299]);
    expect(asked).to.deep.equal(['/table/v1/driving/51.53,25.28;51.52,25.32?annotations=duration']);
    expect(outcomes).to.deep.equal(['service']);
  });

  it('leave a way that the service does not find, and a place it was not asked for, to the estimate', async () => {
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
      const begun = performance.now();
      const times = await make().among([A, B], AT);
      expect(performance.now() - begun).to.be.lessThan(2_000);
      expect(times.seconds(A, B)).to.equal(estimate);
      expect(outcomes).to.deep.equal([outcome]);
    });
  }

  it('are not asked for after five failures in a row, but once every half minute', async () => {
    answer = json({}, 500);
    const travel = make();
    for (let count = 0; count < 8; count += 1) await travel.among([A, B], AT);
    expect(asked).to.have.length(5);
    expect(outcomes.slice(5)).to.deep.equal(['open', 'open', 'open']);
    now += 31_000;
    await travel.among([A, B], AT);
    await travel.among([A, B], AT);
    expect(asked).to.have.length(6);
    answer = good;
    now += 31_000;
    expect((await travel.among([A, B], AT)).seconds(A, B)).to.equal(321.4);
    expect((await travel.among([A, B], AT)).seconds(B, A)).to.equal(299);
  });

  it('are not asked for when there are too many places, or nothing to drive', async () => {
    answer = good;
    const travel = make();
    const points = Array.from({ length: 101 }, (_, index) => ({ ...A, longitude: 51 + index / 1_000 }));
    expect((await travel.among(points, AT)).seconds(A, B)).to.equal(estimate);
    await travel.among([A, A], AT);
    expect(asked).to.deep.equal([]);
    expect(outcomes).to.deep.equal(['size']);
  });
});
