import { Button } from '../../../shared/ui/button.tsx';
import { useBoardText } from '../../texts/board-texts.ts';
import styles from './bulk-bar.module.css';

export interface BulkBarProps {
  count: number;
  canAssign: boolean;
  onAssign(): void;
  onAll(): void;
  onClear(): void;
}

/** Actions on everything that is selected. */
export function BulkBar({ count, canAssign, onAssign, onAll, onClear }: BulkBarProps) {
  const t = useBoardText();
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('list.selected', { count })}>
      <span role="status">{t('list.selected', { count })}</span>
      <Button size="small" kind="primary" isDisabled={!canAssign} onPress={onAssign}>
        {t('list.assign')}
      </Button>
      <Button size="small" kind="quiet" onPress={onAll}>
        {t('list.selectAll')}
      </Button>
      <Button size="small" kind="quiet" onPress={onClear}>
        {t('list.clearSelection')}
      </Button>
    </div>
  );
}
