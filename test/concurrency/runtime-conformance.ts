import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { MAX_ATTEMPTS } from '../../actors/runtime/relay.ts';
import { codeOf } from '../support/code-of.ts';
import type { CounterProcess, Ground } from '../support/counter-process.ts';

export interface ConformingProcesses {
  open(): Promise<Ground>;
  /** The epoch of an actor after this many commands. */
  epochAfter(commands: number): number;
}

/** What every runtime must do, with two processes on one database; on real ports and on simulated ones alike. */
export function provesConformance({ open, epochAfter }: ConformingProcesses): void {
  let ground: Ground;
  let one: CounterProcess;
  let two: CounterProcess;

  before(async () => {
    ground = await open();
    one = await ground.start();
    two = await ground.start();
  });

  after(async () => {
    await one.close();
    await two.close();
    await ground.close();
  });

  it('serialises commands of two processes on one actor: none lost, versions contiguous', async () => {
    const key = await one.create();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? one : two).command(key, 'add', { amount: 1 }),
      ),
    );
    expect(await one.state(key)).to.deep.equal({
      count: 60,
      complaints: 0,
      version: 61,
      epoch: epochAfter(60),
    });
    const versions = Array.from({ length: 61 }, (_, index) => index + 1);
    expect(await ground.books.versions(key)).to.deep.equal(versions);
  });

  it('lets a command id take effect once, however many send it at once', async () => {
    const key = await one.create();
    const id = uuidv7();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : two).command(key, 'add', { amount: 5 }, id),
      ),
    );
    expect((await one.state(key)).count).to.equal(5);
    expect(results.filter((result) => !result.replayed)).to.have.length(1);
    for (const result of results) expect(result.reply).to.deep.equal({ count: 5 });
  });

  it('refuses a command id that comes back with another request', async () => {
    const key = await one.create();
    const id = uuidv7();
    await one.command(key, 'add', { amount: 1 }, id);
    expect(await codeOf(two.command(key, 'add', { amount: 2 }, id))).to.equal('idempotency.MISMATCH');
    expect((await one.state(key)).count).to.equal(1);
  });

  it('tells requests that bring a hash apart by the hash, whatever the payload', async () => {
    const key = await one.create();
    const request = {
      ref: { kind: 'zone', key } as const,
      type: 'add',
      by: { accountId: null, role: 'DISPATCHER' } as const,
      id: uuidv7(),
      requestId: null,
      correlationId: uuidv7(),
    };
    const hashed = { ...request, requestHash: Buffer.alloc(32, 1) };
    await one.execute({ ...hashed, payload: { amount: 1 } });
    const again = await two.execute({ ...hashed, payload: { amount: 2 } });
    expect([again.replayed, again.reply]).to.deep.equal([true, { count: 1 }]);
    const other = { ...hashed, requestHash: Buffer.alloc(32, 2), payload: { amount: 1 } };
    expect(await codeOf(one.execute(other))).to.equal('idempotency.MISMATCH');
    expect((await one.state(key)).count).to.equal(1);
  });

  it('decides a refused command again when it is repeated, and never lets racing commands pass a guard together', async () => {
    const key = await one.create();
    await one.command(key, 'add', { amount: 3 });
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        codeOf((index % 2 === 0 ? one : two).command(key, 'add', { amount: -1 })),
      ),
    );
    expect(codes.filter((code) => code === 'none')).to.have.length(3);
    expect(codes.filter((code) => code === 'common.CONFLICT')).to.have.length(5);

    const id = uuidv7();
    expect(await codeOf(one.command(key, 'add', { amount: -1 }, id))).to.equal('common.CONFLICT');
    await one.command(key, 'add', { amount: 1 });
    expect(await codeOf(one.command(key, 'add', { amount: -1 }, id))).to.equal('none');
  });

  it('stores a refusal that changed something, and repeats it without changing anything again', async () => {
    const key = await one.create();
    const id = uuidv7();
    expect(await codeOf(one.command(key, 'complain', {}, id))).to.equal('delivery.CODE_INVALID');
    expect(await codeOf(two.command(key, 'complain', {}, id))).to.equal('delivery.CODE_INVALID');
    expect((await one.state(key)).complaints).to.equal(1);
  });

  it('gives a repeat the same response, however much happened in between, even if it would be refused by now', async () => {
    const key = await one.create();
    const id = uuidv7();
    await one.command(key, 'add', { amount: 1 });
    await one.command(key, 'add', { amount: -1 }, id);
    for (let count = 0; count < 70; count += 1) await codeOf(one.command(key, 'complain'));
    for (const process of [one, two, one]) {
      const again = await process.command(key, 'add', { amount: -1 }, id);
      expect([again.replayed, again.reply]).to.deep.equal([true, { count: 0 }]);
    }
    expect(await codeOf(one.command(key, 'add', { amount: -1 }))).to.equal('common.CONFLICT');
  });

  it('answers common.NOT_FOUND for an actor that does not exist', async () => {
    expect(await codeOf(one.command(uuidv7(), 'add', { amount: 1 }))).to.equal('common.NOT_FOUND');
  });

  it('refuses with a time to retry while the row stays locked, and changes nothing', async () => {
    const key = await one.create();
    const release = await ground.books.holdRow(key);
    expect(await codeOf(one.command(key, 'add', { amount: 1 }))).to.equal('common.UNAVAILABLE');
    await release();
    expect((await one.state(key)).count).to.equal(0);
  });

  it('carries a chain to its end and leaves no outbox row behind', async () => {
    const [from, to] = [await one.create(), await one.create()];
    await one.command(from, 'add', { amount: 10 });
    const { effects } = await one.command(from, 'pass-on', { amount: 4, to });
    await effects;
    expect([(await one.state(from)).count, (await one.state(to)).count]).to.deep.equal([6, 4]);
    expect(await one.outboxSize()).to.equal(0);
  });

  describe('when a process dies right after its commit', () => {
    let dying: CounterProcess;
    before(async () => {
      dying = await ground.start({ effects: false });
    });
    after(() => dying.close());

    it('another one sweeps what it left: each effect once, even if two sweep at once and the row comes again', async () => {
      const [from, to] = [await one.create(), await one.create()];
      await dying.command(from, 'pass-on', { amount: 3, to });
      await dying.command(from, 'pass-on', { amount: 4, to });
      expect((await one.state(to)).count).to.equal(0);
      const rows = await ground.books.outbox();
      expect(rows).to.have.length(2);

      await ground.books.makeOutboxDue();
      const taken = await Promise.all([one.sweep(50), two.sweep(50)]);
      expect(taken[0] + taken[1]).to.equal(2);
      expect((await one.state(to)).count).to.equal(7);

      // The sweeper itself died before it could delete the rows: they come once more.
      for (const { putBack } of rows) await putBack();
      await ground.books.makeOutboxDue();
      await two.sweep(50);
      expect((await one.state(to)).count).to.equal(7);
      expect(await one.outboxSize()).to.equal(0);
    });
  });

  it('retries a failing consumer with the same effect id, and finally parks the effect for a person', async () => {
    const key = await one.create();
    one.consumer = async () => {
      throw new Error('not now');
    };
    const { effects } = await one.command(key, 'alert');
    await effects;
    for (let sweep = 1; sweep < MAX_ATTEMPTS; sweep += 1) {
      await ground.books.makeOutboxDue();
      expect(await one.sweep(10)).to.equal(1);
    }
    expect(new Set(one.consumed.slice(-MAX_ATTEMPTS)).size).to.equal(1);
    const [row] = await ground.books.outbox();
    expect([row?.attempts, row?.parked]).to.deep.equal([MAX_ATTEMPTS, true]);
    expect(row?.error).to.contain('not now');
    await ground.books.makeOutboxDue();
    expect(await one.sweep(10)).to.equal(0);
    expect(one.failures.at(-1)?.parked).to.equal(true);
    one.consumer = async () => undefined;
    await ground.books.emptyOutbox();
  });

  it('closes the outbox row of a consumer’s command before the chain behind it is done', async () => {
    const key = await one.create();
    let finish = (): void => undefined;
    const chain = new Promise<void>((resolve) => {
      finish = resolve;
    });
    one.consumer = async () => ({ effects: chain });
    const { effects } = await one.command(key, 'alert');
    while ((await one.outboxSize()) > 0) await new Promise(setImmediate);
    expect(await Promise.race([effects.then(() => 'done'), 'under way'])).to.equal('under way');
    finish();
    await effects;

    one.consumer = async () => ({ effects: Promise.reject(new Error('fell over')) });
    await (await one.command(key, 'alert')).effects;
    expect(String(one.failures.at(-1)?.error)).to.contain('fell over');
    expect(await one.outboxSize()).to.equal(0);
    one.consumer = async () => undefined;
  });

  it('fires a timer once when it is due, even if two processes run timers, and not after it was cancelled', async () => {
    const [kept, dropped] = [await one.create(), await one.create()];
    const dueAt = new Date(one.clock.now().getTime() + 60_000).toISOString();
    await one.command(kept, 'add-later', { amount: 2, dueAt });
    await one.command(dropped, 'add-later', { amount: 2, dueAt });
    await one.command(dropped, 'never-mind');
    expect(await one.runTimers(10)).to.equal(0);
    one.clock.advance(61_000);
    await Promise.all([one.runTimers(10), two.runTimers(10)]);
    await one.runTimers(10);
    expect([(await one.state(kept)).count, (await one.state(dropped)).count]).to.deep.equal([2, 0]);
    expect(await ground.books.timers(kept)).to.deep.equal([]);
    expect(await ground.books.timers(dropped)).to.deep.equal([]);
  });

  it('keeps a timer that was set again while its older setting fired', async () => {
    const key = await one.create();
    const soon = one.clock.now().toISOString();
    await one.command(key, 'add-later', { amount: 1, dueAt: soon });
    const [old] = await ground.books.timers(key);
    await one.command(key, 'add-later', {
      amount: 1,
      dueAt: new Date(one.clock.now().getTime() + 3_600_000).toISOString(),
    });
    await ground.books.endTimer(key, old?.name ?? '', old?.timerId ?? '');
    expect(await ground.books.timers(key)).to.have.length(1);
  });
}
