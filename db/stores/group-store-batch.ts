import type { GroupWrite, GroupWriteResult } from '../../actors/runtime/activation-ports.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import { arrayLiteral, type Cell } from './group-store-arrays.ts';
import type { CachedStatement } from './group-store-cache.ts';
import { RowMerger } from './group-store-merger.ts';
import type { Form, StatementPlan } from './group-store-sql.ts';
import { checkRows, StatementRows } from './group-store-turns.ts';
import type { ProjectionColumns } from './projection-columns.ts';

export interface Item {
  /** Index in the given batch. */
  index: number;
  write: GroupWrite;
}

interface Actor {
  number: number;
  kind: string;
  key: string;
  base: number;
  epoch: number;
  version: number;
  schema: number;
  state: JsonObject | null;
  /** All further turns of this actor must go into a later statement. */
  closed: boolean;
}

/** The part of a batch that one statement writes, and the rest for the next statement. */
export class StatementBatch {
  readonly items: Item[] = [];
  readonly later: Item[] = [];
  /** Decided without the database. */
  readonly decided: { item: Item; result: GroupWriteResult }[] = [];
  readonly finished: readonly string[];
  readonly #actors: Actor[];
  readonly #rows: StatementRows;
  readonly #verify: { actor: number; item: Item }[] = [];
  readonly #numbers = new Map<Item, number>();

  constructor(items: readonly Item[], columns: ProjectionColumns, finished: readonly string[]) {
    this.finished = finished;
    this.#rows = new StatementRows(columns);
    const actors = numberActors(items);
    this.#actors = [...actors.values()];
    const merger = new RowMerger();
    for (const item of items) {
      const actor = actors.get(idOf(item.write));
      if (actor !== undefined) this.#place(item, actor, merger, columns);
    }
    for (const row of merger.values()) this.#rows.addProjection(row);
  }

  plan(form: Form): StatementPlan {
    return {
      form,
      writes: this.#actors.some(({ state }) => state !== null),
      checks: this.#actors.some(({ state, closed }) => state === null && !closed),
      verifies: this.#verify.length > 0,
      finishes: this.finished.length > 0,
      shapes: [...this.#rows.groups().values()].map(({ shape }) => shape),
    };
  }

  /** In the order in which `statementSql` numbers its parameters. */
  parameters({ plan }: CachedStatement): string[] {
    const writers = this.#actors.filter(({ state }) => state !== null);
    const checks = this.#actors.filter(({ state, closed }) => state === null && !closed);
    const values: string[] = [];
    if (plan.verifies) values.push(...this.#verifyParameters());
    if (plan.writes) {
      values.push(...columnsOf(writers, ['number', 'kind', 'key', 'base', 'epoch', 'version', 'schema']));
      values.push(JSON.stringify(writers.map(({ state }) => state)));
    }
    values.push(...this.#rows.parameters(plan.shapes));
    if (plan.finishes) values.push(arrayLiteral(this.finished));
    if (plan.checks) values.push(...columnsOf(checks, ['number', 'kind', 'key', 'version', 'epoch']));
    return values;
  }

  numberOf(item: Item): number {
    return this.#numbers.get(item) ?? -1;
  }

  /** Whether the item's actor is written here, or only checked. */
  writesActorOf(item: Item): boolean {
    return this.#actors[this.numberOf(item)]?.state !== null;
  }

  #place(item: Item, actor: Actor, merger: RowMerger, columns: ProjectionColumns): void {
    const { write } = item;
    if (actor.closed) {
      this.later.push(item);
      return;
    }
    const base = write.kind === 'check' ? write.version : write.commit.baseVersion;
    const fresh = actor.version < 0;
    if (!fresh && (actor.version !== base || actor.epoch !== write.epoch)) {
      this.decided.push({ item, result: { kind: 'fenced' } });
      return;
    }
    if (write.kind === 'commit') {
      const { commit } = write;
      try {
        checkRows(columns, commit.rows);
        if (merger.takes(actor.number, commit.rows)) merger.add(actor.number, commit.rows);
        else {
          actor.closed = true;
          this.later.push(item);
          return;
        }
      } catch (error) {
        this.decided.push({ item, result: { kind: 'failed', error } });
        return;
      }
      this.#rows.addTurn(actor.number, commit, write.epoch);
      actor.state = commit.state;
      actor.schema = commit.schema;
    }
    if (write.verifyNew) this.#verify.push({ actor: actor.number, item });
    if (fresh) {
      actor.base = base;
      actor.epoch = write.epoch;
    }
    actor.version = write.kind === 'commit' ? write.commit.version : base;
    this.items.push(item);
    this.#numbers.set(item, actor.number);
  }

  #verifyParameters(): string[] {
    const rows = this.#verify.map(({ actor, item: { index, write } }) =>
      write.kind === 'commit'
        ? { actor, index, ...write.commit.ref, id: write.commit.command.id }
        : { actor, index, ...write.ref, id: write.verifyNew ?? '' },
    );
    return columnsOf(rows, ['actor', 'index', 'kind', 'key', 'id']);
  }
}

/** In the order of their keys, so that two statements cannot deadlock. */
function numberActors(items: readonly Item[]): Map<string, Actor> {
  const ids = new Set<string>();
  for (const { write } of items) ids.add(idOf(write));
  const actors = new Map<string, Actor>();
  [...ids].sort().forEach((id, number) => {
    const [kind = '', key = ''] = id.split(':');
    actors.set(id, {
      number,
      kind,
      key,
      base: -1,
      epoch: -1,
      version: -1,
      schema: 0,
      state: null,
      closed: false,
    });
  });
  return actors;
}

function idOf(write: GroupWrite): string {
  const { kind, key } = write.kind === 'check' ? write.ref : write.commit.ref;
  return `${kind}:${key}`;
}

function columnsOf<R extends object>(rows: readonly R[], names: readonly (keyof R)[]): string[] {
  return names.map((name) => arrayLiteral(rows.map((row) => row[name] as Cell)));
}
