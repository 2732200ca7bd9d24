import { NavLink, Route, Routes } from 'react-router';
import { useMoneyText } from '../../texts/money-texts.ts';
import styles from './money.module.css';
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
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('money.title')}</h1>
        <nav aria-label={t('money.pages')}>
          <ul className={styles.pages}>
            {PAGES.map(({ path, text }) => (
              <li key={path}>
                <NavLink to={path} end={path === '/money'} className={styles.page ?? ''}>
                  {t(text)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Routes>
        <Route index element={<MoneyOrders />} />
        <Route path="orders/:groupId" element={<MoneyOrder />} />
        <Route path="payouts" element={<Payouts />} />
        <Route path="payouts/:id" element={<PayoutPage />} />
        <Route path="statements" element={<Statements />} />
        <Route path="statements/:month" element={<StatementPage />} />
        <Route path="*" element={<MoneyOrders />} />
      </Routes>
    </div>
  );
}
