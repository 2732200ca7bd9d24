import type { SignedInPage as SignedInModel } from '../../../../server/storefront/sign-in-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { Entry } from './entry.tsx';

/** After sign-in: which items chosen as a guest could not all be kept in the cart. */
export function SignedInPage({ page: { next, lines, capped, gone, goneCount } }: { page: SignedInModel }) {
  const { t, to } = useShop();
  return (
    <Entry title={t('signedInTitle')}>
      <p className="notice" role="status">
        {t('mergedLines', { count: lines })}
      </p>
      {capped.length === 0 ? null : (
        <section>
          <h2>{t('cappedTitle')}</h2>
          <ul className="entry-list">
            {capped.map(({ name, requested, quantity }) => (
              <li key={name}>
                <bdi>{name}</bdi>
                <strong>{t('cappedLine', { quantity, requested })}</strong>
              </li>
            ))}
          </ul>
          <p className="muted">{t('cappedWhy')}</p>
        </section>
      )}
      {goneCount === 0 ? null : (
        <section>
          <h2>{t('goneTitle', { count: goneCount })}</h2>
          <ul className="entry-list">
            {gone.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="form">
        <a className="button primary wide" href={to(next)}>
          {t('goOn')}
        </a>
        <a className="button wide" href={to('/cart')}>
          {t('toCart')}
        </a>
      </div>
    </Entry>
  );
}
