import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, bytea, integer, nullable, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { Caller } from '../../kernel/http/operation.ts';
import { hashCartToken, newCartToken } from './cart-token.ts';

/** The cart's owner. A signed-in caller uses the account's cart, whatever token is sent. */
export type CartOwner = { kind: 'account'; accountId: string } | { kind: 'guest'; token: string | null };

/** A cart and, for a guest, its token. */
export interface OwnedCart {
  id: string;
  token: string | null;
}

export function cartOwner(caller: Caller, token: string | null): CartOwner {
  return caller.kind === 'account'
    ? { kind: 'account', accountId: caller.accountId }
    : { kind: 'guest', token };
}

/** Identifies a cart; exactly one of the two is set. */
export interface CartKey {
  accountId: string | null;
  tokenHash: Buffer | null;
}

/** Null for a guest without a token. */
export function cartKey(owner: CartOwner): CartKey | null {
  if (owner.kind === 'account') return { accountId: owner.accountId, tokenHash: null };
  return owner.token === null ? null : { accountId: null, tokenHash: hashCartToken(owner.token) };
}

const ofAccount = (name: string, end = '') =>
  statement({
    name,
    sql: `SELECT id FROM carts WHERE account_id = :accountId ${end}`,
    params: { accountId: uuid },
    row: { id: uuid },
    prepare: true,
  });
const ofGuest = (name: string, end = '') =>
  statement({
    name,
    sql: `SELECT id FROM carts WHERE token_hash = :tokenHash ${end}`,
    params: { tokenHash: bytea },
    row: { id: uuid },
    prepare: true,
  });
const FIND = { account: ofAccount('cart.find_of_account'), guest: ofGuest('cart.find_of_guest') };
const LOCK = {
  account: ofAccount('cart.lock_of_account', 'FOR UPDATE'),
  guest: ofGuest('cart.lock_of_guest', 'FOR UPDATE'),
};

export function findCart(executor: Database | Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  return cartBy(executor, FIND, owner);
}

/** Every change of a cart locks its row, which serializes changes of one cart. */
export function lockCart(trx: Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  return cartBy(trx, LOCK, owner);
}

async function cartBy(
  executor: Database | Transaction,
  { account, guest }: typeof FIND,
  owner: CartOwner,
): Promise<OwnedCart | null> {
  if (owner.kind === 'account') {
    const cart = await account.first(executor, { accountId: owner.accountId });
    return cart === null ? null : { id: cart.id, token: null };
  }
  // A guest without a token has no cart.
  if (owner.token === null) return null;
  const cart = await guest.first(executor, { tokenHash: hashCartToken(owner.token) });
  return cart === null ? null : { id: cart.id, token: owner.token };
}

/** The owner's cart, row-locked; created if missing. A guest with an invalid token gets a new one. */
export async function lockOrCreateCart(trx: Transaction, owner: CartOwner, ids: Ids): Promise<OwnedCart> {
  const known = await lockCart(trx, owner);
  if (known !== null) return known;
  if (owner.kind === 'guest') {
    const token = newCartToken();
    const id = ids.next();
    await create.count(trx, { id, accountId: null, tokenHash: hashCartToken(token) });
    return { id, token };
  }
  // Of two concurrent first calls of an account, the second waits here and then finds the first one's cart.
  await create.count(trx, { id: ids.next(), accountId: owner.accountId, tokenHash: null });
  const cart = await lockCart(trx, owner);
  if (cart === null) throw new Error(`no cart for account ${owner.accountId} after creating it`);
  return cart;
}

const create = statement({
  name: 'cart.create',
  sql: `INSERT INTO carts (id, account_id, token_hash) VALUES (:id, :accountId, :tokenHash)
        ON CONFLICT (account_id) DO NOTHING`,
  params: { id: uuid, accountId: nullable(uuid), tokenHash: nullable(bytea) },
  prepare: true,
});

/** Call after every change of a locked cart that `cart.change` does not make. */
export async function touchCart(trx: Transaction, cartId: string): Promise<void> {
  await touch.count(trx, { cartId });
}

const touch = statement({
  name: 'cart.touch',
  sql: 'UPDATE carts SET version = version + 1, updated_at = now() WHERE id = :cartId',
  params: { cartId: uuid },
  prepare: true,
});

/** Deletes a locked cart with its lines. */
export async function deleteCart(trx: Transaction, cartId: string): Promise<void> {
  await remove.count(trx, { cartId });
}

const remove = statement({
  name: 'cart.delete',
  sql: `WITH lines AS (DELETE FROM cart_items WHERE cart_id = :cartId)
        DELETE FROM carts WHERE id = :cartId`,
  params: { cartId: uuid },
});

export function tokenOf(owner: CartOwner): string | null {
  return owner.kind === 'guest' ? owner.token : null;
}

const MAX_UNUSED_DAYS = 30;

/** Deletes guest carts unchanged for 30 days, at most `limit`. Returns how many. */
export function purgeGuestCarts(database: Database, limit: number): Promise<number> {
  return purge.count(database, { days: MAX_UNUSED_DAYS, limit });
}

const purge = statement({
  name: 'cart.purge_guest_carts',
  // SKIP LOCKED: a cart being changed or merged right now is kept.
  sql: `WITH unused AS MATERIALIZED (
          SELECT id FROM carts
           WHERE account_id IS NULL AND updated_at < now() - make_interval(days => :days)
           ORDER BY updated_at LIMIT :limit FOR UPDATE SKIP LOCKED),
        lines AS (DELETE FROM cart_items WHERE cart_id IN (SELECT id FROM unused))
        DELETE FROM carts WHERE id IN (SELECT id FROM unused)`,
  params: { days: integer, limit: bigint },
});
