import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import type { AccountState } from './account-machine.ts';
import { idOf, type SimDatabase, type Witness } from './database.ts';
import type { Host } from './host.ts';
import type { LeaseWitness } from './redis.ts';
import type { Schedule } from './schedule.ts';

/** A promise was broken. */
export class Violation extends Error {}

interface Lease {
  host: Host;
  until: number;
}

/**
 * Observes and judges. It learns what was really written, and what each process may believe about its lease, and does
 * not intervene: this reveals the mistakes of stores and owners.
 */
export class Audit implements Witness, LeaseWitness {
  readonly #schedule: Schedule;
  /** The newest epoch of each actor and its owner; null when a row-locked turn has raised it. */
  readonly #epochs = new Map<string, { epoch: number; by: string | null }>();
  readonly #versions = new Map<string, number>();
  readonly #ids = new Map<string, Set<string>>();
  /** The state of each actor at each version. */
  readonly #history = new Map<string, AccountState[]>();
  readonly #leases = new Map<string, Lease>();
  /** Actor → the incarnation that claimed it last. */
  readonly #owners = new Map<string, string>();
  readonly #pushesDue = new Map<string, string>();
  /** False where wrong clocks make two owners unavoidable: then only PostgreSQL's epoch preserves order. */
  exclusive = true;
  commits = 0;
  credited = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  fail(what: string): never {
    this.#schedule.note('AUDIT', `✗ ${what}`);
    throw new Violation(what);
  }

  activated(by: string, ref: ActorRef, epoch: number): void {
    const id = idOf(ref);
    const last = this.#epochs.get(id)?.epoch ?? 0;
    if (epoch !== last + 1) this.#report(`${id} was activated with epoch ${epoch} after ${last}`);
    this.#epochs.set(id, { epoch, by });
  }

  committed(by: string, commit: Commit, epoch: number, way: 'creation' | 'group' | 'lock'): void {
    const id = idOf(commit.ref);
    const { version, command } = commit;
    this.commits += 1;
    this.#schedule.note(
      'PG',
      `${id.slice(-2)} v${version} e${epoch} ${command.type} ${command.id.slice(-6)} by ${by}`,
    );
    this.#judgeEpoch(id, by, epoch, way);
    const last = this.#versions.get(id) ?? 0;
    if (version !== last + 1) this.#report(`${id} went from version ${last} to ${version}`);
    this.#versions.set(id, version);
    const ids = this.#ids.get(id) ?? new Set();
    this.#ids.set(id, ids);
    if (ids.has(command.id)) this.#report(`command ${command.id} took effect twice on ${id}`);
    ids.add(command.id);
    const history = this.#history.get(id) ?? [];
    this.#history.set(id, history);
    history[version] = commit.state as unknown as AccountState;
    for (const { effect, id: effectId } of commit.outbox?.effects ?? []) {
      if (effect.do === 'push') this.#pushesDue.set(effectId, `${id} v${version}`);
      if (effect.do === 'consume') this.credited += 1;
    }
  }

  /** A sender that waits for a result must go on asking. */
  timerEnded(ref: ActorRef, name: string): void {
    const id = idOf(ref);
    const state = this.#history.get(id)?.[this.#versions.get(id) ?? 0];
    const transfer = name.slice('remind:'.length);
    if (state?.pending[transfer] !== undefined)
      this.#report(`no one asks for the result of transfer ${transfer} any more`);
  }

  /** A process writes as an owner, on an activation that it made as incarnation `claimed`; by now it is `present`. */
  wrote(by: string, ref: ActorRef, claimed: string | undefined, present: string): void {
    if (claimed !== present) this.#report(`${by} kept ${idOf(ref)} in memory after it had lost everything`);
  }

  pushed(effectId: string | undefined): void {
    if (effectId !== undefined) this.#pushesDue.delete(effectId);
  }

  leased(host: Host, incarnation: string, until: number): void {
    const known = this.#leases.get(incarnation);
    this.#leases.set(incarnation, { host, until: Math.max(until, known?.until ?? 0) });
  }

  /** Redis gave the actor to `incarnation`: no other process may still believe that it owns the actor. */
  granted(host: Host, incarnation: string, ref: ActorRef): void {
    const id = idOf(ref);
    const former = this.#owners.get(id);
    this.#owners.set(id, incarnation);
    if (!this.exclusive || former === undefined || former === incarnation) return;
    const lease = this.#leases.get(former);
    if (lease === undefined || lease.host.state === 'dead' || lease.until <= this.#schedule.now) return;
    this.#report(`${id} was given to ${host.name} while ${lease.host.name} believed that it owned it`);
  }

  /** The process released them of its own accord. */
  released(incarnation: string, refs: readonly ActorRef[]): void {
    for (const ref of refs) {
      if (this.#owners.get(idOf(ref)) === incarnation) this.#owners.delete(idOf(ref));
    }
  }

  /** The process gave up its incarnation. */
  lost(incarnation: string): void {
    this.#leases.delete(incarnation);
  }

  /** A process acts as an owner, on this lease. */
  counts(host: Host, incarnation: string, what: string): void {
    const until = this.#leases.get(incarnation)?.until ?? 0;
    // Tolerates rounding of the process's own clock.
    if (until + 0.01 < this.#schedule.now) this.#report(`${host.name} ${what} on a lapsed lease`);
  }

  stateAt(ref: ActorRef, version: number): AccountState | undefined {
    return this.#history.get(idOf(ref))?.[version];
  }

  /** After the faults: everything is finished or undone, nothing was lost or invented. */
  settled(database: SimDatabase): void {
    const ledger = new Map<string, number>();
    for (const { lines } of database.journals.values()) {
      for (const { account, amount } of lines) {
        ledger.set(account, (ledger.get(account) ?? 0) + Number(amount));
      }
    }
    let notes = 0;
    for (const { ref, state: text, version } of database.actors.values()) {
      const state = JSON.parse(text) as AccountState;
      const id = idOf(ref);
      if (Object.keys(state.pending).length > 0) this.fail(`${id} has transfers that never ended: ${text}`);
      if (state.balance !== (ledger.get(state.key) ?? 0)) {
        this.fail(`${id} holds ${state.balance}, its ledger says ${ledger.get(state.key)}`);
      }
      const row = database.projections.get(`drivers:${state.key}`);
      if (row?.actor_version !== version || row.cash_on_hand !== `${state.balance}.00`) {
        this.fail(`the row of ${id} says ${JSON.stringify(row)}, its state is v${version} ${text}`);
      }
      for (const [page, visits] of Object.entries(state.visits)) {
        const recorded = database.projections.get(`routes:${state.key}:${page}`)?.version;
        if (recorded !== visits) this.fail(`${id} had ${visits} visits to ${page}, its row says ${recorded}`);
      }
      notes += state.notes;
    }
    if ((ledger.get('transit') ?? 0) !== 0) this.fail(`${ledger.get('transit')} is lost between accounts`);
    if (notes !== this.credited) this.fail(`${notes} notes were taken of ${this.credited} transfers`);
    if (this.#pushesDue.size > 0) this.fail(`never pushed: ${[...this.#pushesDue.values()].join(', ')}`);
  }

  #judgeEpoch(id: string, by: string, epoch: number, way: 'creation' | 'group' | 'lock'): void {
    const newest = this.#epochs.get(id);
    if (way === 'creation') return;
    if (way === 'lock') {
      if (epoch !== (newest?.epoch ?? 0) + 1)
        this.#report(`a row-locked turn of ${id} left the epoch as it was`);
      this.#epochs.set(id, { epoch, by: null });
      return;
    }
    if (newest?.epoch !== epoch) {
      this.#report(`${by} wrote ${id} under epoch ${epoch}, the present one is ${newest?.epoch ?? 0}`);
    } else if (newest.by !== by) {
      this.#report(`${by} wrote ${id} under epoch ${epoch}, which is that of ${newest.by ?? 'no one'}`);
    }
  }

  /** Found in the middle of a process's work: the run ends when it next checks. */
  found: Violation | null = null;
  #report(what: string): void {
    this.#schedule.note('AUDIT', `✗ ${what}`);
    this.found ??= new Violation(what);
  }

  report(what: string): void {
    this.#report(what);
  }
}
