import { WaslError } from '../../actors/errors.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { StockLevel } from '../../db/models/stock-level.ts';
import { StockMovement } from '../../db/models/stock-movement.ts';
import { requireVersion } from '../http/preconditions.ts';

export interface StockCount {
  offerId: string;
  warehouseId: string;
  /** Pieces found on the shelf. */
  onHand: number;
  reason: string | null;
  ifMatch: number | null;
  accountId: string;
}

interface HeldReservation {
  id: string;
  quantity: number;
}

export interface CountOutcome {
  onHandBefore: number;
  /** Reservations that lost their stock. */
  lost: string[];
}

/**
 * Sets the counted stock of an offer in a warehouse of the same seller, creating the level at its first count
 * (version 0 until then). Below what is reserved, the newest reservations lose all of theirs until the rest fits;
 * their checkouts are told at confirm. The level's row lock is taken before any reservation's: whoever holds or
 * frees stock does it in that order.
 * Throws common.NOT_FOUND unless offer and warehouse belong to one seller (`sellerId`, if given), and the errors
 * of If-Match.
 */
export async function countStock(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  count: StockCount,
  sellerId: string | null,
): Promise<CountOutcome> {
  await requireOneSeller(trx, count, sellerId);
  const level = await lockLevel(trx, count);
  requireVersion(count.ifMatch, level.version);
  const lost = await takeAway(trx, deps, level, count.onHand);
  const version = level.version + 1;
  const released = lost.reduce((sum, reservation) => sum + reservation.quantity, 0);
  await StockLevel.query(trx)
    .findById([count.offerId, count.warehouseId])
    .patch({ onHand: count.onHand, reserved: level.reserved - released, version, updatedAt: new Date() });
  await writeMovements(trx, deps, count, level, lost);
  return { onHandBefore: level.onHand, lost: lost.map(({ id }) => id) };
}

async function requireOneSeller(
  trx: Transaction,
  { offerId, warehouseId }: StockCount,
  sellerId: string | null,
): Promise<void> {
  const query = trx('offers as o')
    .join('warehouses as w', 'w.seller_id', 'o.seller_id')
    .where({ 'o.id': offerId, 'w.id': warehouseId });
  if (sellerId !== null) query.where('o.seller_id', sellerId);
  if ((await query.first('o.id')) === undefined)
    throw new WaslError('common.NOT_FOUND', { detail: 'No such stock level.' });
}

/** Two first counts at once: the second waits here for the first one's row and then finds its version. */
async function lockLevel(trx: Transaction, { offerId, warehouseId }: StockCount): Promise<StockLevel> {
  await StockLevel.query(trx)
    .insert({ offerId, warehouseId, onHand: 0, version: 0 })
    .onConflict(['offer_id', 'warehouse_id'])
    .ignore();
  const level = await StockLevel.query(trx).findById([offerId, warehouseId]).forUpdate();
  if (level === undefined) throw new Error('a stock level vanished under its lock');
  return level;
}

async function takeAway(
  trx: Transaction,
  { clock }: { clock: Clock },
  level: StockLevel,
  onHand: number,
): Promise<HeldReservation[]> {
  if (level.reserved <= onHand) return [];
  const held = await trx('reservations')
    .where({ offer_id: level.offerId, warehouse_id: level.warehouseId, status: 'HELD' })
    .orderBy('id', 'desc')
    .forUpdate()
    .select<HeldReservation[]>('id', 'quantity');
  const lost = newestOver(held, level.reserved - onHand);
  await trx('reservations')
    .whereIn(
      'id',
      lost.map(({ id }) => id),
    )
    .update({ status: 'LOST', ended_at: clock.now() });
  return lost;
}

/** The newest reservations that together hold at least `excess` pieces. */
function newestOver(held: readonly HeldReservation[], excess: number): HeldReservation[] {
  const lost: HeldReservation[] = [];
  let left = excess;
  for (const reservation of held) {
    if (left <= 0) break;
    lost.push(reservation);
    left -= reservation.quantity;
  }
  if (left > 0) throw new Error('a stock level has more reserved than its reservations hold');
  return lost;
}

async function writeMovements(
  trx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  count: StockCount,
  before: StockLevel,
  lost: readonly HeldReservation[],
): Promise<void> {
  const { offerId, warehouseId, accountId, reason } = count;
  const common = { offerId, warehouseId, accountId, reason, at: clock.now() };
  const releases = lost.map(({ id, quantity }) => ({
    ...common,
    id: ids.next(),
    onHandDelta: 0,
    reservedDelta: -quantity,
    cause: 'RELEASE' as const,
    causeId: id,
  }));
  await StockMovement.query(trx).insert([
    ...releases,
    {
      ...common,
      id: ids.next(),
      onHandDelta: count.onHand - before.onHand,
      reservedDelta: 0,
      cause: 'COUNT',
      causeId: `version ${before.version + 1}`,
    },
  ]);
}
