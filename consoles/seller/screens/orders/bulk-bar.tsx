import { Printer, ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { ProgressBar } from '../../../shared/ui/progress-bar.tsx';
import { useOrders } from '../../data/orders-context.tsx';
import { actionsOf } from '../../orders/order-store.ts';
import { type BoardGroup, GROUP_ACTIONS, type GroupAction } from '../../orders/order-types.ts';
import type { Paper } from '../../print/papers.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import styles from './bulk-bar.module.css';
import type { Progress } from './use-order-actions.ts';

export interface BulkBarProps {
  groups: readonly BoardGroup[];
  progress: Progress | null;
  onAct(action: GroupAction): void;
  onPrint(paper: Paper): void;
  onClear(): void;
}

/** What can be done with all selected orders at once. Returns are confirmed one by one. */
export function BulkBar({ groups, progress, onAct, onPrint, onClear }: BulkBarProps) {
  const t = useOrderText();
  const view = useOrders();
  const possible = useMemo(
    () =>
      GROUP_ACTIONS.filter(
        (action) =>
          action !== 'confirm-return' && groups.some((group) => actionsOf(view, group).includes(action)),
      ),
    [groups, view],
  );
  if (progress !== null && progress.count > 1) {
    const { action, done, count } = progress;
    return (
      <ProgressBar
        label={t('bulk.working', { action: t(`action.${action}`), done, count })}
        share={done / count}
      />
    );
  }
  if (groups.length === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('bulk.chosen', { count: groups.length })}>
      <p className={styles.count} aria-live="polite" data-testid="chosen">
        {t('bulk.chosen', { count: groups.length })}
      </p>
      {possible.map((action) => (
        <Button
          key={action}
          size="small"
          kind={action === 'reject' ? 'danger' : 'secondary'}
          isDisabled={progress !== null}
          onPress={() => onAct(action)}
        >
          {t(`action.${action}`)}
        </Button>
      ))}
      <Button size="small" onPress={() => onPrint('slips')}>
        <Printer aria-hidden size={16} />
        {t('action.print')}
      </Button>
      <Button size="small" onPress={() => onPrint('invoices')}>
        <ReceiptText aria-hidden size={16} />
        {t('action.invoices')}
      </Button>
      <Button size="small" kind="quiet" onPress={onClear}>
        {t('bulk.clear')}
      </Button>
    </div>
  );
}
