import { expect } from 'chai';
import { ALL_ROWS, type OwnRows } from '../../../actors/runtime/activation/own-rows.ts';
import { HeldProcess } from './held-store.ts';

/** Here the amount stands for the record whose rows a command reads and writes; 0 for all, and 9 for none. */
const ownRows: OwnRows = ({ payload: { amount } }) => {
  if (amount === 9) return null;
  return amount === 0 ? ALL_ROWS : String(amount);
};

describe('a command whose facts are rows of its own actor', () => {
  let held: HeldProcess;
  const looked = () => held.looked.map(({ amount }) => amount);

  beforeEach(() => {
    held = new HeldProcess({}, ownRows);
  });

  it('waits for earlier decisions about the same record, and for nothing else', async () => {
    const answers = [1, 2, 1, 3].map((record) => held.system('one', record));
    await held.settle();
    expect(looked(), 'the second about record 1 waits, and those behind it').to.deep.equal([1, 2]);
    await held.commit();
    await held.settle();
    expect(looked()).to.deep.equal([1, 2, 1, 3]);
    await held.commit();
    await Promise.all(answers);
  });

  it('is decided in its turn, however long the facts of the previous command take', async () => {
    const slow = new Map<unknown, () => void>();
    held = new HeldProcess({}, ownRows, ({ amount }) =>
      amount === 1 ? new Promise<void>((go) => slow.set(amount, go)) : Promise.resolve(),
    );
    held.store.held = false;
    const answers = [3, 1, 2].map((record) => held.system('one', record));
    await held.settle();
    expect(looked(), 'the two behind the first are read at once').to.deep.equal([3, 1, 2]);
    expect(held.store.batches).to.have.length(1);
    slow.get(1)?.();
    const versions = (await Promise.all(answers)).map(({ version }) => version);
    expect(versions).to.deep.equal([2, 3, 4]);
  });

  it('waits for a command that may have written any record', async () => {
    const answers = [9, 1].map((record) => held.system('one', record));
    await held.settle();
    expect(looked()).to.deep.equal([9]);
    await held.commit();
    await held.commit();
    await Promise.all(answers);
    expect(looked()).to.deep.equal([9, 1]);
  });

  it('that reads all records waits for each of them', async () => {
    const answers = [1, 2, 0].map((record) => held.system('one', record));
    await held.settle();
    expect(looked()).to.deep.equal([1, 2]);
    await held.commit();
    await held.commit();
    await Promise.all(answers);
    expect(looked()).to.deep.equal([1, 2, 0]);
  });
});
