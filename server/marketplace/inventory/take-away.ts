import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import { type LevelKey, levelKey } from './level-key.ts';
import { type LostReservation, lockHeldReservations, loseReservations } from './reservation-store.ts';

/**
 * Of each locked level that has more reserved than will be there, the newest reservations are lost until the rest fits;
 * answers them by `levelKey`. Without such a level it asks the database nothing.
 */
export async function takeAway(
  trx: Transaction,
  { clock }: { clock: Clock },
  levels: readonly (LevelKey & { excess: number })[],
): Promise<Map<string, LostReservation[]>> {
  const over = levels.filter(({ excess }) => excess > 0);
  if (over.length === 0) return new Map();
  const held = groupBy(await lockHeldReservations(trx, over), levelKey);
  const lost = new Map(
    over.map((level) => [levelKey(level), newestOver(held.get(levelKey(level)) ?? [], level.excess)]),
  );
  const ids = [...lost.values()].flat().map(({ id }) => id);
  await loseReservations(trx, ids, clock.now());
  return lost;
}

/** The newest reservations that together hold at least `excess` pieces. */
function newestOver(held: readonly LostReservation[], excess: number): LostReservation[] {
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
