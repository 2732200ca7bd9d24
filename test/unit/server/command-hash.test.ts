import { expect } from 'chai';
import { commandHasher } from '../../../server/kernel/actors/command-hash.ts';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';

describe('the hash of a command', () => {
  const hash = commandHasher(new Secrets(onlyKey('test-application-secret-0123456789abcdef')));

  it('is the same for a payload that came back from jsonb, which orders keys by their length', () => {
    const decided = { transfer: 't', amount: 1, from: { kind: 'zone', key: 'k' }, list: [{ b: 1, a: 2 }] };
    const stored = { from: { key: 'k', kind: 'zone' }, list: [{ a: 2, b: 1 }], amount: 1, transfer: 't' };
    expect(hash('receive', stored)).to.deep.equal(hash('receive', decided));
  });

  it('differs with the type, a value and the order of a list', () => {
    const all = [
      hash('add', { amount: 1, list: [1, 2] }),
      hash('take', { amount: 1, list: [1, 2] }),
      hash('add', { amount: 2, list: [1, 2] }),
      hash('add', { amount: 1, list: [2, 1] }),
      hash('add', { amount: '1', list: [1, 2] }),
    ];
    expect(new Set(all.map((each) => each.toString('hex')))).to.have.lengthOf(all.length);
  });
});
