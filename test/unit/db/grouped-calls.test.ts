import { expect } from 'chai';
import { GroupedCalls } from '../../../db/grouped-calls.ts';

interface Call {
  thing: string;
  value: number;
}

describe('calls in groups', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Groups that end when they are told to. */
  function held() {
    const groups: { calls: readonly Call[]; end(error?: Error): void }[] = [];
    const calls = new GroupedCalls<Call, number>(
      (some) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error) =>
            error === undefined ? resolve(some.map(({ value }) => 10 * value)) : reject(error);
          groups.push({ calls: some, end });
        }),
      ({ thing }) => thing,
    );
    const ask = (thing: string, value: number) => calls.ask({ thing, value });
    const asked = () => groups.map((group) => group.calls.map(({ value }) => value));
    return { groups, ask, asked };
  }

  it('go together when they come together, each with its own answer', async () => {
    const { groups, ask, asked } = held();
    const answers = Promise.all([ask('a', 1), ask('b', 2), ask('c', 3)]);
    await turn();
    expect(asked()).to.deep.equal([[1, 2, 3]]);
    groups[0]?.end();
    expect(await answers).to.deep.equal([10, 20, 30]);
  });

  it('for one thing come one after the other, in their order, while others go ahead', async () => {
    const { groups, ask, asked } = held();
    const answers = Promise.all([ask('a', 1), ask('a', 2), ask('b', 3)]);
    await turn();
    const late = ask('c', 4);
    await turn();
    expect(asked()).to.deep.equal([[1, 3], [4]]);
    groups[0]?.end();
    await turn();
    await turn();
    expect(asked()).to.deep.equal([[1, 3], [4], [2]]);
    for (const { end } of groups) end();
    expect(await answers).to.deep.equal([10, 20, 30]);
    expect(await late).to.equal(40);
  });

  it('wait while four groups are under way, and are at most 64 together', async () => {
    const { groups, ask, asked } = held();
    const answers: Promise<number>[] = [];
    for (let group = 0; group < 4; group += 1) {
      answers.push(ask(`first ${group}`, group));
      await turn();
    }
    for (let value = 0; value < 70; value += 1) answers.push(ask(String(value), value));
    await turn();
    expect(asked()).to.have.length(4);
    groups[0]?.end();
    await turn();
    await turn();
    expect(asked().map((group) => group.length)).to.deep.equal([1, 1, 1, 1, 64]);
    for (let round = 0; round < 2; round += 1) {
      for (const { end } of groups) end();
      await turn();
      await turn();
    }
    for (const { end } of groups) end();
    expect(await Promise.all(answers)).to.have.length(74);
    expect(asked().map((group) => group.length)).to.deep.equal([1, 1, 1, 1, 64, 6]);
  });

  it('fail with their group, and leave their things free for the next', async () => {
    const { groups, ask } = held();
    const failing = [ask('a', 1), ask('b', 2)].map((call) => call.catch((error: Error) => error.message));
    await turn();
    groups[0]?.end(new Error('refused'));
    expect(await Promise.all(failing)).to.deep.equal(['refused', 'refused']);
    const again = ask('a', 3);
    await turn();
    groups[1]?.end();
    expect(await again).to.equal(30);
  });
});
