import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { Icon } from '../../parts/icon.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { Gallery } from './gallery.tsx';
import { Offers } from './offers.tsx';
import { RecentlySeen } from './recently-seen.tsx';
import { Variants } from './variants.tsx';
import { Way } from './way.tsx';

/** One product: its pictures, what to choose, and every shop that sells the chosen variant. */
export function ProductPage({ page }: { page: Extract<BrowsePage, { kind: 'product' }> }) {
  const { t, locale } = useShop();
  const { product, variantId, above } = page;
  const { id, name, images, variants, digital, description } = product;
  const chosen = variants.find((variant) => variant.id === variantId);
  const seen = { id, name, locale, image: images[0]?.url ?? null };
  return (
    <>
      <Way above={above} here={name} />
      <article className="product" data-seen={JSON.stringify(seen)}>
        <Gallery product={product} />
        <div className="product-facts">
          <h1>{name}</h1>
          {chosen === undefined ? null : <Variants product={product} chosen={chosen} />}
          {digital ? <p className="notice">{t('digital')}</p> : null}
          <Offers page={page} />
          <ul className="promises">
            <li>
              <Icon name="cash" />
              {t('cashAtDoor')}
            </li>
            <li>
              <Icon name="van" />
              {t('ownDrivers')}
            </li>
          </ul>
        </div>
        {description === '' ? null : (
          <section className="description" aria-labelledby="description">
            <h2 id="description">{t('description')}</h2>
            <p>{description}</p>
          </section>
        )}
      </article>
      <RecentlySeen />
    </>
  );
}
