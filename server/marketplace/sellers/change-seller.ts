import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { OpeningHours } from '../../../db/models/seller.ts';
import { MIN_WEEKLY_MINUTES, misplacedSpan, weeklyMinutes } from '../../kernel/calendar/opening-hours.ts';
import { type Day, qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { requireWork } from './seller-machine.ts';
import { endDueVacations, lockSeller, updateSeller } from './seller-store.ts';

/** A seller's public profile; omitted fields stay unchanged. */
export interface ShownOfSeller {
  displayName?: { en: string; ar: string };
  /** Null removes it. */
  description?: { en: string; ar: string } | null;
  publicPhone?: string | null;
  /** Null restores the default hours. Placed orders keep their deadline. */
  openingHours?: OpeningHours | null;
}

/**
 * Changes the public profile and opening hours; the legal name is frozen. Throws common.VALIDATION_FAILED for hours
 * without which no deadline could be computed, seller.INVALID_STATE and, for `ifMatch`, common.PRECONDITION_REQUIRED or
 * common.PRECONDITION_FAILED.
 */
export async function changeShown(
  trx: Transaction,
  sellerId: string,
  ifMatch: IfMatch,
  { displayName, description, publicPhone, openingHours }: ShownOfSeller,
): Promise<void> {
  if (openingHours) requireHours(openingHours);
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'edit-profile');
  requireVersion(ifMatch, seller.version);
  await updateSeller(trx, seller, {
    ...(displayName === undefined ? {} : { displayNameEn: displayName.en, displayNameAr: displayName.ar }),
    ...(description === undefined
      ? {}
      : { descriptionEn: description?.en ?? null, descriptionAr: description?.ar ?? null }),
    ...(publicPhone === undefined ? {} : { publicPhone }),
    ...(openingHours === undefined ? {} : { openingHours }),
  });
}

function requireHours(hours: OpeningHours): void {
  const misplaced = misplacedSpan(hours);
  if (misplaced !== null) {
    const pointer = `/openingHours/${misplaced.day}/${misplaced.index}`;
    throw invalidHours(pointer, 'order', 'must start before it ends, and after the previous one has ended');
  }
  if (weeklyMinutes(hours) < MIN_WEEKLY_MINUTES) {
    const message = `must be ${MIN_WEEKLY_MINUTES / 60} hours a week or more; to stop selling for a while, go on vacation`;
    throw invalidHours('/openingHours', 'minimum', message);
  }
}

function invalidHours(pointer: string, code: string, message: string): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The opening hours ${message}.`,
    errors: [{ pointer, code, message }],
  });
}

export interface Vacation {
  onVacation: boolean;
  /** Day in Qatar on which the vacation ends automatically; null: when the seller ends it. */
  until: Day | null;
}

/**
 * Starts or ends a vacation; no change if it is already so. Throws seller.INVALID_STATE unless ACTIVE, and
 * common.VALIDATION_FAILED for an end in the past.
 */
export async function setVacation(
  trx: Transaction,
  now: Date,
  sellerId: string,
  { onVacation, until }: Vacation,
): Promise<void> {
  if (until !== null && (!onVacation || until <= qatarDay(now))) throw invalidEnd(onVacation);
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'set-vacation');
  if (seller.onVacation === onVacation && seller.vacationUntil === until) return;
  await updateSeller(trx, seller, { onVacation, vacationUntil: until });
}

function invalidEnd(onVacation: boolean): WaslError {
  const message = onVacation ? 'must be a day after today' : 'must be omitted when the vacation ends now';
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `The day on which the shop reopens ${message}.`,
    errors: [{ pointer: '/until', code: 'minimum', message }],
  });
}

/** Ends vacations whose last day has passed; returns how many, fewer than `limit` once none is left. */
export function endVacations(trx: Transaction, now: Date, limit: number): Promise<number> {
  return endDueVacations(trx, qatarDay(now), limit);
}
