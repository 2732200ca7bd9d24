import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { type CountOutcome, countLevels, type LevelCount } from './count-levels.ts';
import { type LevelKey, levelKey } from './level-key.ts';
import { readOwnLevels } from './stock-store.ts';

export interface StockCount extends LevelKey {
  /** Counted units. */
  onHand: number;
  reason: string | null;
  ifMatch: IfMatch;
  accountId: string;
}

/**
 * Sets the counted stock of an offer in a warehouse of the same seller; see `countLevels`. Returns the previous
 * quantity and the revoked reservations. Throws common.NOT_FOUND unless offer and warehouse belong to one seller
 * (`sellerId`, if given), and the errors of If-Match.
 */
export async function countStock(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  { offerId, warehouseId, onHand, reason, ifMatch, accountId }: StockCount,
  sellerId: string | null,
): Promise<{ onHandBefore: number; lost: string[] }> {
  const key = { offerId, warehouseId };
  const known = await readOwnLevels(trx, [key], sellerId);
  if (!known.has(levelKey(key))) throw new WaslError('common.NOT_FOUND', { detail: 'No such stock level.' });
  if (ifMatch === null) requireVersion(null, 0);
  const counting = { accountId, reason, importId: null, skipUnchanged: false };
  const outcomes = await countLevels(trx, deps, [{ ...key, onHand, version: ifMatch }], counting);
  const outcome = outcomes.get(levelKey(key));
  if (outcome?.status === 'STALE') requireVersion(ifMatch, outcome.version);
  if (outcome?.status !== 'COUNTED') throw new Error('a stock level was not counted');
  return { onHandBefore: outcome.onHandBefore, lost: outcome.lost.map(({ id }) => id) };
}

/** Counts of distinct levels, with one outcome each. */
export interface BulkCount {
  sellerId: string;
  accountId: string;
  reason: string | null;
  counts: readonly LevelCount[];
  /** Skip levels whose stock equals the count. */
  skipUnchanged: boolean;
  /** Cause of an import's movements. */
  importId?: string;
}

/**
 * Sets many of a seller's levels in one transaction: rows that fit are counted; the others stay unchanged and say why,
 * in the order of the rows; null for an offer or warehouse of another seller. Throws common.VALIDATION_FAILED for a
 * repeated level.
 */
export async function countOwnLevels(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  { sellerId, accountId, reason, counts, skipUnchanged, importId }: BulkCount,
): Promise<(CountOutcome | null)[]> {
  refuseRepeated(counts);
  const known = await readOwnLevels(trx, counts, sellerId);
  const own = counts.filter((count) => known.has(levelKey(count)));
  const counting = { accountId, reason, importId: importId ?? null, skipUnchanged };
  const outcomes = await countLevels(trx, deps, own, counting);
  return counts.map((count) => outcomes.get(levelKey(count)) ?? null);
}

export type BulkCode = 'COUNTED' | 'STALE' | 'NOT_FOUND';

/** Same for a manual count, which is recorded even for a level that is unchanged. */
export async function countMany(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  count: Omit<BulkCount, 'skipUnchanged'>,
): Promise<BulkCode[]> {
  const outcomes = await countOwnLevels(trx, deps, { ...count, skipUnchanged: false });
  return outcomes.map((outcome) => {
    if (outcome === null) return 'NOT_FOUND';
    return outcome.status === 'STALE' ? 'STALE' : 'COUNTED';
  });
}

function refuseRepeated(counts: readonly LevelKey[]): void {
  const seen = new Set<string>();
  const errors = counts.flatMap((count, index) => {
    const isNew = seen.size < seen.add(levelKey(count)).size;
    return isNew ? [] : [{ pointer: `/counts/${index}`, code: 'duplicate', message: 'is listed twice' }];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}
