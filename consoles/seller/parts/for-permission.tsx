import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { type Permission, useShop } from '../data/shop-context.tsx';
import { useConsoleText } from '../texts/console-texts.ts';
import styles from './for-permission.module.css';

export interface ForPermissionProps {
  /** Any one of these is enough; empty: everyone in the shop. */
  needs: readonly Permission[];
  children: ReactNode;
}

/** Shows its content to those with permission; others read which one is missing and who can grant it. */
export function ForPermission({ needs, children }: ForPermissionProps) {
  const { rights } = useShop();
  if (needs.length === 0 || needs.some((each) => rights.permissions.includes(each))) return children;
  return <Missing needs={needs} />;
}

function Missing({ needs }: { needs: readonly Permission[] }) {
  const t = useConsoleText();
  const { locale } = useLocaleChoice();
  const { seller, rights } = useShop();
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  return (
    <div className={styles.missing} data-testid="no-permission">
      <h1 className="visually-hidden">{t('console.name')}</h1>
      <EmptyState icon={Lock} title={t('gate.right.title')}>
        {t('gate.right.detail', {
          shop: seller.displayName[locale],
          permissions: list.format(
            needs.map((each) => t('permission.quoted', { name: t(`permission.${each}`) })),
          ),
          owner: rights.ownerName ?? t('gate.right.nobody'),
        })}
      </EmptyState>
    </div>
  );
}
