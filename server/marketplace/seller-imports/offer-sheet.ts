import type { Transaction } from '../../../db/database.ts';
import { changeOffers, createOffers, readVariantsBySku } from '../catalogue/catalogue.ts';
import { booleanCell, CellReader, plain, priceCell, versionCell, wholeCell } from './cells.ts';
import { type NamedOffer, namedOffers, OnlyOnce, skuViolation } from './named-offers.ts';
import {
  changed,
  faulty,
  type Judged,
  judged,
  type Reading,
  type Sheet,
  type SheetDependencies,
  type SheetRow,
  type Violation,
} from './sheet.ts';

const QAR = 'QAR';

/** Values of a row; undefined leaves a field unchanged. */
interface Wanted {
  price: { amount: string; currency: typeof QAR } | undefined;
  active: boolean | undefined;
  /** Null: no threshold. */
  lowStockThreshold: number | null | undefined;
  version: number | undefined;
}

/** A row that may be applied, and how. */
type Step = { judged: Judged; wanted: Wanted } & ({ offerId: string } | { variantId: string });

/** Prices and states of offers; a SKU the seller does not offer yet becomes a new offer. */
export const offerSheet: Sheet = {
  columns: ['offerId', 'sku', 'price', 'active', 'lowStockThreshold', 'version'],
  informative: ['titleEn', 'titleAr', 'variant', 'available'],
  needed: [['sku', 'offerId']],
  keyOf: ({ sku, offerId }) => plain(sku) || plain(offerId),
  async judge(trx, deps, reading, rows) {
    const { sellerId, write } = reading;
    const named = await namedOffers(trx, sellerId, rows);
    const fresh = named.flatMap((each) => ('sku' in each && each.zerosLost === null ? [each.sku] : []));
    const variants = await readVariantsBySku(trx, fresh);
    const once = new OnlyOnce();
    const steps = rows.map((row, index) => stepOf(row, named[index] as NamedOffer, variants, once));
    if (write) await apply(trx, deps, reading, steps);
    return steps.map((step) => step.judged);
  },
};

function stepOf(
  { row, cells }: SheetRow,
  named: NamedOffer,
  variants: ReadonlyMap<string, string>,
  once: OnlyOnce,
): Step | { judged: Judged } {
  const reader = new CellReader(cells);
  const wanted = wantedIn(reader);
  const { price, active, lowStockThreshold } = wanted;
  const shown = lowStockThreshold === undefined ? undefined : String(lowStockThreshold ?? '');
  if ('fault' in named) return { judged: faulty(row, named.fault, ...reader.faults) };
  if ('offer' in named) {
    const { offer } = named;
    const twice = once.take(offer.id, row, 'sku');
    const stale = wanted.version !== undefined && wanted.version !== offer.version;
    if (stale) reader.fault('version', 'stale');
    const faults = [...(twice === null ? [] : [twice]), ...reader.faults];
    if (faults.length > 0) return { judged: faulty(row, ...faults) };
    const changes = [
      ...changed('price', offer.price, price?.amount),
      ...changed('active', String(offer.active), active === undefined ? undefined : String(active)),
      ...changed('lowStockThreshold', String(offer.lowStockThreshold ?? ''), shown),
    ];
    return { judged: judged(row, changes), wanted, offerId: offer.id };
  }
  const variantId = variants.get(named.sku);
  const twice = once.take(`new ${named.sku}`, row, 'sku');
  if (variantId !== undefined && price === undefined && reader.faults.length === 0)
    reader.fault('price', 'missing');
  const faults: Violation[] = [
    ...(variantId === undefined ? [skuViolation(named, 'unknown-sku')] : []),
    ...(twice === null ? [] : [twice]),
    ...reader.faults,
  ];
  if (faults.length > 0 || variantId === undefined) return { judged: faulty(row, ...faults) };
  const changes = [
    ...changed('price', null, price?.amount),
    ...changed('active', null, String(active ?? true)),
    ...changed('lowStockThreshold', null, shown === '' ? undefined : shown),
  ];
  return { judged: judged(row, changes), wanted, variantId };
}

function wantedIn(reader: CellReader): Wanted {
  const amount = reader.read('price', priceCell);
  const threshold = reader.read('lowStockThreshold', (cell) => wholeCell(cell, 1));
  const emptied = reader.has('lowStockThreshold') && reader.text('lowStockThreshold') === '';
  return {
    price: amount === undefined ? undefined : { amount, currency: QAR },
    active: reader.read('active', booleanCell),
    lowStockThreshold: emptied ? null : threshold,
    version: reader.read('version', versionCell),
  };
}

/** Changes and creates offers; rows overtaken by another change are reported. */
async function apply(
  trx: Transaction,
  deps: SheetDependencies,
  { sellerId }: Reading,
  steps: readonly (Step | { judged: Judged })[],
): Promise<void> {
  const due = steps.filter((step): step is Step => 'wanted' in step && step.judged.status === 'CHANGED');
  const changes = due.flatMap((step) => ('offerId' in step ? [step] : []));
  const edits = changes.map(({ offerId, wanted }) => ({
    id: offerId,
    ifMatch: wanted.version === undefined ? ('*' as const) : [wanted.version],
    change: given(wanted),
  }));
  const outcomes = await changeOffers(trx, sellerId, edits, { skipUnchanged: true });
  for (const [index, { judged: row }] of changes.entries()) {
    const { status } = outcomes[index] ?? { status: 'NOT_FOUND' };
    if (status === 'UNCHANGED') row.status = 'UNCHANGED';
    else if (status !== 'SAVED') refuse(row, { column: 'version', code: 'stale', value: '' });
  }
  const fresh = due.flatMap((step) => ('variantId' in step ? [step] : []));
  const made = await createOffers(
    trx,
    deps,
    sellerId,
    fresh.flatMap(({ variantId, wanted }) =>
      wanted.price === undefined ? [] : [{ variantId, ...given(wanted), price: wanted.price }],
    ),
  );
  for (const [index, { judged: row }] of fresh.entries())
    if (typeof made[index] !== 'object') refuse(row, { column: null, code: 'stale', value: '' });
}

function given({ price, active, lowStockThreshold }: Wanted) {
  return {
    ...(price === undefined ? {} : { price }),
    ...(active === undefined ? {} : { active }),
    ...(lowStockThreshold === undefined ? {} : { lowStockThreshold }),
  };
}

function refuse(row: Judged, fault: Violation): void {
  row.status = 'FAULTY';
  row.faults.push(fault);
}
