import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { Way } from './way.tsx';

type ProductPageModel = Extract<BrowsePage, { kind: 'product' }>;
type Offer = components['schemas']['ShopperOffer'];
type Variant = components['schemas']['Variant'];

/** Below it a buyer is told how many are left. */
const FEW = 10;
const MAX_QUANTITY = 10;

/** One product: its pictures, its variants, and every shop that sells the chosen one, the cheapest first. */
export function ProductPage({ page }: { page: ProductPageModel }) {
  const { t } = useShop();
  const { product, variantId, offers, above, moreOffers } = page;
  const [first = null, ...others] = product.images;
  return (
    <>
      <Way above={above} />
      <article className="product">
        <div className="gallery">
          <Picture image={first} name={product.name} isSeenAtOnce />
          {others.length === 0 ? null : (
            <ul className="thumbs">
              {others.map((image) => (
                <li key={image.url}>
                  <a href={image.url}>
                    <Picture image={image} name={product.name} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="product-facts">
          <h1>{product.name}</h1>
          <Variants product={product} variantId={variantId} />
          {product.digital ? <p className="notice">{t('digital')}</p> : null}
          <section className="offers" aria-labelledby="offers">
            {offers.length === 0 ? (
              <p className="notice" id="offers">
                {t('noOffers')}
              </p>
            ) : (
              <h2 id="offers">{t('offers', { count: offers.length })}</h2>
            )}
            <ul>
              {offers.map((offer) => (
                <li key={offer.id}>
                  <OfferRow offer={offer} isDigital={product.digital} />
                </li>
              ))}
            </ul>
            {moreOffers ? <p className="muted">{t('moreOffers')}</p> : null}
          </section>
          <ul className="promises">
            <li>{t('cashAtDoor')}</li>
            <li>{t('ownDrivers')}</li>
          </ul>
          {product.description === '' ? null : <p className="description">{product.description}</p>}
        </div>
      </article>
    </>
  );
}

function Variants({ product: { id, variants }, variantId }: Pick<ProductPageModel, 'product' | 'variantId'>) {
  const { t, to } = useShop();
  if (variants.length < 2) return null;
  return (
    <nav className="variants" aria-label={t('chooseVariant')}>
      <ul>
        {variants.map((variant) => (
          <li key={variant.id}>
            <a
              href={`${to(`/p/${id}`)}?variant=${variant.id}`}
              aria-current={variant.id === variantId ? 'true' : undefined}
              className={variant.available > 0 ? undefined : 'gone'}
            >
              <bdi>{calledBy(variant)}</bdi>
              {variant.available > 0 ? null : <span className="muted"> · {t('soldOut')}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** "1 kg, dark" of its options; its name when it has none. */
function calledBy({ name, optionTexts }: Variant): string {
  const values = Object.values(optionTexts).map(({ value }) => value);
  return values.length === 0 ? name : values.join(' · ');
}

function OfferRow({ offer, isDigital }: { offer: Offer; isDigital: boolean }) {
  const { t, to, format } = useShop();
  const { id, sellerId, sellerName, price, available, buyable } = offer;
  const most = Math.min(MAX_QUANTITY, available);
  return (
    <div className="offer">
      <div>
        <strong className="price digits">
          <bdi>{format.money(price.amount)}</bdi>
        </strong>
        <a href={to(`/s/${sellerId}`)}>
          <bdi>{sellerName}</bdi>
        </a>
        <span className={buyable ? 'in-stock' : 'sold-out'}>
          {!buyable ? t('soldOut') : available < FEW ? t('available', { count: available }) : t('inStock')}
        </span>
      </div>
      {buyable && !isDigital ? (
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
          </button>
        </form>
      ) : null}
    </div>
  );
}
