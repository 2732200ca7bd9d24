import { expect } from 'chai';
import { ForwardError, type ForwardedAnswer } from '../../actors/runtime/activation-ports.ts';
import { incarnationOf } from '../../db/redis/incarnation.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { RedisLine as Way } from '../realtime/redis-line.ts';
import { done, MemoryWires, RedisWires, request, type WireWorld } from '../support/wire-world.ts';

async function reasonOf(answer: Promise<ForwardedAnswer>): Promise<string> {
  try {
    await answer;
    return 'answered';
  } catch (error) {
    if (error instanceof ForwardError) return error.reason;
    throw error;
  }
}

const never = () => new Promise<ForwardedAnswer>(() => undefined);

const worlds: [string, () => WireWorld][] = [
  ['in memory', () => new MemoryWires()],
  ['over Redis', () => new RedisWires()],
];

for (const [where, open] of worlds) {
  describe(`forwarding commands, ${where}`, () => {
    let world: WireWorld;
    beforeEach(() => {
      world = open();
    });
    afterEach(() => world.close());

    it('delivers a command to its owner unchanged, and the response back', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const requestHash = Buffer.from([0, 200, 255]);
      const sent = { ...request(7), reason: 'سبب', requestId: 'r-1', requestHash };
      const seen: unknown[] = [];
      two.wire.serve(async (given) => {
        seen.push(given);
        return done(given.payload.n);
      });
      expect(await one.wire.forward(two.incarnation, sent)).to.deep.equal(done(7));
      expect(seen).to.deep.equal([sent]);
    });

    it('delivers refusals unchanged', async () => {
      const [one, two] = [await world.join(), await world.join()];
      const refusal: ForwardedAnswer = {
        ok: false,
        code: 'order.INVALID_STATE',
        detail: 'Too late.',
        extension: { status: 'READY', allowed: ['cancel'] },
        retryAfter: null,
      };
      two.wire.serve(async () => refusal);
      expect(await one.wire.forward(two.incarnation, request(1))).to.deep.equal(refusal);
    });

    it('keeps a thousand commands in both directions apart', async () => {
      const [one, two] = [await world.join(), await world.join()];
      for (const { wire } of [one, two]) wire.serve(async ({ payload }) => done(payload.n));
      const numbers = Array.from({ length: 1_000 }, (_, n) => n);
      const answers = await Promise.all(
        numbers.flatMap((n) => [
          one.wire.forward(two.incarnation, request(n)),
          two.wire.forward(one.incarnation, request(-1 - n)),
        ]),
      );
      expect(answers).to.deep.equal(numbers.flatMap((n) => [done(n), done(-1 - n)]));
    });

    it('responds "moved" for another incarnation, and runs nothing for it', async () => {
      const [one, two] = [await world.join(), await world.join()];
      let served = 0;
      two.wire.serve(async () => {
        served += 1;
        return done(0);
      });
      const before = two.incarnation;
      two.incarnation = incarnationOf(two.node, 'next');
      expect(await reasonOf(one.wire.forward(before, request(1)))).to.equal('moved');
      expect(served).to.equal(0);
      expect(await reasonOf(one.wire.forward(two.incarnation, request(1)))).to.equal('answered');
    });

    it('responds "moved" when the handler says so, and before a handler is set', async () => {
      const [one, two] = [await world.join(), await world.join()];
      expect(await reasonOf(one.wire.forward(two.incarnation, request(1)))).to.equal('moved');
      two.wire.serve(() => Promise.reject(new ForwardError('moved')));
      expect(await reasonOf(one.wire.forward(two.incarnation, request(1)))).to.equal('moved');
    });

    it('reports at once that an owner is gone', async () => {
      const one = await world.join({ answer: 60_000 });
      expect(await reasonOf(one.wire.forward(incarnationOf('nobody', 'x'), request(1)))).to.equal('absent');
    });

    it('reports that the owner failed', async () => {
      const [one, two] = [await world.join({ answer: 60_000 }), await world.join()];
      two.wire.serve(() => Promise.reject(new Error('a defect')));
      expect(await reasonOf(one.wire.forward(two.incarnation, request(1)))).to.equal('failed');
    });

    it('waits no longer than its limit, and ignores a response that comes later', async () => {
      const [one, two] = [await world.join({ answer: 60 }), await world.join()];
      let answer: (value: ForwardedAnswer) => void = () => undefined;
      two.wire.serve(
        () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      );
      expect(await reasonOf(one.wire.forward(two.incarnation, request(1)))).to.equal('late');
      answer(done(1));
      two.wire.serve(async ({ payload }) => done(payload.n));
      expect(await one.wire.forward(two.incarnation, request(2))).to.deep.equal(done(2));
    });

    it('accepts no more than its limits on either side', async () => {
      const [one, two] = [await world.join({ waiting: 5 }), await world.join({ serving: 3 })];
      two.wire.serve(never);
      const outcomes = Array.from({ length: 6 }, () =>
        reasonOf(one.wire.forward(two.incarnation, request(1))),
      );
      expect(await outcomes[5]).to.equal('unsent');
      expect(await Promise.all([outcomes[3], outcomes[4]])).to.deep.equal(['busy', 'busy']);
      expect(two.wire.serving).to.equal(3);
      one.wire.close();
      expect(await Promise.all(outcomes.slice(0, 3))).to.deep.equal(['late', 'late', 'late']);
    });
  });
}

describe('forwarding commands over a Redis outage', () => {
  it('fails at once meanwhile, and works again when Redis is back', async () => {
    const way = new Way();
    await way.mend();
    const world = new RedisWires(way.url);
    try {
      const [one, two] = [await world.join(), await world.join()];
      two.wire.serve(never);
      const onItsWay = reasonOf(one.wire.forward(two.incarnation, request(1)));
      await until(() => two.wire.serving === 1);
      await way.cut();
      await world.down();
      expect(await reasonOf(one.wire.forward(two.incarnation, request(2)))).to.equal('unsent');
      two.wire.serve(async ({ payload }) => done(payload.n));
      await way.mend();
      await until(async () => (await reasonOf(one.wire.forward(two.incarnation, request(3)))) === 'answered');
      expect(await onItsWay).to.equal('late');
    } finally {
      await world.close();
      await way.cut();
    }
  });
});
