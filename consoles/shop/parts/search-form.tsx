import { useShop } from './shop-context.tsx';

/** A search within the page, for when nothing else helps. */
export function SearchForm({ query = '' }: { query?: string }) {
  const { t, to } = useShop();
  return (
    <form className="search-form" action={to('/search')} method="get">
      <input
        type="search"
        name="q"
        defaultValue={query}
        aria-label={t('searchHint')}
        placeholder={t('searchHint')}
        maxLength={100}
      />
      <button type="submit" className="button">
        {t('search')}
      </button>
    </form>
  );
}
