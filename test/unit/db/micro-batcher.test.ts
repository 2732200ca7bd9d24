import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { type BatchLimits, MicroBatcher } from '../../../db/micro-batcher.ts';
import { until } from '../../../scripts/shared/waiting.ts';

interface Call {
  key: string | null;
  value: number;
}

describe('micro-batches', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Batches that end when the test says so. */
  function held(limits: BatchLimits = {}) {
    const batches: { calls: readonly Call[]; end(error?: Error): void }[] = [];
    const batcher = new MicroBatcher<Call, number>(
      (calls) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error) =>
            error === undefined ? resolve(calls.map(({ value }) => 10 * value)) : reject(error);
          batches.push({ calls, end });
        }),
      ({ key }) => key,
      { minGapMs: 0, ...limits },
    );
    const ask = (key: string | null, value: number) => batcher.ask({ key, value });
    const asked = () => batches.map((batch) => batch.calls.map(({ value }) => value));
    /** Ends the batches one after the other until none is left. */
    const endAll = async () => {
      for (let index = 0; index < batches.length; index += 1) {
        batches[index]?.end();
        await turn();
        await turn();
      }
    };
    return { batches, ask, asked, endAll };
  }

  const EAGER: BatchLimits = { minBusyBatchSize: 1 };
  const outcome = (call: Promise<number>) =>
    call.catch((error: unknown) => (error instanceof WaslError ? error.code : String(error)));
  const REFUSED = 'common.UNAVAILABLE';

  it('combine calls that come together, each with its own result', async () => {
    const { batches, ask, asked } = held();
    const answers = Promise.all([ask('a', 1), ask('b', 2), ask(null, 3), ask(null, 4)]);
    await turn();
    expect(asked()).to.deep.equal([[1, 2, 3, 4]]);
    batches[0]?.end();
    expect(await answers).to.deep.equal([10, 20, 30, 40]);
  });

  it('start some milliseconds apart, so that calls of a busy moment are combined', async () => {
    const { batches, ask, asked } = held({ minGapMs: 500 });
    const answers = [ask('a', 1)];
    await turn();
    batches[0]?.end();
    await answers[0];
    answers.push(ask('b', 2));
    await turn();
    answers.push(ask('c', 3));
    expect(asked()).to.deep.equal([[1]]);
    await until(() => asked().length > 1);
    expect(asked()).to.deep.equal([[1], [2, 3]]);
    batches[1]?.end();
    expect(await Promise.all(answers)).to.deep.equal([10, 20, 30]);
  });

  it('with the same key run one after the other, in their order, while others go ahead', async () => {
    const { ask, asked, endAll } = held(EAGER);
    const answers = Promise.all([ask('a', 1), ask('a', 2), ask('b', 3)]);
    await turn();
    const late = ask('c', 4);
    await turn();
    expect(asked()).to.deep.equal([[1, 3], [4]]);
    await endAll();
    expect(asked()).to.deep.equal([[1, 3], [4], [2]]);
    expect(await answers).to.deep.equal([10, 20, 30]);
    expect(await late).to.equal(40);
  });

  it('gather calls while one is under way, until it ends', async () => {
    const { batches, ask, asked, endAll } = held({ maxGatherMs: 10_000 });
    const answers = [ask('a', 1)];
    await turn();
    for (let value = 2; value < 6; value += 1) {
      answers.push(ask(null, value));
      await turn();
    }
    expect(asked()).to.deep.equal([[1]]);
    batches[0]?.end();
    await turn();
    await turn();
    expect(asked()).to.deep.equal([[1], [2, 3, 4, 5]]);
    await endAll();
    expect(await Promise.all(answers)).to.deep.equal([10, 20, 30, 40, 50]);
  });

  it('do not wait when they are large already, nor for long', async () => {
    const { ask, asked, endAll } = held({ minBusyBatchSize: 3, maxGatherMs: 500 });
    const answers = [ask(null, 1)];
    await turn();
    for (const value of [2, 3, 4]) answers.push(ask(null, value));
    await turn();
    expect(asked(), 'large').to.deep.equal([[1], [2, 3, 4]]);
    answers.push(ask(null, 5));
    await turn();
    expect(asked()).to.have.length(2);
    await until(() => asked().length > 2);
    expect(asked(), 'has waited').to.deep.equal([[1], [2, 3, 4], [5]]);
    await endAll();
    expect(await Promise.all(answers)).to.have.length(5);
  });

  it('wait while the maximum number is under way, and grow up to the maximum size', async () => {
    const { batches, ask, asked, endAll } = held({ ...EAGER, maxBatches: 4, maxBatchSize: 64 });
    const answers: Promise<number>[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      answers.push(ask(`first ${batch}`, batch));
      await turn();
    }
    for (let value = 0; value < 70; value += 1) answers.push(ask(String(value), value));
    await turn();
    expect(asked()).to.have.length(4);
    batches[0]?.end();
    await turn();
    await turn();
    expect(asked().map((batch) => batch.length)).to.deep.equal([1, 1, 1, 1, 64]);
    await endAll();
    expect(await Promise.all(answers)).to.have.length(74);
    expect(asked().map((batch) => batch.length)).to.deep.equal([1, 1, 1, 1, 64, 6]);
  });

  it('fail for all calls in them, and leave their keys free for the next', async () => {
    const { batches, ask, endAll } = held();
    const failing = [ask('a', 1), ask('b', 2)].map(outcome);
    await turn();
    batches[0]?.end(new Error('refused'));
    expect(await Promise.all(failing)).to.deep.equal(['Error: refused', 'Error: refused']);
    const again = ask('a', 3);
    await turn();
    await endAll();
    expect(await again).to.equal(30);
  });

  it('let keys take turns: one with many calls delays no other', async () => {
    const { ask, asked, endAll } = held({ maxBatchSize: 2, maxBatches: 1 });
    const answers = [1, 2, 3, 4].map((value) => ask('greedy', value));
    answers.push(ask('b', 5), ask('c', 6), ask('d', 7));
    await turn();
    await endAll();
    expect(asked()).to.deep.equal([[1, 5], [6, 7], [2], [3], [4]]);
    expect(await Promise.all(answers)).to.have.length(7);
  });

  it('refuse calls at once beyond the limit of waiting ones, with a time to retry', async () => {
    const { ask, endAll } = held({ maxWaiting: 10 });
    const answers = Array.from({ length: 15 }, (_, value) => outcome(ask(String(value), value)));
    const error = await ask('one more', 1).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(WaslError).and.to.include({ code: REFUSED, retryAfter: 2 });
    await turn();
    await endAll();
    const told = await Promise.all(answers);
    expect(told.filter((one) => one === REFUSED)).to.have.length(5);
    expect(await Promise.all([outcome(ask('afterwards', 1)), turn().then(endAll)])).to.include(10);
  });

  it('refuse a call that has waited too long, and nothing that comes after it', async () => {
    const { batches, ask, asked, endAll } = held({ maxWaitMs: 40 });
    const first = ask('a', 1);
    await turn();
    const behind = ask('a', 2);
    expect(await outcome(behind)).to.equal(REFUSED);
    const later = ask('a', 3);
    batches[0]?.end();
    expect(await first).to.equal(10);
    await turn();
    await endAll();
    expect(await later).to.equal(30);
    expect(asked()).to.deep.equal([[1], [3]]);
  });

  it('take a call of a key whose earlier calls were all refused before their turn', async () => {
    const { ask, asked, endAll } = held({ maxBatches: 1, maxWaitMs: 40 });
    const stuck = ask('a', 1);
    await turn();
    expect(await outcome(ask('b', 2))).to.equal(REFUSED);
    const next = [ask('b', 3), ask('b', 4)];
    await endAll();
    expect(await Promise.all([stuck, ...next])).to.deep.equal([10, 30, 40]);
    expect(asked()).to.deep.equal([[1], [3], [4]]);
  });

  it('withstand 20,000 calls of one key: others go ahead, and the capacity is free again afterwards', async () => {
    let largest = 0;
    const batcher = new MicroBatcher<Call, number>(
      async (calls) => {
        largest = Math.max(largest, calls.length);
        await turn();
        return calls.map(({ value }) => value);
      },
      ({ key }) => key,
      // Two hundred batches of one call each may take a slow machine longer than calls wait by default.
      { maxWaitMs: 60_000 },
    );
    const attack = Array.from({ length: 20_000 }, (_, value) =>
      outcome(batcher.ask({ key: 'one cart', value })),
    );
    const honest = await Promise.all(
      Array.from({ length: 60 }, (_, value) => batcher.ask({ key: `cart ${value}`, value })),
    );
    expect(honest).to.have.length(60);
    const told = await Promise.all(attack);
    expect(told.filter((one) => one !== REFUSED)).to.deep.equal(Array.from({ length: 200 }, (_, n) => n));
    expect(largest).to.equal(60 + 1);
    expect(await batcher.ask({ key: 'one cart', value: 7 })).to.equal(7);
  });

  it('cost about as much when a hundred times as many wait', async () => {
    const cost = async (count: number) => {
      const batcher = new MicroBatcher<Call, number>(
        async (calls) => calls.map(({ value }) => value),
        ({ key }) => key,
        { minGapMs: 0, maxWaiting: count, maxWaitingPerKey: count, maxWaitMs: 60_000 },
      );
      const began = process.cpuUsage();
      await Promise.all(Array.from({ length: count }, (_, value) => batcher.ask({ key: 'one', value })));
      const { user, system } = process.cpuUsage(began);
      return (user + system) / count;
    };
    await cost(2_000);
    const [few, many] = [await cost(2_000), await cost(200_000)];
    // A batcher that looked at all waiting calls for each one would need some fifty times as much; caches and the
    // collection of garbage alone can make it five times.
    expect(many / few, 'processor time per call, ratio').to.be.below(20);
  });
});
