import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { GroupStore, GroupWrite, GroupWriteResult } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { ActorStore, Commit } from '../../actors/runtime/store.ts';

/** A database with both kinds of stores for its actors. */
export interface StoreGround {
  readonly group: GroupStore;
  readonly locking: ActorStore;
  /** Creates an actor at version 1 and epoch 0. */
  create(): Promise<ActorRef>;
  /** Lets time pass until the work is done, where time is simulated. */
  until<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const AT = '2026-03-01T08:00:00.000Z';
const kinds = (results: readonly GroupWriteResult[]) => results.map(({ kind }) => kind);

function commitOf(ref: ActorRef, base: number, more: Partial<Commit> = {}): Commit {
  const version = base + 1;
  const command = {
    ...{ id: uuidv7(), type: 'test', requestHash: Buffer.alloc(32), events: [], accountId: null },
    ...{ outcome: { ok: true, reply: { version } } as const, role: 'SYSTEM', reason: null },
    ...{ requestId: null, correlationId: 'c' },
  };
  return {
    ...{ ref, baseVersion: base, version, schema: 1, state: { version }, command, rows: [], outbox: null },
    ...{ setTimers: [], cancelTimers: [], journals: [], ...more },
  };
}

function turn(ref: ActorRef, base: number, epoch: number, more: Partial<Commit> = {}): GroupWrite {
  return { kind: 'commit', commit: commitOf(ref, base, more), epoch, verifyNew: false };
}

const journal = (cause: string) => ({
  ...{ cause, kind: 'COLLECTION' as const, id: uuidv7(), at: AT },
  lines: [
    { account: 'till', amount: '5.00' },
    { account: 'bank', amount: '-5.00' },
  ],
});

/** What owners rely on in a store: the one on PostgreSQL and the one of simulations keep the same promises. */
export function provesStoreConformance(open: () => Promise<StoreGround>): void {
  let ground: StoreGround;

  before(async () => {
    ground = await open();
  });
  after(() => ground.close());

  const write = (...batch: GroupWrite[]) => ground.until(ground.group.write(batch));
  const activate = async (ref: ActorRef) => {
    const activation = await ground.until(ground.group.activate(ref));
    if (activation === null) throw new Error('there is no such actor');
    return activation;
  };

  it('raises the epoch with every activation, and fences out the holder of the previous one', async () => {
    const ref = await ground.create();
    const [one, two] = [await activate(ref), await activate(ref)];
    expect([one.epoch, two.epoch, two.version]).to.deep.equal([1, 2, 1]);
    expect(kinds(await write(turn(ref, 1, 1)))).to.deep.equal(['fenced']);
    expect(kinds(await write(turn(ref, 1, 2)))).to.deep.equal(['done']);
    expect(kinds(await write(turn(ref, 1, 2)))).to.deep.equal(['fenced']);
    expect((await activate(ref)).version).to.equal(2);
  });

  it('loads the newest commands along with the actor, the newest first', async () => {
    const ref = await ground.create();
    const { epoch } = await activate(ref);
    const batch = Array.from({ length: 70 }, (_, index) => turn(ref, index + 1, epoch));
    expect(new Set(kinds(await write(...batch)))).to.deep.equal(new Set(['done']));
    const { recent, version } = await activate(ref);
    expect([version, recent.length]).to.deep.equal([71, 64]);
    expect(recent[0]?.version).to.equal(71);
    const [first] = batch;
    const forgotten = first?.kind === 'commit' ? first.commit.command.id : '';
    expect(recent.some(({ id }) => id === forgotten)).to.equal(false);
    expect((await ground.until(ground.group.find(ref, forgotten)))?.version).to.equal(2);
    expect(await ground.until(ground.group.find(ref, uuidv7()))).to.equal(null);
  });

  it('writes all of a batch except what was fenced, had taken effect before, or is refused by the data', async () => {
    const refs = await Promise.all(Array.from({ length: 5 }, () => ground.create()));
    const [fine, fenced, known, posted, checked] = refs as [ActorRef, ActorRef, ActorRef, ActorRef, ActorRef];
    for (const ref of refs) await activate(ref);
    const cause = uuidv7();
    const before = commitOf(known, 1, { journals: [journal(cause)] });
    const first: GroupWrite = { kind: 'commit', commit: before, epoch: 1, verifyNew: true };
    expect(kinds(await write(first))).to.deep.equal(['done']);
    await activate(fenced);
    const again = { ...commitOf(known, 2), command: before.command };
    const results = await write(
      turn(fine, 1, 1),
      turn(fenced, 1, 1),
      { kind: 'commit', commit: again, epoch: 1, verifyNew: true },
      turn(posted, 1, 1, { journals: [journal(cause)] }),
      { kind: 'check', ref: checked, version: 1, epoch: 1 },
      { kind: 'check', ref: checked, version: 1, epoch: 1, verifyNew: uuidv7() },
      turn(fine, 2, 1),
    );
    expect(kinds(results)).to.deep.equal(['done', 'fenced', 'duplicate', 'failed', 'done', 'done', 'done']);
    expect(results[2]).to.deep.include({
      stored: { version: 2, requestHash: before.command.requestHash, outcome: before.command.outcome },
    });
    const late = { kind: 'check', ref: known, version: 2, epoch: 1, verifyNew: before.command.id } as const;
    expect(kinds(await write(late))).to.deep.equal(['duplicate']);
    expect(kinds(await write({ ...late, version: 1, verifyNew: uuidv7() }))).to.deep.equal(['fenced']);
  });

  it('is fenced by a row-locked turn, and writes others’ turns while a row is locked', async () => {
    const [held, free] = [await ground.create(), await ground.create()];
    const { epoch } = await activate(held);
    await activate(free);
    let release: () => void = () => undefined;
    const holds = new Promise<void>((resolve) => {
      release = resolve;
    });
    let taken: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      taken = resolve;
    });
    const turnByLock = ground.until(
      ground.locking.locked(held, async (open) => {
        taken();
        await holds;
        expect(open.row?.version).to.equal(1);
        await open.commit(commitOf(held, 1));
      }),
    );
    await locked;
    expect(kinds(await write(turn(held, 1, epoch), turn(free, 1, 1)))).to.deep.equal(['fenced', 'done']);
    release();
    await turnByLock;
    expect(kinds(await write(turn(held, 2, epoch)))).to.deep.equal(['fenced']);
    const next = await activate(held);
    expect([next.version, next.epoch]).to.deep.equal([2, epoch + 2]);
  });

  it('leaves no trace of a row-locked turn that fails', async () => {
    const ref = await ground.create();
    const failing = ground.until(
      ground.locking.locked(ref, async (open) => {
        await open.commit(commitOf(ref, 1));
        throw new Error('on second thoughts');
      }),
    );
    expect(await failing.catch((error: Error) => error.message)).to.equal('on second thoughts');
    expect((await activate(ref)).version).to.equal(1);
  });

  it('finds no actor that was never created', async () => {
    const nobody = { kind: 'zone', key: uuidv7() } as const;
    expect(await ground.until(ground.group.activate(nobody))).to.equal(null);
    expect(kinds(await write(turn(nobody, 1, 0)))).to.deep.equal(['fenced']);
    const row = await ground.until(ground.locking.locked(nobody, async (open) => open.row));
    expect(row).to.equal(null);
  });
}
