import { expect } from 'chai';
import { generationOf, namespaceOf, readHistory, writeHistory } from '../../../db/commit-history.ts';

describe('the history of acknowledged commits', () => {
  it('goes on over a promotion that lost nothing, and starts again with every other one', () => {
    const on = (timeline: number, synchronous: boolean) => ({ generation: 1, timeline, synchronous });
    expect(generationOf(1, null), 'nothing noted').to.equal(1);
    expect(generationOf(1, on(1, false)), 'no promotion').to.equal(1);
    expect(generationOf(2, on(1, true)), 'promoted while commits waited').to.equal(1);
    expect(generationOf(2, on(1, false)), 'promoted while they did not').to.equal(2);
    expect(generationOf(2, on(2, false)), 'after the promotion was noted').to.equal(1);
    expect(generationOf(3, on(2, false)), 'a second one, without waiting').to.equal(3);
    expect(generationOf(5, null), 'a restore of a database without a note').to.equal(5);
    expect(generationOf(2, on(3, true)), 'a note from later on').to.equal(2);
  });

  it('is noted in a form that is read again, and what is no note is none', () => {
    const noted = { generation: 3, timeline: 12, synchronous: true };
    expect(readHistory(writeHistory(noted))).to.deep.equal(noted);
    expect(readHistory(writeHistory({ ...noted, synchronous: false }))?.synchronous).to.equal(false);
    for (const text of [null, '', 'generation=x timeline=1 synchronous', 'generation=1 timeline=1 perhaps'])
      expect(readHistory(text), String(text)).to.equal(null);
  });

  it('gives each generation keys of its own in Redis', () => {
    expect(namespaceOf('wasl', 1)).to.equal('wasl');
    expect(namespaceOf('wasl', 3)).to.equal('wasl~3');
  });
});
