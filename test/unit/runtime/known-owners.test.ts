import { expect } from 'chai';
import { KnownOwners } from '../../../actors/runtime/activation/known-owners.ts';

describe('owners that have just responded', () => {
  it('are cached for a quarter of a second after their last response', () => {
    const owners = new KnownOwners();
    owners.answered('zone:a', 'one', 1_000);
    expect(owners.find('zone:a', 1_249)).to.equal('one');
    expect(owners.find('zone:b', 1_249)).to.equal(null);
    expect(owners.find('zone:a', 1_250)).to.equal(null);
    owners.answered('zone:a', 'one', 1_200);
    owners.answered('zone:a', 'two', 1_300);
    expect(owners.find('zone:a', 1_500)).to.equal('two');
  });

  it('are forgotten one by one, all at once, and when they are too old or too many', () => {
    const owners = new KnownOwners();
    for (let actor = 0; actor < 10_001; actor += 1) owners.answered(`zone:${actor}`, 'one', actor);
    const knows = (actor: number) => owners.find(`zone:${actor}`, 0) !== null;
    expect([knows(0), knows(1)]).to.deep.equal([false, true]);
    owners.sweep(1_000);
    expect([knows(750), knows(751)]).to.deep.equal([false, true]);
    owners.forget('zone:800');
    expect([knows(800), knows(801)]).to.deep.equal([false, true]);
    owners.clear();
    expect(knows(10_000)).to.equal(false);
  });
});
