import { expect } from 'chai';
import { attemptTwice } from '../../../db/attempt-twice.ts';
import type { Attempt, Outcome } from '../../../db/batched-command.ts';
import type { Database } from '../../../db/database.ts';

const NO_DATABASE = null as unknown as Database;

describe('work that is attempted twice', () => {
  /** The outcomes of each attempt in turn; an error is thrown. */
  function scripted(...script: ((Outcome<string> | null)[] | Error)[]) {
    const asked: string[][] = [];
    const attempt: Attempt<string, string> = async (_, calls) => {
      asked.push([...calls]);
      const outcomes = script[asked.length - 1];
      if (outcomes instanceof Error) throw outcomes;
      return outcomes ?? [];
    };
    return { asked, run: attemptTwice(attempt) };
  }
  const done = (answer: string) => ({ answer });

  it('is repeated for calls that were overtaken, and for them alone', async () => {
    const { asked, run } = scripted([done('a'), null, done('c'), null], [done('b'), null]);
    const outcomes = await run(NO_DATABASE, ['a', 'b', 'c', 'd'], { lock: false });
    expect(outcomes).to.deep.equal([done('a'), done('b'), done('c'), null]);
    expect(asked).to.deep.equal([
      ['a', 'b', 'c', 'd'],
      ['b', 'd'],
    ]);
  });

  it('is not repeated when nothing was overtaken, nor with locks', async () => {
    const all = scripted([done('a')]);
    expect(await all.run(NO_DATABASE, ['a'], { lock: false })).to.deep.equal([done('a')]);
    const locked = scripted([null]);
    expect(await locked.run(NO_DATABASE, ['a'], { lock: true })).to.deep.equal([null]);
    expect([all.asked.length, locked.asked.length]).to.deep.equal([1, 1]);
  });

  it('keeps what was done when the repetition fails', async () => {
    const { run } = scripted([done('a'), null], new Error('refused'));
    expect(await run(NO_DATABASE, ['a', 'b'], { lock: false })).to.deep.equal([done('a'), null]);
  });

  it('fails when the first attempt does', async () => {
    const { run } = scripted(new Error('refused'));
    const error = await run(NO_DATABASE, ['a'], { lock: false }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property('message', 'refused');
  });
});
