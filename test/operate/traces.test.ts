import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import { freePort } from '../../scripts/embedded/ports.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { connectLive } from '../realtime/live-fixture.ts';
import { type ApiProcess, spawnApi } from '../support/server-processes.ts';
import { freshAddress, testEnvironment } from '../support/service.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { type ReceivedSpan, TraceReceiver } from './trace-receiver.ts';

describe('traces', function () {
  this.timeout(120_000);
  let receiver: TraceReceiver;
  let world: DeliveryWorld;
  let other: ApiProcess;

  before(async () => {
    receiver = await TraceReceiver.open();
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20test',
      OTEL_TRACES_SAMPLER_ARG: '1',
    };
    const shared = { REDIS_NAMESPACE: `t-${randomUUID().slice(0, 12)}`, ...tracing };
    world = await DeliveryWorld.open(shared);
    other = await spawnApi(testEnvironment(world.service.databaseUrl, shared));
  });
  after(async () => {
    await other?.kill();
    await world?.close();
    await receiver?.close();
  });

  const traceOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

  /** A seller's step, as a client sends it that records traces itself. Returns the trace once it has `names`. */
  async function step(url: string, groupId: string, name: string, names: readonly string[], flags = '01') {
    const traceId = randomBytes(16).toString('hex');
    const parent = randomBytes(8).toString('hex');
    const answer = await fetch(`${url}/api/v1/seller/order-groups/${groupId}/${name}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${world.seller.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        'X-Forwarded-For': freshAddress(),
        traceparent: `00-${traceId}-${parent}-${flags}`,
      },
      body: '{}',
    });
    expect(answer.status, await answer.text()).to.equal(200);
    await until(
      () => {
        const found = traceOf(traceId).map((span) => span.name);
        return names.every((wanted) => found.includes(wanted));
      },
      { limitMs: 20_000, everyMs: 100 },
    ).catch(() => expect.fail(`of ${names.join(', ')} only ${JSON.stringify(traceOf(traceId))}`));
    return { spans: traceOf(traceId), parent };
  }

  /** The one span of this name, and its parent in the trace. */
  function only(spans: readonly ReceivedSpan[], name: string) {
    const found = spans.filter((span) => span.name === name);
    expect(found, name).to.have.lengthOf(1);
    const [span] = found as [ReceivedSpan];
    return { span, above: spans.find(({ spanId }) => spanId === span.parentSpanId) };
  }

  it('show an order’s acceptance as one: request, command, commit, push, delivery to a socket', async () => {
    const { groupId } = await world.order();
    const { socket } = await connectLive(world.service.url, world.seller.token);
    const { spans, parent } = await step(world.service.url, groupId, 'accept', [
      'acceptOrderGroup',
      'deliver group.updated',
    ]);
    socket.close();
    const request = only(spans, 'acceptOrderGroup').span;
    expect(request.parentSpanId).to.equal(parent);
    expect(request.attributes['http.response.status_code']).to.be.oneOf([200, '200']);
    const command = only(spans, 'command order.accept');
    expect(command.above?.name).to.equal('acceptOrderGroup');
    const commit = spans.find(
      ({ name, parentSpanId }) => name === 'commit order' && parentSpanId === command.span.spanId,
    );
    expect(commit, 'commit').not.to.equal(undefined);
    const push = spans.find(({ name }) => name === 'push group.updated');
    expect(push?.parentSpanId).to.equal(command.span.spanId);
    const delivered = spans.filter(({ name }) => name === 'deliver group.updated');
    expect(
      delivered.every(({ parentSpanId }) =>
        spans.some(({ spanId, name }) => spanId === parentSpanId && name === 'push group.updated'),
      ),
    ).to.equal(true);
    const roots = spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId));
    expect(roots.map(({ name }) => name)).to.deep.equal(['acceptOrderGroup']);
  });

  it('go on over processes: a forwarded command, and events for the sockets of another', async () => {
    const { groupId } = await world.order();
    // This process owns the order from now on.
    await step(world.service.url, groupId, 'accept', ['commit order']);
    const { socket } = await connectLive(other.url, world.seller.token);
    const { spans } = await step(other.url, groupId, 'pack', [
      'packOrderGroup',
      'commit order',
      'deliver group.updated',
    ]);
    socket.close();
    const command = only(spans, 'command order.pack').span;
    const commit = only(spans, 'commit order');
    expect(commit.above?.spanId).to.equal(command.spanId);
    expect(commit.span.process).not.to.equal(command.process);
    const delivered = spans.find(
      ({ name, process }) => name === 'deliver group.updated' && process === command.process,
    );
    const push = spans.find(({ spanId }) => spanId === delivered?.parentSpanId);
    expect(push?.process).to.equal(commit.span.process);
  });

  it('follow the effects of a command to other actors', async () => {
    const { groupId } = await world.order();
    for (const name of ['accept', 'pack']) await step(world.service.url, groupId, name, ['commit order']);
    const { spans } = await step(world.service.url, groupId, 'ready', ['command order.ready', 'commit zone']);
    const ready = only(spans, 'command order.ready').span;
    const toZone = spans.find(({ name }) => name.startsWith('command zone.'));
    expect(toZone?.parentSpanId).to.equal(ready.spanId);
  });

  it('are not told to clients, and contain no path, name, address or token', async () => {
    const events: unknown[] = [];
    const { socket } = await connectLive(world.service.url, world.seller.token);
    socket.onAny((...args: unknown[]) => void events.push(args));
    const { groupId } = await world.order();
    await step(world.service.url, groupId, 'accept', ['deliver group.updated']);
    await until(() => events.length > 0, { limitMs: 5_000 });
    socket.close();
    expect(JSON.stringify(events)).not.to.match(/"trace"|00-[0-9a-f]{32}-/);
    for (const secret of [world.seller.token ?? 'none', '/api/v1/', '@', '+974', 'Bearer'])
      expect(receiver.text.includes(secret), secret).to.equal(false);
    expect(receiver.headers).to.include({ url: '/v1/traces', 'x-key': 'of the test' });
  });

  it('are left out as a client asks', async () => {
    const { groupId } = await world.order();
    const { spans } = await step(world.service.url, groupId, 'accept', [], '00');
    expect(spans).to.deep.equal([]);
  });

  it('do not hold anything up while the collector is away', async () => {
    const environment = testEnvironment(world.service.databaseUrl, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
    });
    const lonely = await spawnApi(environment);
    try {
      for (let count = 0; count < 300; count += 1)
        expect((await fetch(`${lonely.url}/health`)).status).to.equal(200);
      const ended = once(lonely.child, 'exit', { signal: AbortSignal.timeout(60_000) });
      lonely.child.kill('SIGTERM');
      // 1 would tell that the service gave up what it was still doing.
      expect(await ended).to.deep.equal([0, null]);
    } finally {
      await lonely.kill();
    }
  });
});
