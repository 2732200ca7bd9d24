import type {
  ActivatedRow,
  GroupStore,
  GroupWrite,
  GroupWriteResult,
} from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { StoredCommand } from '../../actors/runtime/store.ts';
import { RECENT_COMMANDS } from '../../db/stores/group-store.ts';
import { busy, idOf, RefusedData, type SimDatabase } from './database.ts';
import type { Host } from './host.ts';
import type { Link } from './network.ts';

const WRITE_LOCK = 50;
const READ_LOCK = 4_000;

interface Item {
  index: number;
  write: GroupWrite;
}

type Form = 'fast' | 'careful';

/** Nothing was written: an actor was not as expected, or another transaction holds its row. */
class GaveWay extends Error {}

/** Group commits as the store on PostgreSQL does them: with the same statements in the same order of attempts. */
export class SimGroupStore implements GroupStore {
  readonly #host: Host;
  readonly #link: Link;
  readonly #database: SimDatabase;

  constructor(host: Host, link: Link, database: SimDatabase) {
    this.#host = host;
    this.#link = link;
    this.#database = database;
  }

  async activate(ref: ActorRef): Promise<ActivatedRow | null> {
    const id = idOf(ref);
    const row = await this.#ask(`activate ${id}`, async () => {
      if (!(await this.#database.locks.wait(id, null, READ_LOCK))) throw busy();
      return this.#database.raiseEpoch(this.#host.name, ref);
    });
    if (row === null) return null;
    const recent = await this.#ask(`recent ${id}`, () => this.#database.newestCommands(ref, RECENT_COMMANDS));
    return { ...row, recent };
  }

  find(ref: ActorRef, commandId: string): Promise<StoredCommand | null> {
    return this.#ask(`find ${commandId.slice(-6)}`, () => this.#database.find(ref, commandId));
  }

  async write(batch: readonly GroupWrite[], finished: readonly string[] = []): Promise<GroupWriteResult[]> {
    const results: (GroupWriteResult | undefined)[] = new Array(batch.length);
    const items = batch.map((write, index) => ({ index, write }));
    await this.#writeItems(items, 'fast', finished, results);
    return results.map((result) => result ?? { kind: 'fenced' });
  }

  async #writeItems(
    items: readonly Item[],
    form: Form,
    finished: readonly string[],
    results: (GroupWriteResult | undefined)[],
  ): Promise<void> {
    const chained = chains(items);
    if (chained.length === 0) return;
    const label = `${form} ${chained.map(({ write }) => labelOf(write)).join(' ')}`;
    try {
      const found = await this.#ask(label, () => this.#statement(chained, form, finished));
      for (const [index, result] of found) results[index] = result;
    } catch (error) {
      if (error instanceof GaveWay && form === 'fast') {
        await this.#writeItems(chained, 'careful', finished, results);
        return;
      }
      if (!(error instanceof RefusedData)) throw error;
      const [only, ...others] = chained;
      if (only !== undefined && others.length === 0) {
        results[only.index] = { kind: 'failed', error };
        return;
      }
      const half = Math.ceil(chained.length / 2);
      await this.#writeItems(chained.slice(0, half), form, finished, results);
      await this.#writeItems(chained.slice(half), form, [], results);
    }
  }

  /** What the server does: all of it at one instant, or nothing. */
  async #statement(
    items: readonly Item[],
    form: Form,
    finished: readonly string[],
  ): Promise<Map<number, GroupWriteResult>> {
    const { locks } = this.#database;
    const writers = new Set(items.filter(isCommit).map(({ write }) => idOfWrite(write)));
    const skipped = new Set<string>();
    for (;;) {
      const held = [...writers].filter((id) => locks.isHeld(id)).sort();
      const [first] = held;
      if (first === undefined) break;
      if (form === 'careful') {
        for (const id of held) skipped.add(id);
        break;
      }
      if (!(await locks.wait(first, null, WRITE_LOCK)))
        throw new GaveWay('another transaction holds the row');
    }
    const results = new Map<number, GroupWriteResult>();
    for (const { index, write } of items) {
      const known = this.#known(write);
      if (known === null) continue;
      results.set(index, { kind: 'duplicate', stored: known });
      skipped.add(idOfWrite(write));
    }
    for (const [id, first] of firsts(items)) if (!this.#stands(first.write)) skipped.add(id);
    if (form === 'fast' && [...skipped].some((id) => writers.has(id))) throw new GaveWay('not as expected');
    const written = items.filter(({ write }) => !skipped.has(idOfWrite(write)));
    this.#refuseData(written);
    for (const { index, write } of items) {
      if (results.has(index)) continue;
      if (skipped.has(idOfWrite(write))) {
        results.set(index, { kind: 'fenced' });
        continue;
      }
      if (write.kind === 'commit') this.#database.writeGrouped(this.#host.name, write.commit, write.epoch);
      results.set(index, { kind: 'done' });
    }
    this.#finish(finished);
    return results;
  }

  /** The test of version and epoch. */
  #stands(write: GroupWrite): boolean {
    const row = this.#database.read(refOf(write));
    const base = write.kind === 'check' ? write.version : write.commit.baseVersion;
    return row !== null && row.version === base && row.epoch === write.epoch;
  }

  /** A command that memory could not judge, and that took effect before. */
  #known(write: GroupWrite): StoredCommand | null {
    if (!write.verifyNew) return null;
    const id = write.kind === 'check' ? write.verifyNew : write.commit.command.id;
    return this.#database.find(refOf(write), id);
  }

  #refuseData(items: readonly Item[]): void {
    const causes = new Set<string>();
    for (const { write } of items) {
      if (write.kind === 'check') continue;
      this.#database.refuseJournals(write.commit.journals, causes);
      for (const { cause } of write.commit.journals) causes.add(cause);
    }
  }

  #finish(outboxIds: readonly string[]): void {
    for (const id of outboxIds) this.#database.outbox.delete(id);
  }

  #ask<T>(label: string, serve: () => T | Promise<T>): Promise<T> {
    return this.#link.ask(this.#host, label, serve);
  }
}

/** Leaves out what does not continue the same actor's turns before it: those count as fenced without a request. */
function chains(items: readonly Item[]): Item[] {
  const ends = new Map<string, { version: number; epoch: number }>();
  return items.filter(({ write }) => {
    const id = idOfWrite(write);
    const base = write.kind === 'check' ? write.version : write.commit.baseVersion;
    const end = ends.get(id);
    if (end !== undefined && (end.version !== base || end.epoch !== write.epoch)) return false;
    ends.set(id, { version: write.kind === 'check' ? base : write.commit.version, epoch: write.epoch });
    return true;
  });
}

function firsts(items: readonly Item[]): Map<string, Item> {
  const found = new Map<string, Item>();
  for (const item of items) {
    const id = idOfWrite(item.write);
    if (!found.has(id)) found.set(id, item);
  }
  return found;
}

const isCommit = ({ write }: Item): boolean => write.kind === 'commit';

function refOf(write: GroupWrite): ActorRef {
  return write.kind === 'check' ? write.ref : write.commit.ref;
}

function idOfWrite(write: GroupWrite): string {
  return idOf(refOf(write));
}

function labelOf(write: GroupWrite): string {
  const { key } = refOf(write);
  const name = key.slice(-2);
  return write.kind === 'check'
    ? `?${name}v${write.version}e${write.epoch}`
    : `${name}v${write.commit.version}e${write.epoch}:${write.commit.command.type}`;
}
