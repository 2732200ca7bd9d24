import { Route, Routes } from 'react-router';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useStock } from '../../data/stock.ts';
import { ScreenPages } from '../../parts/screen-pages.tsx';
import { useStockText } from '../../texts/stock-texts.ts';
import { CountPage } from './count-page.tsx';
import { LevelsPage } from './levels-page.tsx';
import { OrderNextPage } from './order-next-page.tsx';

const PAGES = [
  { path: '/stock', text: 'page.levels' },
  { path: '/stock/count', text: 'page.count' },
  { path: '/stock/order', text: 'page.order' },
] as const;

/** The pages below /stock. */
export function StockRoutes() {
  const t = useStockText();
  const { data, error, refetch } = useStock();
  return (
    <ScreenPages
      title={t('stock.title')}
      label={t('stock.pages')}
      pages={PAGES.map(({ path, text }) => ({ path, text: t(text) }))}
      testId="screen-stock"
    >
      {data !== undefined ? (
        <Routes>
          <Route path="order" element={<OrderNextPage />} />
          <Route path="count" element={<CountPage {...data} again={refetch} />} />
          <Route path="*" element={<LevelsPage {...data} />} />
        </Routes>
      ) : error === null ? (
        <Skeleton lines={10} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </ScreenPages>
  );
}
