import type { Ground } from './ground.ts';
import type { Move } from './moves.ts';
import type { Memory } from './twin.ts';

/** What a move does to offers, which are named by their index in the ground. */
export type Effect = 'reads' | 'wants' | 'merges' | 'takes' | 'frees' | 'sells' | 'reprices' | 'counts';

/** These change a cart, but no stock. */
const BUYERS_OWN = new Set<Effect>(['reads', 'wants', 'merges']);

export type Touch = ReadonlyMap<number, ReadonlySet<Effect>>;

/** @param valid Whether, as far as offers decide it, the buyer's checkout could be confirmed before this wave. */
export function touchOf(move: Move, memory: Memory | null, { offers }: Ground, valid: boolean): Touch {
  const touch = new Map<number, Set<Effect>>();
  const note = (effect: Effect, offerIds: Iterable<string>) => {
    for (const offerId of offerIds) {
      const index = offers.findIndex((each) => each.offerId === offerId);
      touch.set(index, (touch.get(index) ?? new Set()).add(effect));
    }
  };
  const inCart = memory?.items.keys() ?? [];
  const checkout = memory?.checkout ?? null;
  const held = checkout?.status === 'OPEN' ? checkout.lines.map(({ offerId }) => offerId) : [];
  if ('offer' in move) {
    const offerId = offers[move.offer]?.offerId ?? '';
    if (move.do === 'count') note('counts', [offerId]);
    else note(move.do === 'price' || move.do === 'switch' ? 'reprices' : 'wants', [offerId]);
  }
  switch (move.do) {
    case 'add':
    case 'edit':
    case 'look':
      note('reads', [...inCart, ...(memory?.guestOffers ?? [])]);
      break;
    case 'merge':
      // Limited to the available stock, without a refusal that would show it.
      note('merges', [...inCart, ...(memory?.guestOffers ?? [])]);
      break;
    case 'guest-add':
      note('reads', memory?.guestOffers ?? []);
      break;
    case 'open':
      note('takes', inCart);
      note('frees', held);
      break;
    case 'confirm':
      // A confirmation that is refused in any case does not show whether a change came first.
      note(valid ? 'sells' : 'reads', held);
      break;
    case 'accept-prices':
      note('reads', held);
      break;
    case 'cancel-checkout':
      note('frees', held);
      break;
    case 'cancel-order':
      note('frees', memory?.order?.offerIds ?? []);
      break;
  }
  return touch;
}

/**
 * Keeps moves out of a wave whose serial order their responses could not show. Several may want and take the same
 * offer, since latecomers were refused; but not where two warehouses make it matter who came first, and not while
 * someone returns some. An offer may change while it is sold: whether the sale still succeeded shows which came first.
 */
export class Claims {
  readonly #isPlain: (offer: number) => boolean;
  readonly #taken: Touch[] = [];

  /** @param isPlain Whether an offer lies in one warehouse only. */
  constructor(isPlain: (offer: number) => boolean) {
    this.#isPlain = isPlain;
  }

  /** Whether it may come with those before it; then it becomes one of them. */
  take(touch: Touch): boolean {
    const together = [...this.#taken, touch];
    const fits = this.#taken.every((other) => this.#together(touch, other));
    if (!fits || together.some((sale) => meetsChanges(sale, together) > 1)) return false;
    this.#taken.push(touch);
    return true;
  }

  #together(one: Touch, other: Touch): boolean {
    return [...one].every(([offer, effects]) => {
      const others = other.get(offer);
      return (
        others === undefined || (this.#fits(offer, effects, others) && this.#fits(offer, others, effects))
      );
    });
  }

  #fits(offer: number, one: ReadonlySet<Effect>, other: ReadonlySet<Effect>): boolean {
    const [only] = other.size === 1 ? other : [];
    if (one.has('counts')) return false;
    if (one.has('reprices')) return only === 'sells';
    if (one.has('takes') && other.has('takes') && !this.#isPlain(offer)) return false;
    if (one.has('merges') && other.has('takes')) return false;
    return !(other.has('frees') && (one.has('takes') || one.has('wants') || one.has('merges')));
  }
}

/** How many of the changes of offers concern what a sale sells. */
function meetsChanges(sale: Touch, all: readonly Touch[]): number {
  const sold = [...sale].flatMap(([offer, effects]) => (effects.has('sells') ? [offer] : []));
  return all.filter((touch) => sold.some((offer) => touch.get(offer)?.has('reprices'))).length;
}

/** Whether another move's effect shows in the stock that this one's response reports. */
export function seesOthers(own: Touch, others: readonly Touch[]): boolean {
  return others.some((other) =>
    [...other].some(
      ([offer, effects]) => own.has(offer) && [...effects].some((effect) => !BUYERS_OWN.has(effect)),
    ),
  );
}
