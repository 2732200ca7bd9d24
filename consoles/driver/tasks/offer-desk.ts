import { ExternalStore } from '../../shared/state/external-store.ts';
import type { LocalTask } from './local-task.ts';
import { isOffer } from './open-tasks.ts';

/** An offer besides the open one. */
export interface AsideOffer {
  local: LocalTask;
  /** It expired, or went to another driver. */
  over: boolean;
}

export interface OfferDeskView {
  /** The open offer, as last seen. */
  open: LocalTask | null;
  /** The open one can no longer be accepted. */
  over: boolean;
  /** Offers that open automatically after it. */
  queued: readonly LocalTask[];
  /** Offers that the driver put aside: they stay until they expire. */
  aside: readonly AsideOffer[];
}

/** States of a task whose offer ended without this driver getting it. */
const NOT_TAKEN: readonly LocalTask['status'][] = ['ASSIGNED', 'UNASSIGNED', 'CANCELLED'];
const EMPTY: OfferDeskView = { open: null, over: false, queued: [], aside: [] };

/**
 * Which offer is open. A newer one never replaces it: it stays until it is answered, put aside or over, and the one
 * that ends soonest comes next. Offers are identified by their own ids, since a task may be offered twice.
 */
export class OfferDesk {
  readonly store = new ExternalStore<OfferDeskView>(EMPTY);
  /** Offers put aside, by id; ended ones stay until the driver has seen them. */
  readonly #aside = new Map<string, AsideOffer>();
  #answered: string | null = null;
  #tasks: readonly LocalTask[] = [];

  /** The driver's tasks have changed. */
  see(tasks: readonly LocalTask[]): void {
    this.#tasks = tasks;
    for (const [id, { local }] of this.#aside) {
      const present = this.#find(id);
      if (present !== undefined) this.#aside.set(id, { local: present, over: false });
      else if (this.#isTaken(local)) this.#aside.delete(id);
      else this.#aside.set(id, { local, over: true });
    }
    const { open } = this.store.get();
    const present = open === null ? undefined : this.#find(offerId(open));
    // Answered here, or accepted on another phone of the same driver: nothing is left to show.
    const settled = open === null || this.#answered === offerId(open) || this.#isTaken(open);
    if (present !== undefined) this.#show(present);
    else if (settled) this.#show(null);
    else this.#show(open, true);
  }

  /** The driver is answering the open offer; null when that failed. */
  answer(local: LocalTask | null): void {
    this.#answered = local === null ? null : offerId(local);
  }

  /** Puts the open offer aside. It can be opened again until it ends. */
  putAside(): void {
    const { open, over } = this.store.get();
    if (open !== null && !over) this.#aside.set(offerId(open), { local: open, over: false });
    this.#show(null);
  }

  reopen(id: string): void {
    const wanted = this.#find(id);
    if (wanted === undefined) return;
    this.#aside.delete(id);
    this.#show(wanted);
  }

  /** The driver has seen that it expired. */
  forget(id: string): void {
    this.#aside.delete(id);
    this.#show(this.store.get().open, this.store.get().over);
  }

  #show(wanted: LocalTask | null, over = false): void {
    const waiting = this.#tasks.filter((local) => isOffer(local) && !this.#aside.has(offerId(local)));
    waiting.sort((one, other) => endOf(one) - endOf(other));
    const open = wanted ?? waiting[0] ?? null;
    const queued = waiting.filter((local) => open === null || offerId(local) !== offerId(open));
    const next: OfferDeskView = {
      open,
      over: over && open !== null,
      queued,
      aside: [...this.#aside.values()],
    };
    if (!same(this.store.get(), next)) this.store.set(next);
  }

  #find(id: string): LocalTask | undefined {
    return this.#tasks.find((local) => isOffer(local) && offerId(local) === id);
  }

  /** The driver has the task, whatever happened to the offer. */
  #isTaken({ task }: LocalTask): boolean {
    return this.#tasks.some((local) => local.task.id === task.id && !NOT_TAKEN.includes(local.status));
  }
}

export function offerId({ task }: LocalTask): string {
  return task.offer?.id ?? task.id;
}

/** An offer without an end comes from a dispatcher, and stays. */
function endOf({ task: { offer } }: LocalTask): number {
  return offer?.expiresAt == null ? Number.POSITIVE_INFINITY : Date.parse(offer.expiresAt);
}

function same(one: OfferDeskView, other: OfferDeskView): boolean {
  const asideOf = ({ aside }: OfferDeskView) => aside.flatMap(({ local, over }) => [local.task, over]);
  return (
    one.open?.task === other.open?.task &&
    one.over === other.over &&
    equal(
      one.queued.map(({ task }) => task),
      other.queued.map(({ task }) => task),
    ) &&
    equal(asideOf(one), asideOf(other))
  );
}

function equal(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
