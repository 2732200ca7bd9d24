import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { CartItem } from '../../../db/models/cart-item.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { Caller } from '../../kernel/http/operation.ts';
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

/** The column that finds a cart, and its value. */
export interface CartKey {
  column: 'account_id' | 'token_hash';
  value: string | Buffer;
}

/** Null for a guest without a token: there is no cart to find. */
export function cartKey(owner: CartOwner): CartKey | null {
  if (owner.kind === 'account') return { column: 'account_id', value: owner.accountId };
  return owner.token === null ? null : { column: 'token_hash', value: hashCartToken(owner.token) };
}

const FIND = {
  account_id: { name: 'find_cart_of_account', sql: 'SELECT id FROM carts WHERE account_id = ?' },
  token_hash: { name: 'find_cart_of_guest', sql: 'SELECT id FROM carts WHERE token_hash = ?' },
};
const LOCK = {
  account_id: { name: 'lock_cart_of_account', sql: `${FIND.account_id.sql} FOR UPDATE` },
  token_hash: { name: 'lock_cart_of_guest', sql: `${FIND.token_hash.sql} FOR UPDATE` },
};

export function findCart(executor: Database | Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  return cartBy(executor, FIND, owner);
}

/** Every change of a cart holds its row, so that changes of one cart come one after the other. */
export function lockCart(trx: Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  return cartBy(trx, LOCK, owner);
}

async function cartBy(
  executor: Database | Transaction,
  statements: typeof FIND,
  owner: CartOwner,
): Promise<OwnedCart | null> {
  const key = cartKey(owner);
  if (key === null) return null;
  const [cart] = await runPrepared<{ id: string }>(executor, statements[key.column], [key.value]);
  return cart === undefined ? null : { id: cart.id, token: tokenOf(owner) };
}

/** The owner's cart, locked; a new one if there is none. A guest whose token opens nothing gets a fresh token. */
export async function lockOrCreateCart(trx: Transaction, owner: CartOwner, ids: Ids): Promise<OwnedCart> {
  const known = await lockCart(trx, owner);
  if (known !== null) return known;
  if (owner.kind === 'guest') {
    const token = newCartToken();
    const id = ids.next();
    await runPrepared(trx, CREATE, [id, null, hashCartToken(token)]);
    return { id, token };
  }
  // Two first calls of an account at once: the second waits here and then finds the first one's cart.
  await runPrepared(trx, CREATE, [ids.next(), owner.accountId, null]);
  const cart = await lockCart(trx, owner);
  if (cart === null) throw new Error(`no cart for account ${owner.accountId} after creating it`);
  return cart;
}

const CREATE = {
  name: 'create_cart',
  sql: 'INSERT INTO carts (id, account_id, token_hash) VALUES (?, ?, ?) ON CONFLICT (account_id) DO NOTHING',
};

export async function cartItems(executor: Database | Transaction, cartId: string): Promise<CartItem[]> {
  return CartItem.query(executor).where({ cart_id: cartId }).orderBy('id');
}

/** Told after every change of a locked cart. */
export async function touchCart(trx: Transaction, cartId: string): Promise<void> {
  await runPrepared(trx, TOUCH, [cartId]);
}

const TOUCH = {
  name: 'touch_cart',
  sql: 'UPDATE carts SET version = version + 1, updated_at = now() WHERE id = ?',
};

export function tokenOf(owner: CartOwner): string | null {
  return owner.kind === 'guest' ? owner.token : null;
}
