import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { Icon } from '../../parts/icon.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { Gallery } from './gallery.tsx';
import { Offers } from './offers.tsx';
import { RecentlySeen } from './recently-seen.tsx';
import { Variants } from './variants.tsx';
import { Way } from './way.tsx';

type Model = Extract<BrowsePage, { kind: 'product' }>;

interface ProductFactsProps {
  page: Model;
  /** Data that the browser stores for recently seen products. */
  seen?: string;
  isPreview?: boolean;
}

/** One product: its pictures, what to choose, and every shop that sells the chosen variant. */
export function ProductPage({ page }: { page: Model }) {
  const { locale } = useShop();
  const { id, name, images } = page.product;
  const seen = { id, name, locale, image: images[0]?.url ?? null };
  return (
    <>
      <ProductFacts page={page} seen={JSON.stringify(seen)} />
      <RecentlySeen />
    </>
  );
}

/** The same page for its own seller, before it is on sale; nothing of it is cached. */
export function PreviewPage({ page: { shown } }: { page: Extract<BrowsePage, { kind: 'preview' }> }) {
  const { t } = useShop();
  return (
    <>
      <p className="notice">{t('preview')}</p>
      <ProductFacts page={shown} isPreview />
    </>
  );
}

function ProductFacts({ page, seen, isPreview = false }: ProductFactsProps) {
  const { t } = useShop();
  const { product, variantId, above } = page;
  const { name, variants, digital, description } = product;
  const chosen = variants.find((variant) => variant.id === variantId);
  return (
    <>
      <Way above={above} here={name} />
      <article className="product" data-seen={seen}>
        <Gallery product={product} />
        <div className="product-facts">
          <div className="title-row">
            <h1>{name}</h1>
            {isPreview ? null : (
              <button type="button" className="button quiet" data-share={name} aria-label={t('share')} hidden>
                <Icon name="share" />
              </button>
            )}
          </div>
          {chosen === undefined ? null : <Variants product={product} chosen={chosen} />}
          {digital ? <p className="notice">{t('digital')}</p> : null}
          <Offers page={page} isPreview={isPreview} />
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
    </>
  );
}
