import { CircleAlert, X } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Prose } from '../../shared/ui/prose.tsx';
import { alertTarget } from '../board/alert-target.ts';
import type { BoardAlert } from '../board/board-types.ts';
import { useAlertText } from '../texts/alert-texts.ts';
import styles from './critical-alert.module.css';

export interface CriticalAlertProps {
  /** The unacknowledged critical alert that explains most; null if all are acknowledged. */
  alert: BoardAlert | null;
  /** How many more there are. */
  others: number;
  onSeen(): void;
}

/** A new critical alert, and how many more there are. */
export function CriticalAlert({ alert, others, onSeen }: CriticalAlertProps) {
  const t = useAlertText();
  const shared = useSharedText();
  const { locale } = useLocaleChoice();
  const navigate = useNavigate();
  if (alert === null) return null;
  const open = () => {
    onSeen();
    const target = alertTarget(alert);
    void navigate(others > 0 ? '/alerts' : (target?.path ?? `/alerts?alert=${alert.alertId}`));
  };
  return (
    <div className={styles.critical}>
      <CircleAlert aria-hidden size={18} className={styles.icon} />
      <p className={styles.text}>
        <strong>
          <Prose>{alert.message[locale]}</Prose>
        </strong>
      </p>
      {others === 0 ? null : <span className={styles.more}>{t('alerts.andMore', { count: others })}</span>}
      <Button size="small" onPress={open}>
        {t('new.open')}
      </Button>
      <IconButton size="small" label={shared('close')} icon={<X aria-hidden size={16} />} onPress={onSeen} />
    </div>
  );
}
