import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Attempt, Outcome } from '../../../db/batched-command.ts';
import type { Transaction } from '../../../db/database.ts';
import {
  type CartChange,
  type ChangedCart,
  type ChangedLine,
  changeCarts,
  MAX_LINES,
  MAX_QUANTITY,
} from './cart-change-store.ts';
import { deleteItems } from './cart-item-store.ts';
import { type CartOwner, cartKey, lockCart, lockOrCreateCart, tokenOf, touchCart } from './cart-store.ts';
import { hashCartToken, newCartToken } from './cart-token.ts';
import type { FilledCart } from './filled-cart-store.ts';

/** The requested change: more units of an offer, or a new quantity of a line (0 removes it). */
export type Wanted =
  | { how: 'ADD'; offerId: string; quantity: number }
  | { how: 'SET'; lineId: string; quantity: number };

export interface OwnersChange {
  owner: CartOwner;
  wanted: Wanted;
}

/**
 * Changes a line in each of these carts and returns the resulting carts. Adding creates a missing cart; a guest with an
 * invalid token gets a cart with a new token. Throws common.NOT_FOUND, cart.OFFER_UNAVAILABLE, common.VALIDATION_FAILED
 * above 99 units, or common.CONFLICT for a full cart.
 */
export function changeOwnersCarts(ids: Ids): Attempt<OwnersChange, FilledCart> {
  const together: Attempt<OwnersChange, FilledCart> = async (executor, calls) => {
    const asked = calls.map((call) => changeOf(ids, call));
    const changed = await changeCarts(
      executor,
      asked.map(({ change }) => change),
    );
    return asked.map(({ token }, index) =>
      outcomeOf((calls[index] as OwnersChange).wanted, token, changed[index] ?? null),
    );
  };
  return async (executor, calls, options) => {
    const [call] = calls;
    if (!options.lock || call === undefined) return together(executor, calls, options);
    const owner = await lockOwner(executor as Transaction, ids, call);
    if (owner === null) return [{ error: noSuchLine() }];
    return together(executor, [{ ...call, owner }], options);
  };
}

/** Empties a cart, if the owner has one. */
export async function clear(trx: Transaction, owner: CartOwner): Promise<void> {
  const cart = await lockCart(trx, owner);
  if (cart === null) return;
  await deleteItems(trx, cart.id);
  await touchCart(trx, cart.id);
}

/** Locks the cart and returns its owner; null if no existing cart could contain the line. */
async function lockOwner(
  trx: Transaction,
  ids: Ids,
  { owner, wanted }: OwnersChange,
): Promise<CartOwner | null> {
  const cart = wanted.how === 'ADD' ? await lockOrCreateCart(trx, owner, ids) : await lockCart(trx, owner);
  if (cart === null || owner.kind === 'account') return cart === null ? null : owner;
  return { kind: 'guest', token: cart.token };
}

/** `token`: the guest's token after the change. */
function changeOf(ids: Ids, { owner, wanted }: OwnersChange): { change: CartChange; token: string | null } {
  const { how, quantity } = wanted;
  const line = { how, quantity, seenPrice: null };
  const changes =
    wanted.how === 'ADD'
      ? [{ ...line, offerId: wanted.offerId, lineId: ids.next() }]
      : [{ ...line, offerId: null, lineId: wanted.lineId }];
  const key = cartKey(owner);
  if (key !== null) return { change: { key, newId: null, changes }, token: tokenOf(owner) };
  const token = newCartToken();
  const fresh = { accountId: null, tokenHash: hashCartToken(token) };
  return { change: { key: fresh, newId: ids.next(), changes }, token };
}

function outcomeOf(
  wanted: Wanted,
  token: string | null,
  changed: ChangedCart | null,
): Outcome<FilledCart> | null {
  const line = changed?.changed[0];
  if (changed === null || line === undefined) return null;
  if (line.offer !== null && line.after === line.wanted) return { answer: { ...changed.cart, token } };
  return { error: refusal(wanted, line) };
}

/** Why a line was not changed as requested. */
function refusal(asked: Wanted, { before, wanted, available, offer }: ChangedLine): WaslError {
  if (asked.how === 'SET' && offer === null) return noSuchLine();
  if (wanted > MAX_QUANTITY) return tooMany(before);
  if (offer === null) return new WaslError('common.NOT_FOUND', { detail: 'No such offer.' });
  if (wanted > available) return unavailable(offer.offerId, wanted, available);
  return new WaslError('common.CONFLICT', {
    detail: `A cart can hold at most ${MAX_LINES} different offers. Remove one first.`,
  });
}

function unavailable(offerId: string, requested: number, available: number): WaslError {
  return new WaslError('cart.OFFER_UNAVAILABLE', {
    detail:
      available === 0
        ? 'This offer cannot be bought now.'
        : `Only ${available} of this offer are available now. Choose a smaller quantity.`,
    extension: { lines: [{ offerId, requested, available }] },
  });
}

function noSuchLine(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such cart item.' });
}

function tooMany(present: number): WaslError {
  const message = `must not exceed ${MAX_QUANTITY} of one offer; ${present} are already in the cart`;
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `A cart can hold at most ${MAX_QUANTITY} units of one offer.`,
    errors: [{ pointer: '/quantity', code: 'maximum', message }],
  });
}
