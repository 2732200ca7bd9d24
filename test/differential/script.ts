import type { Chance } from '../../scripts/shared/chance.ts';
import { freshKey, type Ground } from './ground.ts';
import type { BuyersMove, Move } from './moves.ts';
import { Claims, type Touch, touchOf } from './touch.ts';
import type { Memory } from './twin.ts';

/** One of the moves of a wave. */
export interface Planned {
  move: Move;
  touch: Touch;
}

type Theme = 'mixed' | 'adding' | 'opening' | 'confirming';

const MAX_UNITS = 2;
/** Units of a line that exceed its maximum when they are added twice. */
const MANY_UNITS = 60;
/** QAR. */
const COSTLY = 1_000;
/** Units that a seller finds beyond those that are reserved. */
const MAX_FOUND = 12;

/** The state of an offer, as far as sellers have changed it. */
interface OfferState {
  price: string;
  active: boolean;
}

/** Draws waves of moves that a clone of the world can repeat one by one. */
export class Script {
  readonly #chance: Chance;
  readonly #ground: Ground;
  readonly #offers: OfferState[];
  readonly #first: readonly OfferState[];
  /** Requests with a key that a buyer may repeat. */
  readonly #keyed = new Map<number, Move>();

  constructor(chance: Chance, ground: Ground, prices: readonly string[]) {
    this.#chance = chance;
    this.#ground = ground;
    this.#offers = prices.map((price) => ({ price, active: true }));
    this.#first = this.#offers.map((state) => ({ ...state }));
  }

  /** Moves for the same moment. They are chosen so that a serial order can be derived from their responses. */
  wave(memories: readonly Memory[]): Planned[] {
    const chance = this.#chance;
    if (chance.happens(0.01)) return [this.#planned({ do: 'expire' }, memories)];
    const claims = new Claims((offer) => this.#ground.offers[offer]?.warehouseIds.length === 1);
    const wave: Planned[] = [];
    const add = (move: Move) => {
      const planned = this.#planned(move, memories);
      if (claims.take(planned.touch)) wave.push(planned);
    };
    // The first ones are sure of their place.
    const early = chance.below(3);
    for (let changes = 0; changes < early; changes += 1) add(this.#change(memories));
    const theme = chance.weighted<Theme>(['mixed', 'adding', 'opening', 'confirming'], (each) =>
      each === 'mixed' ? 4 : 2,
    );
    const share = chance.pick([0.3, 0.6, 1]);
    for (const buyer of chance.shuffled(memories.map((_, index) => index))) {
      if (!chance.happens(share)) continue;
      for (const move of this.#movesOf(buyer, memories[buyer] as Memory, theme)) add(move);
    }
    // These come where a sale may already be under way.
    if (chance.happens(0.5)) add(this.#change(memories));
    for (const { move } of wave) this.#note(move);
    return wave;
  }

  /** One move of a buyer, or two at once that concern the same things. */
  #movesOf(buyer: number, memory: Memory, theme: Theme): Move[] {
    const chance = this.#chance;
    const keyedMove = this.#keyed.get(buyer);
    if (keyedMove !== undefined && chance.happens(0.06)) return [keyedMove];
    const move = this.#moveOf(buyer, memory, theme);
    if (!chance.happens(0.2)) return [move];
    const again = this.#beside(move);
    return again === null ? [move] : [move, again];
  }

  #beside(move: Move): Move | null {
    switch (move.do) {
      case 'add':
        return move.key === null ? this.#add(move.buyer, null) : move;
      case 'open':
        return move;
      case 'confirm':
        return this.#chance.happens(0.5) ? move : { do: 'cancel-checkout', buyer: move.buyer };
      case 'merge':
        return move;
      default:
        return null;
    }
  }

  #moveOf(buyer: number, memory: Memory, theme: Theme): Move {
    const { items, checkout, order, guestToken } = memory;
    const open = checkout?.status === 'OPEN';
    const full = items.size > 0;
    const wish = { adding: 'add', opening: 'open', confirming: 'confirm', mixed: null } as const;
    const weights: Record<string, number> = {
      add: full ? 3 : 9,
      'guest-add': 1.5,
      merge: guestToken === null ? 0.1 : 2,
      edit: full ? 2 : 0,
      clear: full ? 0.5 : 0,
      look: 1,
      open: full && !open ? 6 : 0.7,
      choose: open ? 6 : 0.2,
      options: open ? 1 : 0,
      'accept-prices': open ? (this.#pricesChanged(memory) ? 4 : 0.3) : 0,
      confirm: open ? (isComplete(memory) ? 6 : 0.7) : checkout === null ? 0 : 0.2,
      'cancel-checkout': checkout === null ? 0 : 0.5,
      'cancel-order': order === null ? 0 : 0.5,
    };
    const wished = wish[theme];
    if (wished !== null) weights[wished] = (weights[wished] ?? 0) * 8;
    if (checkout === null) weights.choose = 0;
    const kinds = Object.keys(weights) as BuyersMove['do'][];
    return this.#filledIn(
      this.#chance.weighted(kinds, (kind) => weights[kind] ?? 0),
      buyer,
      memory,
    );
  }

  #filledIn(kind: BuyersMove['do'], buyer: number, memory: Memory): Move {
    const chance = this.#chance;
    const key = () => (chance.happens(0.3) ? freshKey() : null);
    switch (kind) {
      case 'add':
        return this.#add(buyer, key());
      case 'guest-add':
        return { do: 'guest-add', buyer, ...this.#wanted() };
      case 'edit': {
        const offerId = chance.pick([...memory.items.keys()]);
        const offer = this.#ground.offers.findIndex((each) => each.offerId === offerId);
        return { do: 'edit', buyer, offer, quantity: chance.whole(0, MAX_UNITS) };
      }
      case 'open':
      case 'confirm':
        return { do: kind, buyer, key: key() };
      case 'choose': {
        const everything = chance.happens(0.7);
        const address = everything || chance.happens(0.5) ? chance.below(2) : null;
        const shipping = everything || chance.happens(0.4);
        const payment = everything || chance.happens(0.4) || (address === null && !shipping);
        return { do: 'choose', buyer, address, shipping, payment };
      }
      default:
        return { do: kind, buyer };
    }
  }

  #add(buyer: number, key: string | null): Move {
    return { do: 'add', buyer, ...this.#wanted(), key };
  }

  #wanted(): { offer: number; quantity: number } {
    const chance = this.#chance;
    const quantity = chance.happens(0.03) ? MANY_UNITS : chance.whole(1, MAX_UNITS);
    // What cannot be paid at the door would soon be in every cart.
    const weightOf = (offer: number) => (Number(this.#offers[offer]?.price) > COSTLY ? 0.2 : 1);
    return { offer: chance.weighted([...this.#offers.keys()], weightOf), quantity };
  }

  /** Something that a seller does. */
  #change(memories: readonly Memory[]): Move {
    const chance = this.#chance;
    const offer = chance.below(this.#offers.length);
    const state = this.#offers[offer] as OfferState;
    if (!state.active) return { do: 'switch', offer, on: true };
    if (chance.happens(0.1)) return { do: 'switch', offer, on: false };
    if (chance.happens(0.3)) {
      const first = this.#first[offer]?.price ?? state.price;
      const price = state.price === first ? (Number(first) + 1.05).toFixed(2) : first;
      return { do: 'price', offer, price };
    }
    const offerId = this.#ground.offers[offer]?.offerId;
    const holders = memories.flatMap(({ checkout }) =>
      checkout?.status === 'OPEN' ? checkout.lines.filter((line) => line.offerId === offerId) : [],
    );
    const held = holders.reduce((sum, { quantity }) => sum + quantity, 0);
    // Ids decide whom a count takes units from where several have reserved some.
    const least = holders.length === 1 && chance.happens(0.3) ? 0 : held;
    return { do: 'count', offer, warehouse: chance.below(2), onHand: least + chance.whole(0, MAX_FOUND) };
  }

  #planned(move: Move, memories: readonly Memory[]): Planned {
    const memory = 'buyer' in move ? (memories[move.buyer] ?? null) : null;
    const valid = memory !== null && this.#isValid(memory);
    return { move, touch: touchOf(move, memory, this.#ground, valid) };
  }

  /** As far as offers decide it. */
  #isValid(memory: Memory): boolean {
    const lines = memory.checkout?.lines ?? [];
    return (
      !this.#pricesChanged(memory) && lines.every(({ offerId }) => this.#stateOf(offerId)?.active === true)
    );
  }

  #pricesChanged({ checkout }: Memory): boolean {
    return (checkout?.lines ?? []).some(
      ({ offerId, unitPrice }) => this.#stateOf(offerId)?.price !== unitPrice.amount,
    );
  }

  #stateOf(offerId: string): OfferState | undefined {
    return this.#offers[this.#ground.offers.findIndex((each) => each.offerId === offerId)];
  }

  #note(move: Move): void {
    if ('key' in move && move.key !== null) this.#keyed.set(move.buyer, move);
    const state = 'offer' in move ? this.#offers[move.offer] : undefined;
    if (state === undefined) return;
    if (move.do === 'price') state.price = move.price;
    if (move.do === 'switch') state.active = move.on;
  }
}

function isComplete({ checkout }: Memory): boolean {
  if (checkout === null || checkout.address === null || checkout.paymentMethod === null) return false;
  const sellers = new Set(checkout.lines.map(({ sellerId }) => sellerId));
  return checkout.shipping.length === sellers.size;
}
