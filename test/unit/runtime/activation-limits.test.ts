import { expect } from 'chai';
import { codeOf } from '../../support/code-of.ts';
import { HeldProcess, keyOf, refOf, roleOf } from './held-store.ts';

describe('the limits of an owner', () => {
  const times = <T>(count: number, work: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => work(index));

  it('gathers commands while a batch is under way, and answers nothing before its commit', async () => {
    const process = new HeldProcess({ pipeline: 1 });
    let answered = 0;
    const first = process.person('a').then(() => {
      answered += 1;
    });
    await process.settle();
    const others = times(9, (index) => process.person(`b${index}`));
    await process.settle();
    expect([process.store.batches.length, answered]).to.deep.equal([1, 0]);
    expect(await process.commit()).to.have.length(1);
    await first;
    expect(await process.commit()).to.have.length(9);
    await Promise.all(others);
  });

  it('puts 64 commands of one actor into a batch, and lets others in between', async () => {
    const process = new HeldProcess({ pipeline: 1 });
    const warm = process.person('busy');
    await process.commit();
    await warm;
    const all = times(200, () => process.person('busy'));
    await process.settle();
    all.push(process.person('quiet'));
    expect(await process.commit()).to.have.length(64);
    const second = await process.commit();
    expect(second).to.have.length(65);
    expect(second.filter((write) => refOf(write).key === keyOf('quiet'))).to.have.length(1);
    process.store.held = false;
    await process.commit();
    await Promise.all(all);
  });

  it('never put an actor into two batches at once', async () => {
    const process = new HeldProcess({ pipeline: 3, worthwhile: 1 });
    const all = [process.person('a'), process.person('b')];
    await process.settle();
    all.push(process.person('a'), process.person('c'));
    await process.settle();
    expect(process.store.batches.map(({ writes }) => writes.length)).to.deep.equal([2, 1]);
    await process.commit();
    expect(process.store.batches.map(({ writes }) => writes.length)).to.deep.equal([1, 1]);
    process.store.held = false;
    await process.commit();
    await process.commit();
    await Promise.all(all);
  });

  it('give the service’s own commands half of a batch, however many people come', async () => {
    const process = new HeldProcess({ pipeline: 1, batch: 20 });
    const first = process.person('first');
    await process.settle();
    const all = times(60, (index) => process.person(`p${index}`));
    await process.settle();
    all.push(...times(15, (index) => process.system(`s${index}`)));
    await process.commit();
    await first;
    const roles = (await process.commit()).map(roleOf);
    expect(roles.filter((role) => role === 'SYSTEM')).to.have.length(10);
    const next = (await process.commit()).map(roleOf);
    expect(next.filter((role) => role === 'SYSTEM')).to.have.length(5);
    expect(next).to.have.length(20);
    process.store.held = false;
    await process.commit();
    await Promise.all(all);
  });

  it('let people and the service take turns in one mailbox', async () => {
    const process = new HeldProcess({ pipeline: 1, perActorAndBatch: 4, batch: 4 });
    const all = [process.person('a')];
    await process.settle();
    all.push(...times(20, () => process.person('a')), ...times(4, () => process.system('a')));
    await process.commit();
    const roles: string[] = [];
    for (let batch = 0; batch < 3; batch += 1) roles.push(...(await process.commit()).map(roleOf));
    expect(roles.slice(0, 8).filter((role) => role === 'SYSTEM')).to.have.length(4);
    process.store.held = false;
    await process.commit();
    await Promise.all(all);
  });

  it('refuse people, never the service, when a mailbox is full', async () => {
    const process = new HeldProcess({ mailbox: 5, perActorAndBatch: 2, pipeline: 1 });
    const taken = [process.person('a')];
    await process.settle();
    taken.push(...times(6, () => process.person('a')));
    await process.settle();
    // Two are decided, five wait.
    taken.push(process.person('a'));
    expect(await codeOf(process.person('a'))).to.equal('common.UNAVAILABLE');
    expect(process.shed).to.deep.equal(['mailbox']);
    taken.push(...times(10, () => process.system('a')), process.person('b'));
    process.store.held = false;
    await process.commit();
    expect((await Promise.all(taken)).length).to.equal(19);
  });

  it('refuse people, never the service, when the process has too much to do', async () => {
    const process = new HeldProcess({ process: 10, pipeline: 1 });
    const taken = times(10, (index) => process.person(`a${index}`));
    await process.settle();
    expect(await codeOf(process.person('z'))).to.equal('common.UNAVAILABLE');
    taken.push(process.system('z'));
    process.store.held = false;
    await process.commit();
    await Promise.all(taken);
    expect((await process.person('z')).reply).to.deep.equal({ count: 2 });
    expect(process.runtime.gauges().unanswered).to.equal(0);
  });

  it('refuse people whose turn doesn’t come within two seconds, and tell them when to retry', async () => {
    const process = new HeldProcess({ perActorAndBatch: 1, pipeline: 1 });
    const first = process.person('a');
    await process.settle();
    const decided = process.person('a');
    await process.settle();
    const waiting = process.person('a').catch((error: unknown) => error);
    const own = process.system('a');
    await process.settle();
    process.timers.pass(2_500);
    expect(await waiting).to.include({ code: 'common.UNAVAILABLE', retryAfter: 1 });
    process.store.held = false;
    await process.commit();
    await Promise.all([first, decided, own]);
    expect(process.shed).to.deep.equal(['age']);
  });

  it('refuse forwarded commands while the forwarding process still waits for the response', async () => {
    const process = new HeldProcess({ perActorAndBatch: 1, pipeline: 1 });
    const taken = [process.person('a')];
    await process.settle();
    taken.push(process.person('a'));
    await process.settle();
    const forwarded = process.forwarded('a');
    taken.push(process.person('a'));
    await process.settle();
    process.timers.pass(1_600);
    expect(await forwarded).to.include({ ok: false, code: 'common.UNAVAILABLE', retryAfter: 1 });
    expect(process.shed).to.deep.equal(['age']);
    process.store.held = false;
    await process.commit();
    expect(await Promise.all(taken)).to.have.length(3);
  });

  it('deactivate actors that have been idle for long, and the longest idle when there are too many', async () => {
    const process = new HeldProcess({ idle: 60_000, actors: 3 });
    process.store.held = false;
    for (const actor of ['a', 'b', 'c', 'd', 'e']) {
      await process.person(actor);
      process.timers.time += 2_000;
    }
    process.timers.pass(250);
    expect(process.ownership.released).to.deep.equal(['a', 'b'].map((actor) => `zone:${keyOf(actor)}`));
    expect(process.runtime.gauges().actors).to.equal(3);
    await process.person('a');
    expect(process.store.activations).to.equal(6);
    process.timers.pass(61_000);
    expect(process.runtime.gauges().actors).to.equal(0);
  });

  it('do not deactivate an actor that has something to do', async () => {
    const process = new HeldProcess({ idle: 1_000, age: 10_000_000 });
    const running = process.person('a');
    await process.settle();
    process.timers.pass(100_000);
    expect(process.runtime.gauges().actors).to.equal(1);
    await process.commit();
    expect((await running).version).to.equal(2);
  });

  it('let finished outbox rows be deleted with the next commit, or separately when none follows', async () => {
    const process = new HeldProcess({ pipeline: 1 });
    const deleted: (readonly string[])[] = [];
    const inner = {
      claimDue: async () => [],
      done: async (ids: readonly string[]) => void deleted.push(ids),
      failed: async () => undefined,
    };
    const outbox = process.runtime.piggybackedOutbox(inner);
    const alone = outbox.done(['alone']);
    await process.settle();
    expect(deleted).to.deep.equal([]);
    process.timers.pass(20);
    await alone;
    expect(deleted).to.deep.equal([['alone']]);
    const first = process.person('a');
    await process.settle();
    const riding = outbox.done(['riding']);
    const second = process.person('b');
    await process.commit();
    expect(process.store.batches.map(({ finished }) => finished)).to.deep.equal([['riding']]);
    await process.commit();
    await Promise.all([first, second, riding]);
  });
});
