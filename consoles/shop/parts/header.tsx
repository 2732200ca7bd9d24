import { useShop } from './shop-context.tsx';

/** Brand, search, language, cart, and the topmost categories. */
export function Header({ query }: { query: string | null }) {
  const { t, to, locale, path, search, shelves } = useShop();
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <header className="header">
      <div className="header-bar">
        <a className="brand" href={to('')}>
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <rect width="32" height="32" rx="9" fill="#7d1538" />
            <path
              d="M7 19.5c2.6 0 3.9-7 6.5-7s2.4 7 5 7 2.6-3.4 4-5"
              fill="none"
              stroke="#fff"
              strokeWidth="2.6"
              strokeLinecap="round"
            />
            <circle cx="24.2" cy="11.4" r="2.5" fill="#fff" />
          </svg>
          <span>{t('brand')}</span>
        </a>
        <search className="search">
          <form action={to('/search')} method="get">
            <input
              type="search"
              name="q"
              defaultValue={query ?? ''}
              placeholder={t('searchHint')}
              aria-label={t('searchHint')}
              maxLength={100}
              enterKeyHint="search"
            />
            <button type="submit">{t('search')}</button>
          </form>
        </search>
        <a
          className="header-link"
          href={`/language/${other}?to=${encodeURIComponent(path + search)}`}
          lang={other}
          hrefLang={other}
        >
          {t('otherLanguage')}
        </a>
        <a className="header-link" href={to('/cart')}>
          {t('cart')}
          <span className="badge digits" data-cart-count hidden />
        </a>
      </div>
      <nav className="shelves" aria-label={t('categories')}>
        {shelves.map(({ id, slug, name }) => (
          <a key={id} href={to(`/c/${slug}`)}>
            {name}
          </a>
        ))}
      </nav>
    </header>
  );
}
