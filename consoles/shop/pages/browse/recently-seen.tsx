import { useShop } from '../../parts/shop-context.tsx';

/**
 * Filled in by script from this browser's storage; absent without it. At the end of the page, where it shifts nothing.
 */
export function RecentlySeen() {
  const { t } = useShop();
  return (
    <section aria-labelledby="recently-seen" data-recently-seen hidden>
      <h2 id="recently-seen">{t('recentlySeen')}</h2>
      <ul className="grid small" />
    </section>
  );
}
