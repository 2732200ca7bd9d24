import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { BrowsePage, ShownOffer } from '../../../../server/storefront/browse-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { DeliveryLines } from './delivery-lines.tsx';

type Schemas = components['schemas'];
type ProductPageModel = Extract<BrowsePage, { kind: 'product' }>;

/** Below this stock level the buyer sees how many are left. */
const FEW = 10;
const MAX_QUANTITY = 10;

/** Every shop that sells the chosen variant, cheapest first: price, stock, delivery and its days. */
export function Offers({ page, isPreview }: { page: ProductPageModel; isPreview: boolean }) {
  const { t } = useShop();
  const { product, offers, shipping, zone, moreOffers } = page;
  if (offers.length === 0) return <p className="notice">{t('noOffers')}</p>;
  return (
    <section className={offers.length === 1 ? 'offers single' : 'offers'} aria-labelledby="offers">
      <h2 id="offers">{t('offers', { count: offers.length })}</h2>
      <ul>
        {offers.map((offer) => (
          <li key={offer.id}>
            <OfferCard
              offer={offer}
              productName={product.name}
              isDigital={product.digital}
              shipping={shipping[offer.sellerId] ?? null}
              zone={zone}
              isPreview={isPreview}
            />
          </li>
        ))}
      </ul>
      {moreOffers ? <p className="muted">{t('moreOffers')}</p> : null}
      {product.digital ? null : <ZoneChoice zone={zone} />}
    </section>
  );
}

function OfferCard({
  offer,
  productName,
  isDigital,
  shipping,
  zone,
  isPreview,
}: {
  offer: ShownOffer;
  productName: string;
  isDigital: boolean;
  shipping: Schemas['SellerShipping'] | null;
  zone: number | null;
  isPreview: boolean;
}) {
  const { t, to, format } = useShop();
  const { id, sellerId, sellerName, price, withDelivery, available, buyable } = offer;
  const most = Math.min(MAX_QUANTITY, available);
  return (
    <div className="offer">
      <p className="offer-price">
        <strong className="price digits">
          <bdi>{format.money(price.amount)}</bdi>
        </strong>
        {withDelivery === null ? null : (
          <span className="muted digits">{t('withDelivery', { price: format.money(withDelivery) })}</span>
        )}
      </p>
      <p>
        <span className="muted">{t('soldByShop')} </span>
        <a href={to(`/s/${sellerId}`)}>
          <bdi>{sellerName}</bdi>
        </a>
        <br />
        <span className={buyable ? 'in-stock' : 'sold-out'}>
          {!buyable ? t('soldOut') : available < FEW ? t('available', { count: available }) : t('inStock')}
        </span>
      </p>
      {shipping === null || isDigital ? null : <DeliveryLines shipping={shipping} zone={zone} />}
      {buyable && !isDigital && !isPreview ? (
        <form method="post" action={to('/cart/items')}>
          <FormFields name={id} />
          <input type="hidden" name="offerId" value={id} />
          <label>
            <span className="label">{t('quantity')}</span>
            <select name="quantity" defaultValue="1">
              {Array.from({ length: most }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: numbers from one on, rendered once
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="button primary">
            {t('addToCart')}
            <span className="visually-hidden">: {format.list([productName, sellerName])}</span>
          </button>
        </form>
      ) : null}
    </div>
  );
}

/** The delivery zone: shops may deliver to some zones only. */
function ZoneChoice({ zone }: { zone: number | null }) {
  const { t, to, path, search } = useShop();
  return (
    <div className="zone-choice">
      <p className="muted">{t('oncePerShop')}</p>
      <details>
        <summary>
          {zone === null ? t('deliverAnywhere') : t('deliverTo', { zone: String(zone) })}
          {' · '}
          <span className="link">{zone === null ? t('sayZone') : t('changeZone')}</span>
        </summary>
        <form action={to('/zone')} method="get">
          <input type="hidden" name="to" value={path + search} />
          <label>
            <span className="label">{t('zoneLabel')}</span>
            <input
              name="zone"
              inputMode="numeric"
              dir="ltr"
              size={4}
              maxLength={4}
              defaultValue={zone ?? ''}
              autoComplete="off"
            />
          </label>
          <button type="submit" className="button">
            {t('show')}
          </button>
        </form>
      </details>
    </div>
  );
}
