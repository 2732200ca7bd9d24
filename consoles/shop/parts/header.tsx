import { Icon, type IconName } from './icon.tsx';
import { useShop } from './shop-context.tsx';

/** A script fills in the count: pages are cached for all visitors. */
type Count = 'cart' | 'unread';

/** Logo, search, language, account, notifications, cart, and the top categories. */
export function Header({ query, shelf }: { query: string | null; shelf: string | null }) {
  const { t, to, path, shelves } = useShop();
  return (
    <header className="header">
      <div className="header-bar">
        <a className="brand" href={to('')} aria-current={path === '' ? 'page' : undefined}>
          <Mark />
          <span>{t('brand')}</span>
        </a>
        <Search query={query} />
        <div className="header-links">
          <LanguageLink />
          <HeaderLink to="/account" icon="account" name={t('account')} />
          <HeaderLink to="/notifications" icon="bell" name={t('notifications')} count="unread" />
          <HeaderLink to="/cart" icon="cart" name={t('cart')} count="cart" />
        </div>
      </div>
      <nav className="shelves" aria-label={t('categories')}>
        <ul>
          <li>
            <a href={to('/c')} aria-current={path === '/c' ? 'page' : undefined}>
              {t('allCategories')}
            </a>
          </li>
          {shelves.map(({ id, slug, name }) => (
            <li key={id}>
              <a
                href={to(`/c/${slug}`)}
                aria-current={path === `/c/${slug}` ? 'page' : slug === shelf ? 'true' : undefined}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
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
  );
}

/** A plain form; a script adds suggestions below it. */
function Search({ query }: { query: string | null }) {
  const { t, to } = useShop();
  return (
    <search className="search">
      <form action={to('/search')} method="get" data-suggest={to('/search/suggest')}>
        <input
          type="search"
          name="q"
          defaultValue={query ?? ''}
          placeholder={t('searchHint')}
          aria-label={t('searchHint')}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
        />
        <button type="submit">
          <Icon name="search" />
          <span className="visually-hidden">{t('search')}</span>
        </button>
        <div className="suggestions" role="listbox" aria-label={t('suggestions')} id="suggestions" hidden />
      </form>
    </search>
  );
}

/** The same page in the other language. */
export function LanguageLink() {
  const { t, locale, path, search } = useShop();
  const other = locale === 'ar' ? 'en' : 'ar';
  return (
    <a
      className="header-link language"
      href={`/language/${other}?to=${encodeURIComponent(path + search)}`}
      lang={other}
      hrefLang={other}
      data-language
    >
      {t('otherLanguage')}
    </a>
  );
}

function HeaderLink({
  to: target,
  icon,
  name,
  count,
}: {
  to: string;
  icon: IconName;
  name: string;
  count?: Count;
}) {
  const { to, path } = useShop();
  return (
    <a
      className="header-link"
      href={to(target)}
      aria-current={path === target ? 'page' : path.startsWith(`${target}/`) ? 'true' : undefined}
    >
      <Icon name={icon} />
      <span className="link-name">{name}</span>
      {count === undefined ? null : (
        <span className="badge digits" {...(count === 'cart' ? CART_BADGE : UNREAD_BADGE)} hidden />
      )}
    </a>
  );
}

const CART_BADGE = { 'data-cart-count': true };
const UNREAD_BADGE = { 'data-unread-count': true };
