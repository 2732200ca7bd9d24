import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { problemDetail } from '../../kernel/texts/problem-texts.ts';
import { readOffersById, renderSellerOffer } from '../catalogue/catalogue.ts';
import { levelKey, readStockLevels, renderStock } from '../inventory/inventory.ts';
import { saveGrid, type Verdict } from './save-grid.ts';

/** Operation: saves a seller's edits in the offer grid. */
export function gridHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock'>,
): Pick<Handlers, 'saveOfferGrid'> {
  const { database } = deps;

  return {
    saveOfferGrid: async ({ caller, body, idempotency, locale }) => {
      const sellerId = ownSellerId(caller);
      const { accountId, rights } = signedIn(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const verdicts = await saveGrid(trx, deps, { sellerId, accountId, rights }, body);
          const { offers, counts } = verdicts;
          return { status: 200, reference: { offers: offers.join(' '), counts: counts.join(' ') } };
        }),
      );
      const { offers = [], counts = [] } = body;
      const [present, levels] = await Promise.all([
        readOffersById(
          database,
          sellerId,
          offers.map(({ offerId }) => offerId),
        ),
        readStockLevels(database, sellerId, counts),
      ]);
      const offerOf = new Map(present.map((offer) => [offer.id, renderSellerOffer(offer)]));
      const [ofOffers, ofCounts] = [verdictsIn(reference.offers), verdictsIn(reference.counts)];
      return {
        status: 200,
        body: {
          offers: offers.map(({ offerId }, index) => ({
            offerId,
            ...renderVerdict(ofOffers[index], locale),
            offer: offerOf.get(offerId) ?? null,
          })),
          counts: counts.map((count, index) => {
            const level = levels.get(levelKey(count));
            return {
              ...{ offerId: count.offerId, warehouseId: count.warehouseId },
              ...renderVerdict(ofCounts[index], locale),
              level: level === undefined ? null : renderStock(level),
            };
          }),
        },
        replayed,
      };
    },
  };
}

function verdictsIn(kept = ''): Verdict[] {
  return kept === '' ? [] : (kept.split(' ') as Verdict[]);
}

function renderVerdict(verdict: Verdict = 'common.NOT_FOUND', locale: Locale) {
  if (verdict === 'SAVED' || verdict === 'UNCHANGED' || verdict === 'CONFLICT')
    return { status: verdict, refusal: null };
  const refusal = { code: verdict, message: problemDetail(verdict, locale) };
  return { status: 'REFUSED' as const, refusal };
}
