import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '../../../shared/account/card.tsx';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { keys } from '../../data/keys.ts';
import { useShop } from '../../data/shop-context.tsx';
import { useOnboardingText } from '../../texts/onboarding-texts.ts';
import styles from './onboarding.module.css';

/** Days that the figures look back for a first sale: as far as they go. */
const FAR_BACK = 90;
/** Milliseconds between two looks while something is missing. */
const LOOK_AGAIN = 30_000;

interface Step {
  name: 'warehouse' | 'product' | 'offer' | 'shipping' | 'bank' | 'sale';
  done: boolean;
  to: string;
}

/** What a new shop still lacks before it sells and is paid, as the service knows it; gone with the first sale. */
export function SetUp() {
  const t = useOnboardingText();
  const steps = useSteps();
  if (steps === null || steps.every(({ done }) => done)) return null;
  const left = steps.filter(({ done }) => !done).length;
  return (
    <div data-testid="set-up">
      <Card title={t('setUp.title')} hint={t('setUp.left', { count: left })}>
        <ul className={styles.steps}>
          {steps.map(({ name, done, to }) => (
            <li key={name} data-step={name} data-done={done}>
              {done ? <CircleCheck aria-hidden size={20} /> : <Circle aria-hidden size={20} />}
              <span>
                {done && name !== 'shipping' ? t(`step.${name}`) : <Link to={to}>{t(`step.${name}`)}</Link>}
                <span className="visually-hidden">{done ? t('step.done') : t('step.open')}</span>
                <span className={styles.note}>{t(`step.${name}.hint`)}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

/** Null until it is known, and for a shop that has sold: it needs no list. */
function useSteps(): readonly Step[] | null {
  const api = useApi();
  const { bankAccount } = useShop().seller;
  const { data } = useQuery({
    queryKey: keys.setUp,
    queryFn: async () => {
      const first = { params: { query: { limit: 1 } } } as const;
      const [warehouses, products, offers, figures] = await Promise.all([
        dataOf(api.GET('/seller/warehouses', { params: { query: { limit: 20 } } })),
        dataOf(api.GET('/seller/products', first)),
        dataOf(api.GET('/seller/offers', first)),
        dataOf(api.GET('/seller/dashboard', { params: { query: { days: FAR_BACK } } })),
      ]);
      return {
        warehouse: warehouses.data.some(({ active, placeholder }) => active && !placeholder),
        product: products.data.length > 0 || offers.data.length > 0,
        offer: offers.data.length > 0,
        sale: figures.orders.some(({ status, count }) => status === 'DELIVERED' && count > 0),
      };
    },
    // Who comes back from a step sees it done.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.sale === true ? false : LOOK_AGAIN),
  });
  if (data === undefined || data.sale) return null;
  const bank = bankAccount.current !== null || bankAccount.pending !== null;
  return [
    { name: 'warehouse', done: data.warehouse, to: '/shop/warehouses' },
    { name: 'product', done: data.product, to: '/products/new' },
    { name: 'offer', done: data.offer, to: '/products' },
    // The marketplace's own until the shop adds one.
    { name: 'shipping', done: true, to: '/shop/shipping' },
    { name: 'bank', done: bank, to: '/shop/bank' },
    { name: 'sale', done: false, to: '/' },
  ];
}
