import type { components } from '../../../server/kernel/http/api-types.ts';
import { cellKey, type Edit, type Edits, type GridColumn, type Sheet, settle } from './grid-model.ts';

type Schemas = components['schemas'];
export type Offer = Schemas['SellerOffer'];
export type Level = Schemas['StockLevel'];
export type GridRequest = Schemas['SaveOfferGridRequest'];
export type GridAnswer = Schemas['SavedOfferGrid'];

/** What the service has, as the page read it last. */
export interface GridData {
  offers: readonly Offer[];
  levels: ReadonlyMap<string, Level>;
}

/** Why a row was not saved. After a conflict the data already holds the other person's version. */
export type RowVerdict = 'CONFLICT' | Schemas['GridRefusal']['code'];

const MAX_OFFERS = 500;
const MAX_COUNTS = 1_000;
const OFFER_COLUMNS = ['price', 'state', 'threshold'] as const;

export const levelKey = (offerId: string, warehouseId: string) => `${offerId}/${warehouseId}`;

/** Price, state and threshold of each offer, and its pieces in each warehouse. */
export function gridColumns(warehouseIds: readonly string[], maySeeStock: boolean): GridColumn[] {
  return [
    ...OFFER_COLUMNS.map((id) => ({ id, kind: id, warehouseId: null, locked: false })),
    ...(maySeeStock ? warehouseIds : []).map((warehouseId) => ({
      ...{ id: warehouseId, kind: 'count' as const, warehouseId, locked: false },
    })),
  ];
}

export function sheetOf(data: GridData, shown: readonly string[], columns: readonly GridColumn[]): Sheet {
  const offers = new Map(data.offers.map((offer) => [offer.id, offer]));
  return {
    rows: shown,
    columns,
    savedAt: (rowId, { kind, warehouseId }) => {
      const offer = offers.get(rowId);
      if (offer === undefined) return '';
      if (kind === 'price') return offer.price.amount;
      if (kind === 'state') return offer.active ? 'ON' : 'OFF';
      if (kind === 'threshold')
        return offer.lowStockThreshold === null ? '' : String(offer.lowStockThreshold);
      return String(data.levels.get(levelKey(rowId, warehouseId ?? ''))?.onHand ?? 0);
    },
  };
}

/**
 * Valid edits as requests the service accepts, as few as possible. A cell that someone else changed too waits until one
 * of the two values has been chosen.
 */
export function requestsOf(
  data: GridData,
  edits: Edits,
  columns: readonly GridColumn[],
  verdicts: ReadonlyMap<string, RowVerdict> = new Map(),
): GridRequest[] {
  const sound = (offerId: string, columnId: string): Edit | null => {
    const key = cellKey(offerId, columnId);
    const edit = edits.cells.get(key);
    return edit === undefined || edit.fault !== null || verdicts.get(key) === 'CONFLICT' ? null : edit;
  };
  const offers: NonNullable<GridRequest['offers']> = [];
  const counts: NonNullable<GridRequest['counts']> = [];
  for (const { id, version } of data.offers) {
    const [price, state, threshold] = OFFER_COLUMNS.map((column) => sound(id, column));
    const change = {
      ...(price ? { price: { amount: price.text, currency: 'QAR' as const } } : {}),
      ...(state ? { active: state.text === 'ON' } : {}),
      ...(threshold ? { lowStockThreshold: threshold.text === '' ? null : Number(threshold.text) } : {}),
    };
    if (Object.keys(change).length > 0) offers.push({ offerId: id, version, ...change });
    for (const { id: columnId, warehouseId } of columns) {
      const count = warehouseId === null ? null : sound(id, columnId);
      if (count === null || warehouseId === null) continue;
      const known = data.levels.get(levelKey(id, warehouseId));
      counts.push({ offerId: id, warehouseId, onHand: Number(count.text), version: known?.version ?? 0 });
    }
  }
  const parts = Math.max(Math.ceil(offers.length / MAX_OFFERS), Math.ceil(counts.length / MAX_COUNTS));
  return Array.from({ length: parts }, (_, part) => {
    const ofPart = offers.slice(part * MAX_OFFERS, (part + 1) * MAX_OFFERS);
    const counted = counts.slice(part * MAX_COUNTS, (part + 1) * MAX_COUNTS);
    return {
      ...(ofPart.length > 0 ? { offers: ofPart } : {}),
      ...(counted.length > 0 ? { counts: counted } : {}),
    };
  });
}

/** The data as the service has it now. */
export function withAnswer(data: GridData, { offers, counts }: GridAnswer): GridData {
  const now = new Map(offers.flatMap(({ offer }) => (offer === null ? [] : [[offer.id, offer] as const])));
  const levels = new Map(data.levels);
  for (const { level } of counts)
    if (level !== null) levels.set(levelKey(level.offerId, level.warehouseId), level);
  return { offers: data.offers.map((offer) => now.get(offer.id) ?? offer), levels };
}

export interface Outcome {
  edits: Edits;
  /** By cell, of those that were sent and not saved. */
  verdicts: ReadonlyMap<string, RowVerdict>;
  saved: number;
}

/**
 * The edits left after an answer; `now` is the sheet that includes it. Cells that were not saved keep the typed text,
 * now against the service's latest version. A cell typed again meanwhile also stays; one that someone else set to the
 * very same value is done.
 */
export function afterAnswer(edits: Edits, request: GridRequest, answer: GridAnswer, now: Sheet): Outcome {
  const verdicts = new Map<string, RowVerdict>();
  const settled: string[] = [];
  let saved = 0;
  const judge = (
    { status, refusal }: Pick<GridAnswer['offers'][number], 'status' | 'refusal'>,
    rowId: string,
    sent: Readonly<Record<string, string>>,
  ) => {
    const done = status === 'SAVED' || status === 'UNCHANGED';
    if (done) saved += 1;
    for (const [columnId, text] of Object.entries(sent)) {
      const key = cellKey(rowId, columnId);
      const column = now.columns.find(({ id }) => id === columnId);
      const typed = edits.cells.get(key)?.text;
      if (done ? typed === text : column !== undefined && typed === now.savedAt(rowId, column))
        settled.push(key);
      else if (!done) verdicts.set(key, refusal?.code ?? 'CONFLICT');
    }
  };
  answer.offers.forEach((row, index) => {
    const { price, active, lowStockThreshold } = request.offers?.[index] ?? {};
    judge(row, row.offerId, {
      ...(price === undefined ? {} : { price: price.amount }),
      ...(active === undefined ? {} : { state: active ? 'ON' : 'OFF' }),
      ...(lowStockThreshold === undefined ? {} : { threshold: String(lowStockThreshold ?? '') }),
    });
  });
  answer.counts.forEach((row, index) => {
    const onHand = request.counts?.[index]?.onHand;
    if (onHand !== undefined) judge(row, row.offerId, { [row.warehouseId]: String(onHand) });
  });
  return { edits: settle(edits, settled), verdicts, saved };
}
