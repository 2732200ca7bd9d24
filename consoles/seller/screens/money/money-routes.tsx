import { Route, Routes } from 'react-router';
import { ScreenPages } from '../../parts/screen-pages.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';
import { MoneyOrder } from './money-order.tsx';
import { MoneyOrders } from './money-orders.tsx';
import { PayoutPage, Payouts } from './payouts.tsx';
import { StatementPage, Statements } from './statements.tsx';

const PAGES = [
  { path: '/money', text: 'money.orders' },
  { path: '/money/payouts', text: 'money.payouts' },
  { path: '/money/statements', text: 'money.statements' },
] as const;

/** The pages below /money. */
export function MoneyRoutes() {
  const t = useMoneyText();
  return (
    <ScreenPages
      title={t('money.title')}
      label={t('money.pages')}
      pages={PAGES.map(({ path, text }) => ({ path, text: t(text) }))}
      testId="screen-money"
    >
      <Routes>
        <Route index element={<MoneyOrders />} />
        <Route path="orders/:groupId" element={<MoneyOrder />} />
        <Route path="payouts" element={<Payouts />} />
        <Route path="payouts/:id" element={<PayoutPage />} />
        <Route path="statements" element={<Statements />} />
        <Route path="statements/:month" element={<StatementPage />} />
        <Route path="*" element={<MoneyOrders />} />
      </Routes>
    </ScreenPages>
  );
}
