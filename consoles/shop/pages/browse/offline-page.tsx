import { useShop } from '../../parts/shop-context.tsx';

/** Cached by the service worker and shown when a page cannot be reached. */
export function OfflinePage() {
  const { t } = useShop();
  return (
    <div className="problem" data-offline>
      <h1>{t('offlineTitle')}</h1>
      <p>{t('offlineText')}</p>
      <p className="filter-buttons">
        {/* biome-ignore lint/a11y/useValidAnchor: the address that could not be reached, in whose place this page stands */}
        <a className="button primary" href="">
          {t('tryAgain')}
        </a>
      </p>
    </div>
  );
}
