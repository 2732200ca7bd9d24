import { expect } from 'chai';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { ConfigError } from '../../server/kernel/process/config-error.ts';
import { openTracing } from '../../server/kernel/tracing/open-tracing.ts';
import { OtlpTracing } from '../../server/kernel/tracing/otlp-tracing.ts';
import { parseTraceparent } from '../../server/kernel/tracing/tracing.ts';
import { testEnvironment } from '../support/service.ts';

const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('tracing', () => {
  const tracing = (ratio: number) =>
    new OtlpTracing({ url: 'http://127.0.0.1:9/v1/traces', headers: {}, ratio, service: 'wasl' }, 'test');

  it('reads traceparents of version 00, and nothing else', () => {
    expect(parseTraceparent(SAMPLED)).to.deep.equal({
      ...{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', flags: 1 },
    });
    for (const wrong of [
      undefined,
      ['a'],
      '',
      SAMPLED.toUpperCase(),
      SAMPLED.replace(/^00/, '01'),
      `${SAMPLED}-x`,
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    ])
      expect(parseTraceparent(wrong), String(wrong)).to.equal(null);
  });

  it('lets a client continue its trace, but not decide that it is recorded', async () => {
    const [none, all] = [tracing(0), tracing(1)];
    expect(none.begin('GET', 'server', SAMPLED).trace).to.match(
      /^00-0af7651916cd43dd8448eb211c80319c-.{16}-00$/,
    );
    expect(all.begin('GET', 'server', SAMPLED).trace).to.match(
      /^00-0af7651916cd43dd8448eb211c80319c-.{16}-01$/,
    );
    expect(all.begin('GET', 'server', SAMPLED.replace(/1$/, '0')).trace).to.match(/-00$/);
    await Promise.all([none.close(), all.close()]);
  });

  it('records what another process of the installation has decided to record', async () => {
    const none = tracing(0);
    expect(none.begin('commit order', 'internal', SAMPLED).trace).to.match(/-01$/);
    expect(none.begin('command order.accept', 'internal').trace).to.match(/-00$/);
    await none.close();
  });

  it('is configured by an endpoint, and absent without one', async () => {
    const settings = (more: Record<string, string>) =>
      loadConfig(testEnvironment('postgresql://x/y', more)).tracing;
    expect(settings({})).to.equal(null);
    expect(await openTracing(null, 'test')).to.equal(null);
    expect(
      settings({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.qa/otlp/',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc%3D,x-scope=wasl',
        OTEL_TRACES_SAMPLER_ARG: '0.5',
      }),
    ).to.deep.equal({
      url: 'https://collector.example.qa/otlp/v1/traces',
      headers: { authorization: 'Basic abc=', 'x-scope': 'wasl' },
      ...{ ratio: 0.5, service: 'wasl' },
    });
    for (const wrong of [{ OTEL_TRACES_SAMPLER_ARG: '2' }, { OTEL_EXPORTER_OTLP_HEADERS: 'no pair' }])
      expect(() => settings(wrong)).to.throw(ConfigError);
  });
});
