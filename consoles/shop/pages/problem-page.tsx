import type { ProblemPage as ProblemPageModel } from '../../../server/storefront/page-models.ts';
import { SearchForm } from '../parts/search-form.tsx';
import { type Shop, useShop } from '../parts/shop-context.tsx';
import { useWait } from '../parts/wait-words.ts';

const NOT_FOUND = 404;
const TOO_MANY = 429;

/**
 * The API's titles speak of records and of requests (the Arabic word also means orders); a visitor looked for a page.
 */
export function problemTitle({ status, title }: ProblemPageModel, { t }: Pick<Shop, 't'>): string {
  if (status === TOO_MANY) return t('entry.limited.title');
  return status === NOT_FOUND ? t('pageMissing') : title;
}

/** What went wrong, and where to continue. */
export function ProblemPage({ page }: { page: ProblemPageModel }) {
  const { t, to, path, search, shelves } = useShop();
  const wait = useWait();
  const { status, retryAfter, from } = page;
  const isMissing = status === NOT_FOUND;
  return (
    <div className="problem" data-problem={status}>
      <h1>{problemTitle(page, { t })}</h1>
      <p>
        {isMissing
          ? t('pageMissingWhy')
          : retryAfter === null
            ? page.detail
            : t('waitThenTry', { wait: wait(retryAfter) })}
      </p>
      <p className="filter-buttons">
        {from !== null ? (
          <a className="button primary" href={to(from)}>
            {t('backToForm')}
          </a>
        ) : retryAfter !== null ? (
          <a className="button primary" href={to(path + search)}>
            {t('tryAgain')}
          </a>
        ) : null}
        <a className={from === null && retryAfter === null ? 'button primary' : 'button'} href={to('')}>
          {t('backHome')}
        </a>
        <a className="button" href={to('/cart')}>
          {t('goBack')}
        </a>
      </p>
      {isMissing ? (
        <>
          <p>{t('lookElsewhere')}</p>
          <SearchForm />
          <ul className="chips">
            {shelves.map(({ id, slug, name }) => (
              <li key={id}>
                <a href={to(`/c/${slug}`)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
