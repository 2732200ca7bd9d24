import { CircleAlert, CircleCheck } from 'lucide-react';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useOrderText } from '../../texts/order-texts.ts';
import styles from './results-dialog.module.css';
import type { Result } from './use-order-actions.ts';

/** The result of a bulk action for each order; refused ones first. */
export function ResultsDialog({ results, onClose }: { results: readonly Result[]; onClose(): void }) {
  const t = useOrderText();
  const shared = useSharedText();
  const sorted = results.toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null));
  return (
    <Dialog
      title={t('bulk.results')}
      onClose={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {shared('close')}
        </Button>
      }
    >
      <ul className={styles.results} data-testid="results">
        {sorted.map(({ group, refused }) => (
          <li key={group.groupId} className={styles.result}>
            {refused === null ? (
              <CircleCheck aria-hidden size={18} className={styles.done} />
            ) : (
              <CircleAlert aria-hidden size={18} className={styles.refused} />
            )}
            <bdi className="unbroken">{group.orderNumber}</bdi>
            <span>{refused ?? t('bulk.done')}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
