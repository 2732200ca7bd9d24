import { request } from 'node:http';
import { expect } from 'chai';
import { Counter, Registry } from 'prom-client';
import { MetricsExchange } from '../../../server/kernel/metrics/metrics-exchange.ts';
import { connectLive } from '../../realtime/live-fixture.ts';
import { freshAddress } from '../../support/service.ts';
import { DeliveryWorld, WEST_BAY } from '../../worlds/delivery-world.ts';

const TOKEN = 'metrics-token-of-the-tests';

/** The samples of one metric: from its joined label values to its value. */
function samples(text: string, name: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split('\n')) {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (match?.[1] !== name) continue;
    const labels = [...(match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].filter(
      ([, label]) => label !== 'process',
    );
    found.set(labels.map(([, , value]) => value).join(' '), Number(match[3]));
  }
  return found;
}

describe('GET /metrics', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open({ METRICS_TOKEN: TOKEN });
  });

  after(() => world?.close());

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${world.service.url}/metrics`, { headers, method });
  const metricsText = async () => (await get()).text();

  it('responds in Prometheus’ text format to this machine, with every metric of the design', async () => {
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.include('version=0.0.4');
    const text = await answer.text();
    for (const name of [
      'wasl_commands_total',
      'wasl_command_seconds',
      'wasl_owner_batch_turns',
      'wasl_owner_fences_total',
      'wasl_owner_activations_total',
      'wasl_owner_forwards_total',
      'wasl_owner_mailbox_depth',
      'wasl_live_delivery_seconds',
      'wasl_live_caught_up_total',
      'wasl_location_points_total',
      'wasl_event_loop_delay_seconds',
      'wasl_outbox_age_seconds',
      'wasl_timers_total',
    ]) {
      expect(text, name).to.include(`# TYPE ${name} `);
    }
    expect(samples(text, 'wasl_pool_connections').get('work used')).to.be.a('number');
    expect(samples(text, 'wasl_event_loop_delay_seconds').get('0.99')).to.be.greaterThan(0);
  });

  it('requires the token for requests that come through a proxy', async () => {
    const outside = { 'X-Forwarded-For': freshAddress() };
    expect((await get(outside)).status).to.equal(401);
    expect((await get({ ...outside, Authorization: 'Bearer metrics-token-of-nobody' })).status).to.equal(401);
    expect((await get({ ...outside, Authorization: `Bearer ${TOKEN}` })).status).to.equal(200);
    expect((await get({}, 'POST')).status).to.equal(405);
  });

  it('counts requests by operation and status, and has no labels for other paths', async () => {
    await world.dispatcher.get('/dispatch/tasks?limit=3');
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/tasks/${crypto.randomUUID()}`);
    await fetch(`${world.service.url}/api/v1/no/such/path`);
    await fetch(`${world.service.url}/health`);
    const requests = samples(await metricsText(), 'wasl_http_request_seconds_count');
    expect(requests.get('listTasks 200')).to.equal(1);
    expect(requests.get('getTask 404')).to.equal(1);
    expect(requests.get('none 404')).to.equal(1);
    expect([...requests.keys()].filter((labels) => labels.includes('/'))).to.deep.equal([]);
  });

  it('counts commands by outcome, positions by result, sockets and deliveries', async () => {
    const driver = await world.onDuty({ at: WEST_BAY });
    const { client } = driver;
    await client.post('/driver/shift/start');
    await client.refused(409, 'shift.INVALID_STATE', 'POST', '/driver/shift/resume');
    const { socket } = await connectLive(world.service.url, client.token);
    const text = await metricsText();
    socket.close();
    const commands = samples(text, 'wasl_commands_total');
    expect(commands.get('driver done')).to.be.greaterThan(1);
    expect(commands.get('driver refused')).to.equal(1);
    expect(samples(text, 'wasl_location_points_total').get('accepted')).to.equal(1);
    expect(samples(text, 'wasl_presence_changes_total').get('ONLINE')).to.equal(1);
    expect(samples(text, 'wasl_sockets').get('')).to.equal(1);
  });

  describe('of the other processes', () => {
    const NAME = 'worker-elsewhere';
    const SHOWN = /wasl_outbox_swept_total\{process="worker-elsewhere"\} 7/;
    let exchange: MetricsExchange;

    beforeEach(async () => {
      const { redis, config, secrets, log } = world.service.inside.deps;
      const registry = new Registry();
      registry.setDefaultLabels({ process: NAME });
      new Counter({ name: 'wasl_outbox_swept_total', help: 'h', registers: [registry] }).inc(7);
      const place = { redis, namespace: config.redisNamespace, process: NAME };
      exchange = new MetricsExchange({ ...place, registry, secrets, log, onForged: () => undefined });
      await exchange.leave();
    });
    afterEach(() => exchange.close());

    it('are included', async () => {
      expect(await metricsText()).to.match(SHOWN);
    });

    it('are refused and counted if somebody else wrote them to Redis (S14)', async () => {
      const { redis, config, secrets } = world.service.inside.deps;
      const prefix = `${config.redisNamespace}:signed-metrics`;
      const key = `${prefix}:${NAME}`;
      const genuine = (await redis.get(key)) ?? '';
      // Recorded an hour ago, when it was signed.
      const old = `${Date.now() - 3_600_000}${genuine.slice(genuine.indexOf(' '))}`;
      const attacks = [
        genuine.replace('"value":7', '"value":9'),
        genuine.slice(22),
        secrets.sign('redis-value', prefix, NAME, old).toString('base64url') + old,
        'x',
      ];
      for (const [index, value] of attacks.entries()) {
        expect(value).to.not.equal(genuine);
        await redis.set(key, value, 'PX', 10_000);
        const text = await metricsText();
        expect(text).to.not.contain(NAME);
        expect(samples(text, 'wasl_frames_refused_total').get('metrics forged') ?? 0).to.be.at.least(index);
      }
    });
  });

  it('survives a client that hangs up at once', async () => {
    const { hostname, port } = new URL(world.service.url);
    await new Promise<void>((resolve) => {
      const sent = request({ hostname, port, path: '/metrics' });
      sent.on('error', () => resolve());
      sent.on('close', () => resolve());
      sent.end(() => sent.destroy());
    });
    expect((await get()).status).to.equal(200);
  });
});
