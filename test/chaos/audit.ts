import type pg from 'pg';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import {
  type AccountEvent,
  type AccountState,
  EMPTY_ACCOUNT,
  evolve,
  isDeclined,
} from './account-machine.ts';
import type { Checker } from './checker.ts';
import { type OpBook, type OpRecord, opOf } from './op-book.ts';

export interface AuditFigures {
  commandRows: number;
  transfers: number;
  /** Commands that took effect although no caller learned the outcome. */
  unacknowledged: number;
}

interface Row {
  version: number;
  command_id: string;
  type: string;
  events: AccountEvent[];
}

export interface AuditOptions {
  client: pg.Client;
  actors: readonly ActorRef[];
  book: OpBook;
  checker: Checker;
  /** Points that every account began with. */
  start: number;
}

/** At the end of a run: compares the history in PostgreSQL with every response, actor by actor. */
export async function audit(options: AuditOptions): Promise<AuditFigures> {
  const { book, actors } = options;
  const figures: AuditFigures = { commandRows: 0, transfers: 0, unacknowledged: 0 };
  const opsOf = book.byActor(actors.length);
  const written = new Uint8Array(book.count);
  let [points, added] = [0, 0];
  for (const [number, ref] of actors.entries()) {
    const rows = await readRows(options.client, ref);
    figures.commandRows += rows.length;
    figures.transfers += rows.filter(({ type }) => type === 'receive').length;
    const history = new History(options, number, rows, written);
    await history.compareState();
    history.compareOps(opsOf[number] ?? new Uint32Array());
    figures.unacknowledged += history.unacknowledged;
    points += history.points;
    added += history.added;
  }
  const expected = options.start * actors.length + added;
  if (points !== expected)
    options.checker.report('chain', null, `${points} points at the end instead of ${expected}`);
  await compareJournals(options);
  return figures;
}

/** The command rows of one actor: versions must be consecutive, ids unique, and every response true. */
class History {
  readonly #options: AuditOptions;
  readonly #actor: number;
  readonly #ref: ActorRef;
  /** The balance after each version; the first is the creation's. */
  readonly #balances: number[];
  readonly #written: Uint8Array;
  #state: AccountState;
  unacknowledged = 0;
  added = 0;

  constructor(options: AuditOptions, actor: number, rows: readonly Row[], written: Uint8Array) {
    this.#options = options;
    this.#actor = actor;
    this.#ref = options.actors[actor] ?? { kind: 'driver', key: '' };
    this.#written = written;
    this.#state = { ...EMPTY_ACCOUNT, balance: options.start };
    this.#balances = [options.start];
    const ids = new Set<string>();
    for (const row of rows) {
      const next = this.#balances.length;
      if (row.version !== next) {
        const fault = row.version < next ? 'doubled' : 'lost';
        this.#report(fault, `version ${row.version} (${row.command_id}) is in the place of ${next}`);
      }
      if (ids.has(row.command_id))
        this.#report('doubled', `${row.command_id} took effect twice, again at ${row.version}`);
      ids.add(row.command_id);
      for (const event of row.events) this.#apply(event);
      this.#balances.push(this.#state.balance);
      this.#compareRow(row);
    }
  }

  get points(): number {
    return this.#state.balance + Object.values(this.#state.open).reduce((sum, amount) => sum + amount, 0);
  }

  async compareState(): Promise<void> {
    const { rows } = await this.#options.client.query<{ version: number; state: AccountState }>(
      'SELECT version::int AS version, state FROM actor WHERE kind = $1 AND key = $2',
      [this.#ref.kind, this.#ref.key],
    );
    const [row] = rows;
    const last = this.#balances.length - 1;
    if (row?.version !== last)
      this.#report('untrue', `the actor is at ${row?.version}, its rows end with ${last}`);
    const [stored, folded] = [JSON.stringify(sorted(row?.state)), JSON.stringify(sorted(this.#state))];
    if (stored !== folded) this.#report('untrue', `the actor holds ${stored}, its events make ${folded}`);
    const open = Object.keys(this.#state.open);
    if (open.length > 0) this.#report('chain', `transfers that never ended: ${open.slice(0, 3).join(', ')}`);
  }

  compareOps(ops: Uint32Array): void {
    for (const op of ops) {
      const { state, version, balance } = this.#options.book.get(op);
      if (state === 'open') {
        if (this.#written[op] === 1) this.unacknowledged += 1;
        continue;
      }
      if (state === 'written' && this.#written[op] !== 1) {
        this.#options.checker.report(
          'lost',
          op,
          `acknowledged at version ${version}, and missing in PostgreSQL`,
        );
        continue;
      }
      if (this.#balances[version] !== balance) {
        const was = this.#balances[version];
        this.#options.checker.report(
          'untrue',
          op,
          `answered with ${balance} at version ${version}, which held ${was}`,
        );
      }
    }
  }

  #compareRow({ version, command_id, type }: Row): void {
    const op = opOf(command_id);
    if (op === null) return;
    const { book, checker } = this.#options;
    const known = book.get(op);
    if (this.#written[op] === 1) checker.report('doubled', op, 'took effect on two actors or twice');
    this.#written[op] = 1;
    if (known.actor !== this.#actor || known.type !== type)
      checker.report('untrue', op, `written as ${type} elsewhere`);
    // A refusal is decided again with every attempt: one whose response was lost may have been accepted.
    if (known.state === 'told' && known.attempts === 1) {
      checker.report(
        'doubled',
        op,
        `answered as refused or seen at ${known.version}, and written at ${version}`,
      );
    }
    if (known.state === 'written' && known.version !== version) {
      checker.report('doubled', op, `acknowledged at ${known.version}, written at ${version}`);
    }
    this.#compareAmount(op, known);
  }

  /** Compares what the caller's command itself added or removed. */
  #compareAmount(op: number, { type, amount }: OpRecord): void {
    const change = (this.#balances.at(-1) ?? 0) - (this.#balances.at(-2) ?? 0);
    const fits = type === 'add' ? change === amount : change === -amount || (type === 'risk' && change === 0);
    if (!fits)
      this.#options.checker.report('untrue', op, `${type} of ${amount} changed the balance by ${change}`);
    if (type !== 'send') this.added += change;
  }

  #apply(event: AccountEvent): void {
    const twice =
      (event.type === 'SETTLED' || event.type === 'GIVEN_BACK') &&
      this.#state.open[event.transfer] === undefined;
    if (twice) this.#report('chain', `${event.transfer} ended twice`);
    if (event.type === 'DECLINED' && !isDeclined(event.amount))
      this.#report('chain', `${event.transfer} declined`);
    this.#state = evolve(this.#state, event);
  }

  #report(fault: Parameters<Checker['report']>[0], evidence: string): void {
    this.#options.checker.report(fault, null, evidence, undefined, `${this.#ref.kind}:${this.#ref.key}`);
  }
}

async function readRows(client: pg.Client, { kind, key }: ActorRef): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT version::int AS version, command_id, type, events FROM actor_command
      WHERE kind = $1 AND key = $2 ORDER BY version, at`,
    [kind, key],
  );
  return rows;
}

/** Each received transfer posted its journal once, in the commit that received it. */
async function compareJournals({ client, checker }: AuditOptions): Promise<void> {
  const { rows } = await client.query<{ transfer: string; received: number; posted: number }>(
    `SELECT coalesce(c.transfer, j.transfer) AS transfer, c.n::int AS received, j.n::int AS posted
       FROM (SELECT e->>'transfer' AS transfer, count(*) n FROM actor_command, jsonb_array_elements(events) e
              WHERE type = 'receive' AND e->>'type' = 'RECEIVED' GROUP BY 1) c
       FULL JOIN (SELECT substr(cause, 10) AS transfer, count(*) n FROM ledger_journals GROUP BY 1) j
         ON j.transfer = c.transfer
      WHERE c.n IS DISTINCT FROM 1 OR j.n IS DISTINCT FROM 1 LIMIT 20`,
  );
  for (const { transfer, received, posted } of rows) {
    checker.report('chain', null, `${transfer} was received ${received} times and posted ${posted} times`);
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
