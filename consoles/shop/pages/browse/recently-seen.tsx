import { useShop } from '../../parts/shop-context.tsx';

/** Filled in by script from what this browser remembers; absent without it. At a page's end, where it moves nothing. */
export function RecentlySeen() {
  const { t } = useShop();
  return (
    <section aria-labelledby="recently-seen" data-recently-seen hidden>
      <h2 id="recently-seen">{t('recentlySeen')}</h2>
      <ul className="grid small" />
    </section>
  );
}
