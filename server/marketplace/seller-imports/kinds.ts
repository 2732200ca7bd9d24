import { WaslError } from '../../../actors/errors.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { offerSheet } from './offer-sheet.ts';
import { productSheet } from './product-sheet.ts';
import { KINDS, type Kind, type Sheet } from './sheet.ts';
import { stockSheet } from './stock-sheet.ts';

/** Permission needed for a file of a kind, as for the single operations. */
const RIGHT_OF = { PRODUCTS: 'CATALOGUE', OFFERS: 'CATALOGUE', STOCK: 'STOCK' } as const;

/** Work that the seller's state must allow. */
export const WORK_OF = { PRODUCTS: 'edit-products', OFFERS: 'edit-offers', STOCK: 'count-stock' } as const;

export const SHEETS: Readonly<Record<Kind, Sheet>> = {
  PRODUCTS: productSheet,
  OFFERS: offerSheet,
  STOCK: stockSheet,
};

/** Throws auth.FORBIDDEN. */
export function requireRight({ rights }: SignedIn, kind: Kind): void {
  if (rights.has(RIGHT_OF[kind])) return;
  throw new WaslError('auth.FORBIDDEN', { detail: `This requires the permission ${RIGHT_OF[kind]}.` });
}

export function allowedKinds({ rights }: SignedIn): Kind[] {
  return KINDS.filter((kind) => rights.has(RIGHT_OF[kind]));
}
