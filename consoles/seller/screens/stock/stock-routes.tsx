import { NavLink, Route, Routes } from 'react-router';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useStock } from '../../data/stock.ts';
import { useStockText } from '../../texts/stock-texts.ts';
import styles from '../shop/shop.module.css';
import { CountPage } from './count-page.tsx';
import { LevelsPage } from './levels-page.tsx';

const PAGES = [
  { path: '/stock', text: 'page.levels' },
  { path: '/stock/count', text: 'page.count' },
] as const;

/** The pages below /stock. */
export function StockRoutes() {
  const t = useStockText();
  const { data, error, refetch } = useStock();
  return (
    <div className={styles.screen} data-testid="screen-stock">
      <header className={styles.head}>
        <h1 className={styles.title}>{t('stock.title')}</h1>
        <nav aria-label={t('stock.pages')}>
          <ul className={styles.pages}>
            {PAGES.map(({ path, text }) => (
              <li key={path}>
                <NavLink to={path} end className={styles.page ?? ''}>
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {data !== undefined ? (
        <Routes>
          <Route path="count" element={<CountPage {...data} again={refetch} />} />
          <Route path="*" element={<LevelsPage {...data} />} />
        </Routes>
      ) : error === null ? (
        <Skeleton lines={10} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
