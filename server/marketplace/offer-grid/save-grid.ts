import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { SellerRight } from '../../kernel/security/seller-rights.ts';
import { changeOffers } from '../catalogue/catalogue.ts';
import { countOwnLevels } from '../inventory/inventory.ts';
import { admitWork } from '../sellers/sellers.ts';

type GridEdits = components['schemas']['SaveOfferGridRequest'];

export type Refusal = 'auth.FORBIDDEN' | 'common.NOT_FOUND' | 'seller.INVALID_STATE';

/** Result of one row; an error code if it was refused. */
export type Verdict = 'SAVED' | 'UNCHANGED' | 'CONFLICT' | Refusal;

export interface GridVerdicts {
  offers: Verdict[];
  counts: Verdict[];
}

interface Editor {
  sellerId: string;
  accountId: string;
  rights: ReadonlySet<SellerRight>;
}

/**
 * Saves grid edits in one transaction, by the rules of the single operations: offers are locked first, then stock
 * levels, each in the global order. Rows that do not fit stay unchanged. If the caller or seller lacks a right, only
 * the rows of that kind are refused, so that a permitted price change is not lost with a forbidden count. Throws
 * common.VALIDATION_FAILED for a repeated row.
 */
export async function saveGrid(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  { sellerId, accountId, rights }: Editor,
  { offers = [], counts = [], reason }: GridEdits,
): Promise<GridVerdicts> {
  refuseRepeated(offers);
  return {
    offers: await orRefused(offers, rights.has('CATALOGUE'), async () => {
      const edits = offers.map(({ offerId, version, ...change }) => ({
        ...{ id: offerId, ifMatch: [version], change },
      }));
      return (await changeOffers(trx, sellerId, edits, { skipUnchanged: true })).map(verdictOf);
    }),
    counts: await orRefused(counts, rights.has('STOCK'), async () => {
      await admitWork(trx, sellerId, 'count-stock');
      const counting = { sellerId, accountId, reason: reason ?? null, counts, skipUnchanged: true };
      return (await countOwnLevels(trx, deps, counting)).map(verdictOf);
    }),
  };
}

/** Saves rows of one kind, or gives each of them the same refusal, which concerns all of them. */
async function orRefused(
  rows: readonly unknown[],
  allowed: boolean,
  save: () => Promise<Verdict[]>,
): Promise<Verdict[]> {
  if (rows.length === 0) return [];
  if (!allowed) return rows.map(() => 'auth.FORBIDDEN');
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof WaslError) || error.code !== 'seller.INVALID_STATE') throw error;
    return rows.map(() => 'seller.INVALID_STATE');
  }
}

function verdictOf(outcome: { status: keyof typeof VERDICTS } | null): Verdict {
  return VERDICTS[outcome?.status ?? 'NOT_FOUND'];
}

const VERDICTS = {
  SAVED: 'SAVED',
  COUNTED: 'SAVED',
  UNCHANGED: 'UNCHANGED',
  STALE: 'CONFLICT',
  NOT_FOUND: 'common.NOT_FOUND',
} as const;

function refuseRepeated(offers: readonly { offerId: string }[]): void {
  const seen = new Set<string>();
  const errors = offers.flatMap(({ offerId }, index) => {
    const isNew = seen.size < seen.add(offerId).size;
    const message = 'is listed in an earlier row';
    return isNew ? [] : [{ pointer: `/offers/${index}/offerId`, code: 'duplicate', message }];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}
