import { expect } from 'chai';
import { PiggybackedOutbox } from '../../../actors/runtime/piggybacked-outbox.ts';
import { HandTimers } from './held-store.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('an outbox whose finished rows are deleted by later statements', () => {
  let timers: HandTimers;
  let deleted: (readonly string[])[];
  let outbox: PiggybackedOutbox;
  let ended: string[];

  beforeEach(() => {
    timers = new HandTimers();
    deleted = [];
    ended = [];
    const inner = {
      claimDue: async () => [],
      done: async (ids: readonly string[]) => void deleted.push(ids),
      failed: async () => undefined,
    };
    outbox = new PiggybackedOutbox(inner, timers);
  });

  const finish = (...ids: string[]) => void outbox.done(ids).then(() => ended.push(...ids));

  it('deletes many at once when no statement comes along', async () => {
    finish('a');
    finish('b', 'c');
    timers.pass(19);
    expect(deleted).to.deep.equal([]);
    timers.pass(1);
    await turn();
    expect(deleted).to.deep.equal([['a', 'b', 'c']]);
    expect(ended).to.deep.equal(['a', 'b', 'c']);
  });

  it('gives them to a statement, and reports that they are gone once it has ended', async () => {
    finish('a', 'b');
    const riders = outbox.take();
    expect(riders.ids).to.deep.equal(['a', 'b']);
    await turn();
    expect(ended).to.deep.equal([]);
    riders.ended();
    timers.pass(100);
    await turn();
    expect([ended, deleted]).to.deep.equal([['a', 'b'], []]);
  });

  it('keeps those whose statement failed for the next', async () => {
    finish('a');
    outbox.take().stayed();
    finish('b');
    expect(outbox.take().ids).to.deep.equal(['a', 'b']);
  });

  it('waits for a statement that was announced, and no longer', async () => {
    finish('a');
    outbox.expect(80);
    timers.pass(80);
    await turn();
    expect(deleted).to.deep.equal([]);
    timers.pass(20);
    await turn();
    expect(deleted).to.deep.equal([['a']]);
  });

  it('leaves rows to the sweeper that could not be deleted', async () => {
    const broken = {
      claimDue: async () => [],
      done: () => Promise.reject(new Error('gone')),
      failed: async () => undefined,
    };
    outbox = new PiggybackedOutbox(broken, timers);
    finish('a');
    timers.pass(20);
    await turn();
    expect(ended).to.deep.equal(['a']);
  });

  it('is empty when the last of them is gone', async () => {
    let emptied = false;
    await outbox.emptied();
    finish('a');
    void outbox.emptied().then(() => {
      emptied = true;
    });
    const riders = outbox.take();
    await turn();
    expect(emptied).to.equal(false);
    riders.ended();
    await turn();
    expect(emptied).to.equal(true);
  });
});
