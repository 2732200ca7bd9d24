import type { Transaction } from '../../../db/database.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { requireWork } from './seller-machine.ts';
import { lockSeller, updateSeller } from './seller-store.ts';

/** What shoppers see of a seller; what is left out stays as it is. */
export interface ShownOfSeller {
  displayName?: { en: string; ar: string };
  publicPhone?: string | null;
}

/**
 * Changes what shoppers see; the legal name is frozen. Throws seller.INVALID_STATE and, for `ifMatch`,
 * common.PRECONDITION_REQUIRED or common.PRECONDITION_FAILED.
 */
export async function changeShown(
  trx: Transaction,
  sellerId: string,
  ifMatch: IfMatch,
  { displayName, publicPhone }: ShownOfSeller,
): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'edit-profile');
  requireVersion(ifMatch, seller.version);
  await updateSeller(trx, seller, {
    ...(displayName === undefined ? {} : { displayNameEn: displayName.en, displayNameAr: displayName.ar }),
    ...(publicPhone === undefined ? {} : { publicPhone }),
  });
}

/** Sets the vacation flag; setting it as it stands changes nothing. Throws seller.INVALID_STATE unless ACTIVE. */
export async function setVacation(trx: Transaction, sellerId: string, onVacation: boolean): Promise<void> {
  const seller = await lockSeller(trx, sellerId);
  requireWork(seller.status, 'set-vacation');
  if (seller.onVacation === onVacation) return;
  await updateSeller(trx, seller, { onVacation });
}
