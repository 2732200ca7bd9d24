import { useQuery } from '@tanstack/react-query';
import { CircleX, Clock, type LucideIcon, Store } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import { AppFrame } from '../../shared/app/app-frame.tsx';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { keys } from '../data/keys.ts';
import type { ShopView } from '../data/shop-context.tsx';
import { useConsoleText } from '../texts/console-texts.ts';
import styles from './closed.module.css';

/** Fetched by who applies alone. */
const ApplyForm = lazy(async () => ({
  default: (await import('../screens/onboarding/apply-form.tsx')).ApplyForm,
}));

/** In place of every screen: why there is nothing to do here yet, and what would change that. */
export function Closed({ view }: { view: ShopView }) {
  const t = useConsoleText();
  const { icon, title, detail } = useReason(view);
  const [applying, setApplying] = useState(false);
  // One shop per account: who waits for a decision cannot apply again.
  const mayApply = view.seller?.status !== 'APPLIED';
  return (
    <AppFrame console={t('console.name')}>
      <div className={styles.closed} data-testid="closed">
        <h1 className="visually-hidden">{t('console.name')}</h1>
        <EmptyState icon={icon} title={title}>
          {detail}
        </EmptyState>
        {!mayApply ? null : applying ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <ApplyForm />
          </Suspense>
        ) : (
          <Button kind="primary" onPress={() => setApplying(true)}>
            {t('gate.apply')}
          </Button>
        )}
      </div>
    </AppFrame>
  );
}

function useReason({ seller }: ShopView): { icon: LucideIcon; title: string; detail: string } {
  const t = useConsoleText();
  const { locale } = useLocaleChoice();
  const rejection = useRejection(seller === null);
  if (seller !== null) {
    const shop = seller.displayName[locale];
    return { icon: Clock, title: t('gate.applied.title'), detail: t('gate.applied.detail', { shop }) };
  }
  if (rejection !== null) return { icon: CircleX, title: t('gate.rejected.title'), detail: rejection };
  return { icon: Store, title: t('gate.none.title'), detail: t('gate.none.detail') };
}

/** What the marketplace said when it rejected an application: it is in the notice alone, the shop is no more. */
function useRejection(wanted: boolean): string | null {
  const api = useApi();
  const { locale } = useLocaleChoice();
  const { data } = useQuery({
    queryKey: keys.rejection(locale),
    enabled: wanted,
    queryFn: async () => {
      const { data: notices } = await dataOf(
        api.GET('/notifications', { params: { query: { limit: 50, locale } } }),
      );
      return notices.find(({ kind }) => kind === 'SELLER_REJECTED')?.body ?? null;
    },
  });
  return data ?? null;
}
