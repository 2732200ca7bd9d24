import type { Ids } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Cart } from '../../db/models/cart.ts';
import { CartItem } from '../../db/models/cart-item.ts';
import type { Caller } from '../http/operation.ts';
import { hashCartToken, newCartToken } from './cart-token.ts';

/** Whose cart: a signed-in caller uses the account's, whatever token is sent along. */
export type CartOwner = { kind: 'account'; accountId: string } | { kind: 'guest'; token: string | null };

/** A cart and, for a guest, the token that opens it. */
export interface OwnedCart {
  id: string;
  token: string | null;
}

export function cartOwner(caller: Caller, token: string | null): CartOwner {
  return caller.kind === 'account'
    ? { kind: 'account', accountId: caller.accountId }
    : { kind: 'guest', token };
}

/** The account whose reservations count as its own; null for a guest. */
export function accountOf(owner: CartOwner): string | null {
  return owner.kind === 'account' ? owner.accountId : null;
}

export async function findCart(
  executor: Database | Transaction,
  owner: CartOwner,
): Promise<OwnedCart | null> {
  const key = ownerKey(owner);
  if (key === null) return null;
  const cart = await Cart.query(executor).where(key).select('id').first();
  return cart === undefined ? null : { id: cart.id, token: tokenOf(owner) };
}

/** Every change of a cart holds its row, so that changes of one cart come one after the other. */
export async function lockCart(trx: Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  const key = ownerKey(owner);
  if (key === null) return null;
  const cart = await Cart.query(trx).where(key).forUpdate().select('id').first();
  return cart === undefined ? null : { id: cart.id, token: tokenOf(owner) };
}

/** The owner's cart, locked; a new one if there is none. A guest whose token opens nothing gets a fresh token. */
export async function lockOrCreateCart(trx: Transaction, owner: CartOwner, ids: Ids): Promise<OwnedCart> {
  const known = await lockCart(trx, owner);
  if (known !== null) return known;
  if (owner.kind === 'guest') {
    const token = newCartToken();
    const cart = await Cart.query(trx).insert({ id: ids.next(), tokenHash: hashCartToken(token) });
    return { id: cart.id, token };
  }
  // Two first calls of an account at once: the second waits here and then finds the first one's cart.
  await Cart.query(trx)
    .insert({ id: ids.next(), accountId: owner.accountId })
    .onConflict('account_id')
    .ignore();
  const cart = await lockCart(trx, owner);
  if (cart === null) throw new Error(`no cart for account ${owner.accountId} after creating it`);
  return cart;
}

export async function cartItems(executor: Database | Transaction, cartId: string): Promise<CartItem[]> {
  return CartItem.query(executor).where({ cart_id: cartId }).orderBy('id');
}

export async function touchCart(trx: Transaction, cartId: string): Promise<void> {
  await Cart.query(trx).findById(cartId).patch({ updatedAt: new Date() });
}

function tokenOf(owner: CartOwner): string | null {
  return owner.kind === 'guest' ? owner.token : null;
}

function ownerKey(owner: CartOwner): { account_id: string } | { token_hash: Buffer } | null {
  if (owner.kind === 'account') return { account_id: owner.accountId };
  return owner.token === null ? null : { token_hash: hashCartToken(owner.token) };
}
