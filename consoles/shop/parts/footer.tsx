import { LanguageLink } from './header.tsx';
import { Icon } from './icon.tsx';
import { useShop } from './shop-context.tsx';

/** The shop's promises, and further links. */
export function Footer() {
  const { t, to, locale, shelves } = useShop();
  return (
    <footer className="footer">
      <ul className="trust" aria-label={t('whyWasl')}>
        <li>
          <Icon name="cash" />
          {t('cashAtDoor')}
        </li>
        <li>
          <Icon name="van" />
          {t('ownDrivers')}
        </li>
        <li>
          <Icon name="calendar" />
          {t('promisedDay')}
        </li>
      </ul>
      <div className="footer-links">
        <nav aria-label={t('shopFooter')}>
          <h2>{t('shopFooter')}</h2>
          <ul>
            <li>
              <a href={to('')}>{t('home')}</a>
            </li>
            <li>
              <a href={to('/c')}>{t('allCategories')}</a>
            </li>
            {shelves.slice(0, 4).map(({ id, slug, name }) => (
              <li key={id}>
                <a href={to(`/c/${slug}`)}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-label={t('yours')}>
          <h2>{t('yours')}</h2>
          <ul>
            <li>
              <a href={to('/cart')}>{t('cart')}</a>
            </li>
            <li>
              <a href={to('/orders')}>{t('orders')}</a>
            </li>
            <li>
              <a href={to('/account')}>{t('account')}</a>
            </li>
            <li>
              <a href={`/guide/${locale}/`}>{t('help')}</a>
            </li>
            <li>
              <LanguageLink />
            </li>
          </ul>
        </nav>
        <nav aria-label={t('workWithUs')}>
          <h2>{t('workWithUs')}</h2>
          <ul>
            <li>
              <a href="/seller/">{t('sellHere')}</a>
            </li>
            <li>
              <a href="/driver/">{t('driveForUs')}</a>
            </li>
            <li>
              <a href={to('/apps')}>{t('phoneApps.title')}</a>
            </li>
          </ul>
        </nav>
        <p className="muted">{t('allPrices')}</p>
      </div>
    </footer>
  );
}
