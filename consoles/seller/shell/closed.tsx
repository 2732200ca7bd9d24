import { CircleX, Clock, type LucideIcon, Store } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { AppFrame } from '../../shared/app/app-frame.tsx';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
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
  if (seller === null) return { icon: Store, title: t('gate.none.title'), detail: t('gate.none.detail') };
  const shop = seller.displayName[locale];
  if (seller.status !== 'REJECTED')
    return { icon: Clock, title: t('gate.applied.title'), detail: t('gate.applied.detail', { shop }) };
  const reason = seller.rejectionReason ?? '';
  return {
    icon: CircleX,
    title: t('gate.rejected.title'),
    detail: t('gate.rejected.detail', { shop, reason }),
  };
}
