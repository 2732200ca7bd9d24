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
import { revokeReservations } from './revoke-reservations.ts';

/** A counted quantity. */
export interface LevelCount extends LevelKey {
  onHand: number;
  /** The version that was counted (0 for a level never counted), or an If-Match; null accepts any version. */
  version: number | IfMatch;
}

/** Who counted, and why. */
export interface Counting {
  accountId: string;
  reason: string | null;
  /** Cause of an import's movements; a manual count is identified by the version it creates. */
  importId: string | null;
  /** Skip levels whose stock equals the count. */
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
 * Sets counted levels, each based on the version given. Levels overtaken by another count stay unchanged and are
 * reported as STALE. The caller ensures that offers and warehouses belong together. If a count is below what is
 * reserved, the newest reservations are revoked until the rest fits; their checkouts learn of it at confirmation.
 * Creates missing levels, then locks in the global order: stock rows, then reservations. The number of statements is
 * constant. Outcomes are keyed by `levelKey`.
 */
export async function countLevels(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  counts: readonly LevelCount[],
  counting: Counting,
): Promise<Map<string, CountOutcome>> {
  // Of two concurrent first counts, the second waits here for the row and then finds a newer version.
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
  const lost = await revokeReservations(
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
