import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { OpeningHours } from '../../../db/models/seller.ts';
import { MIN_WEEKLY_MINUTES, misplacedSpan, weeklyMinutes } from '../../kernel/calendar/opening-hours.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { requireWork } from './seller-machine.ts';
import { lockSeller, updateSeller } from './seller-store.ts';

/** What a seller says of itself; what is left out stays as it is. */
export interface ShownOfSeller {
  displayName?: { en: string; ar: string };
  publicPhone?: string | null;
  /** Null: the usual ones again. Orders that were placed keep their deadline. */
  openingHours?: OpeningHours | null;
}

/**
 * Changes what shoppers see and when the shop is open; the legal name is frozen. Throws common.VALIDATION_FAILED for hours
 * that no deadline could be counted in, seller.INVALID_STATE and, for `ifMatch`,
 * common.PRECONDITION_REQUIRED or common.PRECONDITION_FAILED.
 */
export async function changeShown(
  trx: Transaction,
  sellerId: string,
  ifMatch: IfMatch,
  { displayName, publicPhone, openingHours }: ShownOfSeller,
): Promise<void> {
  if (openingHours) requireHours(openingHours);
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'edit-profile');
  requireVersion(ifMatch, seller.version);
  await updateSeller(trx, seller, {
    ...(displayName === undefined ? {} : { displayNameEn: displayName.en, displayNameAr: displayName.ar }),
    ...(publicPhone === undefined ? {} : { publicPhone }),
    ...(openingHours === undefined ? {} : { openingHours }),
  });
}

function requireHours(hours: OpeningHours): void {
  const misplaced = misplacedSpan(hours);
  if (misplaced !== null) {
    const pointer = `/openingHours/${misplaced.day}/${misplaced.index}`;
    throw invalidHours(pointer, 'order', 'must begin before it ends, and after the one before it has ended');
  }
  if (weeklyMinutes(hours) < MIN_WEEKLY_MINUTES) {
    const message = `must be ${MIN_WEEKLY_MINUTES / 60} hours a week or more; to sell nothing for a while, go on vacation`;
    throw invalidHours('/openingHours', 'minimum', message);
  }
}

function invalidHours(pointer: string, code: string, message: string): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The opening hours ${message}.`,
    errors: [{ pointer, code, message }],
  });
}

/** Sets the vacation flag; setting it as it stands changes nothing. Throws seller.INVALID_STATE unless ACTIVE. */
export async function setVacation(trx: Transaction, sellerId: string, onVacation: boolean): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'set-vacation');
  if (seller.onVacation === onVacation) return;
  await updateSeller(trx, seller, { onVacation });
}
