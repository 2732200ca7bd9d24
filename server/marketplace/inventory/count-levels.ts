import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { MovementCause } from '../../../db/models/stock-movement.ts';
import { allowsVersion, type IfMatch } from '../../kernel/http/preconditions.ts';
import { type LevelKey, levelKey } from './level-key.ts';
import {
  type LockedLevel,
  lockLevels,
  makeMissingLevels,
  type NewMovement,
  writeCount,
} from './level-store.ts';
import type { LostReservation } from './reservation-store.ts';
import { takeAway } from './take-away.ts';

/** What was found on a shelf. */
export interface LevelCount extends LevelKey {
  onHand: number;
  /** The version that was counted, 0 for a level never counted before, or what If-Match says; null: whatever it is now. */
  version: number | IfMatch;
}

/** Who counted, and why. */
export interface Counting {
  accountId: string;
  reason: string | null;
  /** An import names itself as the cause; a count by hand is named by the version it makes. */
  importId: string | null;
  /** A level that is as it was counted is left alone. */
  skipUnchanged: boolean;
}

export type CountOutcome =
  | { status: 'COUNTED'; onHandBefore: number; lost: LostReservation[] }
  | { status: 'UNCHANGED' }
  | { status: 'STALE'; version: number };

interface Change {
  count: LevelCount;
  before: LockedLevel;
  lost: LostReservation[];
}

/**
 * Sets counted levels, each against the version it names: those that another count overtook are left as they are and
 * said to be STALE. Offers and warehouses are known to belong together. Below what is reserved, the newest reservations
 * lose all of theirs until the rest fits; their checkouts are told at confirm. New levels are made, then all are locked
 * in the one order of stock rows, then reservations: whoever holds or frees stock does it in that order. So many
 * statements however many levels. Outcomes are by `levelKey`.
 */
export async function countLevels(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  counts: readonly LevelCount[],
  counting: Counting,
): Promise<Map<string, CountOutcome>> {
  // Two first counts at once: the second waits here for the first one's row and then finds its version.
  await makeMissingLevels(
    trx,
    counts.filter((count) => fits(count, 0)),
  );
  const levels = new Map((await lockLevels(trx, counts)).map((level) => [levelKey(level), level]));
  const outcomes = new Map<string, CountOutcome>();
  const due: Omit<Change, 'lost'>[] = [];
  for (const count of counts) {
    const before = levels.get(levelKey(count)) ?? { ...count, onHand: 0, reserved: 0, version: 0 };
    if (!fits(count, before.version))
      outcomes.set(levelKey(count), { status: 'STALE', version: before.version });
    else if (counting.skipUnchanged && before.onHand === count.onHand && before.version > 0)
      outcomes.set(levelKey(count), { status: 'UNCHANGED' });
    else due.push({ count, before });
  }
  const lost = await takeAway(
    trx,
    deps,
    due.map(({ count, before }) => ({ ...before, excess: before.reserved - count.onHand })),
  );
  const changes = due.map((change) => ({ ...change, lost: lost.get(levelKey(change.before)) ?? [] }));
  await write(trx, deps, changes, counting);
  for (const { count, before, lost: taken } of changes)
    outcomes.set(levelKey(count), { status: 'COUNTED', onHandBefore: before.onHand, lost: taken });
  return outcomes;
}

function fits({ version }: LevelCount, current: number): boolean {
  return allowsVersion(typeof version === 'number' ? [version] : version, current);
}

async function write(
  trx: Transaction,
  { clock, ids }: { clock: Clock; ids: Ids },
  changes: readonly Change[],
  { accountId, reason, importId }: Counting,
): Promise<void> {
  const levels = changes.map(({ count, before, lost }) => ({
    offerId: before.offerId,
    warehouseId: before.warehouseId,
    onHand: count.onHand,
    released: lost.reduce((sum, { quantity }) => sum + quantity, 0),
  }));
  const movements = changes.flatMap(({ count, before, lost }) => [
    ...lost.map(({ id, quantity }) => movement(ids, before, 'RELEASE', id, { reserved: -quantity })),
    movement(
      ids,
      before,
      importId === null ? 'COUNT' : 'IMPORT',
      importId ?? `version ${before.version + 1}`,
      { onHand: count.onHand - before.onHand },
    ),
  ]);
  if (changes.length === 0) return;
  await writeCount(trx, { levels, movements, accountId, reason, at: clock.now() });
}

function movement(
  ids: Ids,
  { offerId, warehouseId }: LevelKey,
  cause: MovementCause,
  causeId: string,
  { onHand = 0, reserved = 0 }: { onHand?: number; reserved?: number },
): NewMovement {
  return { id: ids.next(), offerId, warehouseId, cause, causeId, onHand, reserved };
}
