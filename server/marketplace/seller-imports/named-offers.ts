import type { Transaction } from '../../../db/database.ts';
import { readOffersOfFile, readSkusWithoutZeros } from '../catalogue/catalogue.ts';
import { excelError, mangled, plain } from './cells.ts';
import type { SheetRow, Violation } from './sheet.ts';

type OwnOffer = Awaited<ReturnType<typeof readOffersOfFile>>[number];

/** The own offer that a row names; or a SKU of no offer, with the SKU that has lost its zeros, if any; or the error. */
export type NamedOffer =
  | { offer: OwnOffer }
  | { sku: string; zerosLost: string | null }
  | { fault: Violation };

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** An id in a cell; null if it is not one. */
export function idIn(cell: string | undefined): string | null {
  const id = plain(cell).toLowerCase();
  return UUID.test(id) ? id : null;
}

/**
 * Finds the seller's own offers that rows name by `offerId`, or by `sku` if there is no id. An id takes precedence over
 * a SKU that a spreadsheet turned into a number.
 */
export async function namedOffers(
  trx: Transaction,
  sellerId: string,
  rows: readonly SheetRow[],
): Promise<NamedOffer[]> {
  const skus = [...new Set(rows.map(({ cells }) => plain(cells.sku)))];
  const ids = rows.flatMap(({ cells }) => idIn(cells.offerId) ?? []);
  const own = await readOffersOfFile(trx, sellerId, { ids, skus });
  const byId = new Map(own.map((offer) => [offer.id, offer]));
  const bySku = new Map(own.map((offer) => [offer.sku, offer]));
  const numbers = skus.filter((sku) => /^\d+$/.test(sku) && !bySku.has(sku));
  const zeros = await readSkusWithoutZeros(trx, sellerId, numbers);
  return rows.map(({ cells }) => {
    const [id, sku] = [plain(cells.offerId), plain(cells.sku)];
    if (id === '') {
      const offer = bySku.get(sku);
      if (offer !== undefined) return { offer };
      if (sku === '') return { fault: { column: 'sku', code: 'missing', value: sku } };
      return { sku, zerosLost: zeros.get(sku) ?? null };
    }
    const offer = byId.get(idIn(id) ?? '');
    if (offer === undefined) return { fault: { column: 'offerId', code: 'unknown-id', value: id } };
    if (sku === '' || sku === offer.sku || mangled(sku, offer.sku)) return { offer };
    return { fault: { column: 'sku', code: 'sku-differs', value: sku, about: offer.sku } };
  });
}

/** Why no offer matches a SKU. */
export function skuViolation(
  { sku, zerosLost }: { sku: string; zerosLost: string | null },
  otherwise: 'unknown-sku' | 'not-offered',
): Violation {
  if (zerosLost !== null) return { column: 'sku', code: 'zeros-lost', value: sku, about: zerosLost };
  return { column: 'sku', ...(excelError(sku) ?? { code: otherwise, value: sku }) };
}

/** Detects rows of a file about the same thing: the first is accepted, the others are refused. */
export class OnlyOnce {
  readonly #rowOf = new Map<string, number>();

  /** The error for a further row; null for the first. */
  take(key: string, row: number, column: string): Violation | null {
    const before = this.#rowOf.get(key);
    if (before !== undefined) return { column, code: 'duplicate', value: '', about: before };
    this.#rowOf.set(key, row);
    return null;
  }
}
