import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import sinon from 'sinon';
import { MetricsExchange } from '../../server/kernel/metrics/metrics-exchange.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { startService, type TestService } from '../support/service.ts';

const CONCURRENT_REQUESTS = 30;

describe('attack: requests outside the API, which need no token (S20, S24)', () => {
  let service: TestService;

  before(async () => {
    const env = { LIMIT_NETWORKS: 'small 203.0.113.0/24 browse=3' };
    service = await startService({ catalogue: false, env });
  });
  after(() => service?.stop());
  afterEach(() => sinon.restore());

  for (const [index, path] of ['/openapi.json', '/docs/', '/docs/asyncapi.yaml'].entries()) {
    it(`${path} costs the budget of the address`, async () => {
      const headers = { 'X-Forwarded-For': `203.0.113.${index + 1}` };
      const statuses: number[] = [];
      for (let requests = 0; requests < 5; requests += 1) {
        const answer = await fetch(service.url + path, { headers });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
      expect(statuses).to.deep.equal([200, 200, 200, 429, 429]);
    });
  }

  it('/ready checks once for all who ask at the same moment', async () => {
    const ping = sinon.spy(service.inside.deps.redis, 'ping');
    const responses = Array.from({ length: CONCURRENT_REQUESTS }, () => fetch(`${service.url}/ready`));
    const statuses = (await Promise.all(responses)).map(({ status }) => status);
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    // On a slow machine they may take longer than the time for which a check is shared.
    expect(ping.callCount).to.be.within(1, CONCURRENT_REQUESTS / 3);
  });

  it('/metrics is rendered once for all who ask within a second', async () => {
    const getMetricsAsJSON = sinon.fake.resolves([]);
    const exchange = new MetricsExchange({
      registry: { getMetricsAsJSON } as unknown as Registry,
      redis: { zrangebyscore: async () => [], status: 'end' } as unknown as Redis,
      ...{ process: 'one', namespace: 'test', log: pino({ level: 'silent' }), shareMs: 60_000 },
      secrets: new Secrets(onlyKey('test-application-secret-0123456789abcdef')),
      onForged: () => undefined,
    });
    const texts = await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, () => exchange.text()));
    expect(await exchange.text()).to.equal(texts[0]);
    expect(getMetricsAsJSON.callCount).to.equal(1);
    await exchange.close();
  });
});
