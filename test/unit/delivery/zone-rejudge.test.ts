import { expect } from 'chai';
import { serialized } from '../../../server/dispatch/assignment/zone-rejudge.ts';

describe('checking tasks again after edits of zones', () => {
  it('runs once more for all who ask while it is running, and never twice at once', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const judge = serialized(
      (edit: string) =>
        new Promise<string>((resolve) => {
          begun.push(edit);
          ends.push(() => resolve(edit));
        }),
    );
    const first = judge('first');
    await Promise.resolve();
    await Promise.resolve();
    expect(begun).to.deep.equal(['first']);
    const others = [judge('second'), judge('third')];
    ends[0]?.();
    expect(await first).to.equal('first');
    await Promise.resolve();
    expect(begun).to.deep.equal(['first', 'second']);
    ends[1]?.();
    expect(await Promise.all(others)).to.deep.equal(['second', 'second']);
  });

  it('continues after a run that failed', async () => {
    let runs = 0;
    const judge = serialized(async () => {
      runs += 1;
      if (runs === 1) throw new Error('the database was away');
      return runs;
    });
    const failed = await judge(null).catch((error: Error) => error.message);
    expect(failed).to.equal('the database was away');
    expect(await judge(null)).to.equal(2);
  });
});
