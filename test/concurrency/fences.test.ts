import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { GroupWrite } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { CounterRuntime, commandTo } from '../support/counter-runtime.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** The two fences in PostgreSQL, each alone: a writer must know the actor's present version and epoch. */
describe('the fences of a group commit', () => {
  let database: TestDatabase;
  let counters: CounterRuntime;
  let store: PgGroupStore;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    counters = new CounterRuntime(database.url);
    store = new PgGroupStore(database.url, { name: 'test-group', writes: 2, reads: 2 });
  });

  after(async () => {
    await store.close();
    await counters.close();
    await database.drop();
  });

  async function born(): Promise<ActorRef> {
    return { kind: 'zone', key: await counters.create() };
  }

  function turn(ref: ActorRef, baseVersion: number, epoch: number): GroupWrite {
    const version = baseVersion + 1;
    const command = {
      ...{ id: uuidv7(), type: 'test', requestHash: Buffer.alloc(32), events: [], accountId: null },
      ...{ role: 'SYSTEM', reason: null, requestId: null, correlationId: 'c' },
      outcome: { ok: true, reply: {} } as const,
    };
    const nothing = { rows: [], setTimers: [], cancelTimers: [], journals: [], outbox: null };
    const state = { count: version, complaints: 0 };
    return {
      ...{ kind: 'commit', epoch, verifyNew: false },
      commit: { ref, baseVersion, version, schema: 1, state, command, ...nothing },
    };
  }

  const check = (ref: ActorRef, version: number, epoch: number): GroupWrite => ({
    ...{ kind: 'check', ref, version, epoch },
  });

  /** Writes in a statement of its own, together with another actor's turn; returns the kind of result. */
  async function kindOf(write: GroupWrite): Promise<string> {
    const [result, beside] = await store.write([write, turn(await born(), 1, 0)]);
    expect(beside?.kind).to.equal('done');
    return String(result?.kind);
  }

  it('shut a former owner out as soon as another one has activated the actor, even if nothing was written', async () => {
    const ref = await born();
    const former = await store.activate(ref);
    const present = await store.activate(ref);
    expect([former?.version, present?.version]).to.deep.equal([1, 1]);
    expect(await kindOf(turn(ref, 1, former?.epoch ?? -1))).to.equal('fenced');
    expect(await kindOf(check(ref, 1, former?.epoch ?? -1))).to.equal('fenced');
    expect(await kindOf(check(ref, 1, present?.epoch ?? -1))).to.equal('done');
    expect(await kindOf(turn(ref, 1, present?.epoch ?? -1))).to.equal('done');
    expect((await counters.state(ref.key)).version).to.equal(2);
  });

  it('shut out a turn on another version than the present one, whatever its epoch', async () => {
    const ref = await born();
    const epoch = (await store.activate(ref))?.epoch ?? -1;
    expect(await kindOf(turn(ref, 1, epoch))).to.equal('done');
    expect(await kindOf(turn(ref, 1, epoch))).to.equal('fenced');
    expect(await kindOf(turn(ref, 7, epoch))).to.equal('fenced');
    expect(await kindOf(check(ref, 1, epoch))).to.equal('fenced');
    expect(await kindOf(check(ref, 2, epoch))).to.equal('done');
    expect(await counters.state(ref.key)).to.include({ version: 2, count: 2 });
  });

  it('shut an owner out after a row-locked write, by the epoch, too', async () => {
    const ref = await born();
    const epoch = (await store.activate(ref))?.epoch ?? -1;
    await counters.rowLocked.execute(commandTo(ref.key, 'add', { amount: 1 }));
    // If the owner guessed the version, the version alone would let it in.
    expect(await kindOf(turn(ref, 2, epoch))).to.equal('fenced');
    expect(await kindOf(check(ref, 2, epoch))).to.equal('fenced');
    expect(await counters.state(ref.key)).to.include({ version: 2, count: 1 });
  });
});
