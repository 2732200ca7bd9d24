import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { WaslError } from '../../actors/errors.ts';
import { RateLimits } from '../../server/kernel/http/rate-limit.ts';
import type { RateBudget, RateClass } from '../../server/kernel/process/limit-config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { redisUrl } from '../support/database.ts';
import { turnsDuring } from '../support/event-loop.ts';

/** A proxy before Redis whose connections can fall silent without being cut. */
class DeadLine {
  readonly #sockets: Socket[] = [];
  readonly #server: Server;

  constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.push(from);
        from.on('error', () => undefined);
        from.pipe(to);
      }
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `redis://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  goDead(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

describe('rate limits without Redis', () => {
  const budget: RateBudget = { points: 3, window: 60 };
  const budgets: Record<RateClass, RateBudget> = {
    browse: budget,
    write: budget,
    'sign-in': budget,
    registration: budget,
  };
  let line: DeadLine;
  let redis: Redis;
  let limits: RateLimits;

  beforeEach(async () => {
    line = new DeadLine(new URL(redisUrl()));
    redis = openRedis(
      { redisUrl: await line.open() },
      { role: 'commands', log: createLogger('silent', 'test') },
    );
    expect(await redisReady(redis, 5_000)).to.equal(true);
    limits = new RateLimits(redis, `t-${randomUUID().slice(0, 12)}`, { limits: budgets });
  });

  afterEach(async () => {
    line.close();
    await closeRedis(redis);
  });

  const spend = async () => {
    const outcome = await limits.spend('sign-in', '198.51.100.1').catch((error: unknown) => error);
    return outcome instanceof WaslError ? outcome.code : 'passed';
  };

  it('of several processes together allow one budget, and each at least one request', async () => {
    line.close();
    await closeRedis(redis);
    const points = 7;
    for (const [processes, share] of [
      [1, 7],
      [3, 2],
      [20, 1],
    ] as const) {
      const limits = { ...budgets, write: { points, window: 60 } };
      const alone = new RateLimits(redis, 'unused', { limits, processes });
      const outcomes: string[] = [];
      for (let count = 0; count < points + 1; count += 1) {
        const outcome = await alone.spend('write', '198.51.100.2').catch((error: WaslError) => error.code);
        outcomes.push(typeof outcome === 'string' ? outcome : 'passed');
      }
      const passed = outcomes.filter((outcome) => outcome === 'passed');
      expect(passed, `${processes} processes`).to.have.length(share);
      expect(outcomes.slice(share)).to.not.include('passed');
    }
  });

  it('delay no request when Redis is silent, and still refuse beyond the budget', async () => {
    expect(await spend()).to.equal('passed');
    line.goDead();
    let redisGivenUp = false;
    void redis.ping().catch(() => {
      redisGivenUp = true;
    });
    const outcomes = [await spend()];
    expect(redisGivenUp, 'waited as long as a command to Redis').to.equal(false);
    // The next ones do not ask Redis.
    const turns = await turnsDuring(
      (async () => {
        for (let count = 0; count < 3; count += 1) outcomes.push(await spend());
      })(),
    );
    expect(turns).to.be.below(20);
    expect(outcomes).to.deep.equal(['passed', 'passed', 'passed', 'common.RATE_LIMITED']);
  });

  it('refuse beyond the budget when Redis is gone', async () => {
    line.close();
    await once(redis, 'close');
    const outcomes = [await spend(), await spend(), await spend(), await spend()];
    expect(outcomes).to.deep.equal(['passed', 'passed', 'passed', 'common.RATE_LIMITED']);
  });

  it('count every spelling of an address, and a whole IPv6 subscriber, as one', async () => {
    const spellings = ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff::', '2001:db8:1:2:3:4:5:6'];
    for (const address of spellings) await limits.spend('write', address);
    const refused = await limits.spend('write', '2001:db8:1:2::9').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(WaslError);
    for (const address of ['::ffff:198.51.100.2', '198.51.100.2', '::FFFF:c633:6402'])
      await limits.spend('write', address);
    const again = await limits.spend('write', '198.51.100.2').catch((error: unknown) => error);
    expect(again).to.be.instanceOf(WaslError);
  });
});
