import { expect } from 'chai';
import { until, untilFound } from '../../scripts/shared/waiting.ts';
import { clockWrong } from '../../server/dispatch/alerts/clock-wrong.ts';
import { watchCondition } from '../../server/dispatch/alerts/watch-condition.ts';
import { AlertBoard } from '../api/alerts/alert-board.ts';
import { connectLive } from '../realtime/live-fixture.ts';
import { startService } from '../support/service.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';

const PATH = '/api/v1/categories';

describe('attack: a process whose clock is set wrong', () => {
  let world: DeliveryWorld;
  let skewMs = 0;
  const wallClock = () => Date.now() + skewMs;

  before(async () => {
    world = await DeliveryWorld.open({ METRICS_TOKEN: 'a-token-for-metrics' }, { wallClock });
  });
  afterEach(async () => {
    skewMs = 0;
    await world?.service.inside.deps.clockWatch.check();
  });
  after(() => world?.close());

  const ask = (path: string, init?: RequestInit) => fetch(`${world.service.url}${path}`, init);
  const statusOf = async (path: string) => (await ask(path)).status;
  const metric = async (name: string) => {
    const headers = { Authorization: 'Bearer a-token-for-metrics' };
    const text = await (await ask('/metrics', { headers })).text();
    return Number(new RegExp(`^${name}{[^}]*} (.*)$`, 'm').exec(text)?.[1]);
  };
  /** Waits less than the minute between two comparisons. */
  const untilStatus = (status: number) =>
    until(async () => (await statusOf(PATH)) === status, { limitMs: 5_000, everyMs: 50 });

  it('behind: its actors are deactivated, and no command takes effect', async () => {
    // After a lost lease, as on a busy machine, actors run under row locks for five seconds.
    const owned = async () => {
      const made = await world.ready();
      await world.settle();
      return (await metric('wasl_owner_actors')) > 0 ? made : undefined;
    };
    const { taskId, orderId: key } = await untilFound(owned, { limitMs: 20_000, everyMs: 500 });
    const { actors, clockWatch } = world.service.inside.deps;
    skewMs = -10_000;
    await clockWatch.check();
    expect(await metric('wasl_owner_actors')).to.equal(0);
    const before = await world.database('actor').where({ kind: 'order', key }).first('version');
    const given = actors.command(
      { requestId: 'wrong-clock', ip: null, idempotency: null },
      { accountId: null, role: 'SYSTEM' },
      { kind: 'order', key },
      'cancel-task',
      { taskId },
    );
    const code = await given.then(
      () => null,
      (error: { code?: string }) => error.code,
    );
    expect(code).to.equal('common.UNAVAILABLE');
    expect(await world.database('actor').where({ kind: 'order', key }).first('version')).to.deep.equal(
      before,
    );
  });

  it('ahead: every request is refused with 503 and Retry-After, until the clock is right', async () => {
    expect(await statusOf(PATH)).to.equal(200);
    skewMs = 10_000;
    await untilStatus(503);
    const refused = await ask(PATH);
    expect(refused.headers.get('Retry-After')).to.equal('5');
    expect(((await refused.json()) as { code: string }).code).to.equal('common.UNAVAILABLE');
    expect(await statusOf('/en'), "the shop's pages").to.equal(503);
    const ready = await ask('/ready');
    expect(ready.status).to.equal(503);
    expect(((await ready.json()) as { checks: { clock: string } }).checks.clock).to.equal('down');
    expect(await statusOf('/health'), 'the process itself is well').to.equal(200);
    expect(await metric('wasl_clock_skew_seconds')).to.be.within(9, 11);
    skewMs = 0;
    await untilStatus(200);
    // A check is shared for half a second.
    await until(async () => (await statusOf('/ready')) === 200, { everyMs: 50 });
    expect(await metric('wasl_clock_skew_seconds')).to.be.within(-1, 1);
  });

  it('live connections end, and new ones are refused until it is right', async () => {
    const { client } = await world.somebody();
    const live = await connectLive(world.service.url, client.token, { transports: ['websocket'] });
    const closed = new Promise<void>((resolve) => live.socket.on('disconnect', () => resolve()));
    live.socket.io.reconnection(false);
    skewMs = 10_000;
    await world.service.inside.deps.clockWatch.check();
    await closed;
    live.socket.close();
    expect(await statusOf('/socket.io/?EIO=4&transport=polling')).to.equal(403);
    skewMs = 0;
    await world.service.inside.deps.clockWatch.check();
    const again = await connectLive(world.service.url, client.token, { transports: ['websocket'] });
    again.socket.close();
  });

  it('a critical alert names the process, and is resolved with the fault', async () => {
    const board = new AlertBoard(world);
    const { clockWatch } = world.service.inside.deps;
    const look = () => watchCondition(board.deps, clockWrong);
    const alerts = () => world.database('alerts').where('kind', 'CLOCK_WRONG').select('status', 'message_en');
    skewMs = 10_000;
    await clockWatch.check();
    await look();
    const [raised, ...others] = await alerts();
    expect(others).to.deep.equal([]);
    expect(raised?.status).to.equal('OPEN');
    expect(raised?.message_en).to.match(/^The clock of api-\S+ is wrong by 10 seconds/);
    skewMs = 0;
    await clockWatch.check();
    await look();
    expect((await alerts()).map(({ status }) => status)).to.deep.equal(['RESOLVED']);
    await world.settle();
  });

  it('a difference of less than two seconds changes nothing', async () => {
    skewMs = 1_500;
    await world.service.inside.deps.clockWatch.check();
    expect(await statusOf(PATH)).to.equal(200);
    expect(await metric('wasl_clock_skew_seconds')).to.be.within(1, 2);
  });

  it('at the start: the process responds with 503 from the first request on', async () => {
    const service = await startService({ catalogue: false, wallClock: () => Date.now() - 60_000 });
    try {
      expect((await fetch(`${service.url}${PATH}`)).status).to.equal(503);
    } finally {
      await service.stop();
    }
  });
});
