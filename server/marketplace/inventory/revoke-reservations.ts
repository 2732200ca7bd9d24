import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import { type LevelKey, levelKey } from './level-key.ts';
import { type LostReservation, lockHeldReservations, loseReservations } from './reservation-store.ts';

/**
 * For each locked level with more reserved than will be on hand, revokes the newest reservations until the rest fits;
 * returns them by `levelKey`. Without such a level, no query is made.
 */
export async function revokeReservations(
  trx: Transaction,
  { clock }: { clock: Clock },
  levels: readonly (LevelKey & { excess: number })[],
): Promise<Map<string, LostReservation[]>> {
  const over = levels.filter(({ excess }) => excess > 0);
  if (over.length === 0) return new Map();
  const held = groupBy(await lockHeldReservations(trx, over), levelKey);
  const lost = new Map(
    over.map((level) => [levelKey(level), newestToRevoke(held.get(levelKey(level)) ?? [], level.excess)]),
  );
  const ids = [...lost.values()].flat().map(({ id }) => id);
  await loseReservations(trx, ids, clock.now());
  return lost;
}

/** The newest reservations that together hold at least `excess` units. */
function newestToRevoke(held: readonly LostReservation[], excess: number): LostReservation[] {
  const lost: LostReservation[] = [];
  let left = excess;
  for (const { id, quantity } of held) {
    if (left <= 0) break;
    lost.push({ id, quantity });
    left -= quantity;
  }
  if (left > 0) throw new Error('a stock level has more reserved than its reservations hold');
  return lost;
}
