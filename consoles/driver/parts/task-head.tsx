import { Clock } from 'lucide-react';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import type { LocalTask } from '../tasks/local-task.ts';
import { isOpen } from '../tasks/open-tasks.ts';
import { useText } from '../texts/driver-texts.ts';
import styles from './task.module.css';

const TONES: { readonly [status in LocalTask['status']]?: 'good' | 'warn' | 'bad' } = {
  COMPLETED: 'good',
  CODE_VERIFIED: 'good',
  CASH_RECORDED: 'good',
  FAILED: 'bad',
  CANCELLED: 'bad',
  WRITTEN_OFF: 'bad',
  RETURNING: 'warn',
  RETURNED: 'warn',
};

export function StatusChip({ status }: Pick<LocalTask, 'status'>) {
  const t = useText();
  return (
    <span className={styles.chip} data-tone={TONES[status]}>
      {t(`status.${status}`)}
    </span>
  );
}

/** The task's number, state and deadline. */
export function TaskHead({ local, now }: { local: LocalTask; now: number }) {
  const t = useText();
  const { time, duration } = useFormats();
  const { dueBy, attempt, window } = local.task;
  const late = (now - Date.parse(dueBy)) / 1_000;
  return (
    <>
      <div className={styles.top}>
        <h2 className={styles.number}>{t('task.order', { number: orderName(local.task) })}</h2>
        <StatusChip status={local.status} />
      </div>
      <p className={styles.facts}>
        {isOpen(local) && late > 0 ? (
          <span className={styles.late}>
            <Clock aria-hidden size={16} /> {t('task.late', { ago: duration(late) })}
          </span>
        ) : (
          <span>{t('task.due', { time: time(dueBy) })}</span>
        )}
        {window === null ? null : (
          <span>{t('task.window', { from: time(window.from), to: time(window.to) })}</span>
        )}
        {attempt > 1 ? <span>{t('task.attempt', { count: attempt })}</span> : null}
      </p>
    </>
  );
}
