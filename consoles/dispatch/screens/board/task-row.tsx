import {
  CheckCheck,
  CircleDot,
  Diamond,
  type LucideIcon,
  OctagonAlert,
  Package,
  SquareCheck,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { memo } from 'react';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import type { TaskLook } from '../../../shared/map/marks.ts';
import type { TaskRow as Row } from '../../board/select-tasks.ts';
import { storeName } from '../../board/store-name.ts';
import { lookOf } from '../../board/task-look.ts';
import { taskTime } from '../../parts/task-time.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useWords } from '../../texts/words.ts';
import styles from './task-row.module.css';

export const LOOK_ICONS: Record<TaskLook, LucideIcon> = {
  waiting: Diamond,
  assigned: CircleDot,
  onBoard: Package,
  failed: TriangleAlert,
  returning: Undo2,
  ended: CheckCheck,
};

export interface TaskRowProps {
  row: Row;
  now: number;
  selected: boolean;
  marked: boolean;
  /** Prefix for the ids of the list's options. */
  id: string;
  position: number;
  count: number;
}

/** A task in two lines: which, its state and lateness; from where to whom, and by whom. In one line where it fits. */
export const TaskRow = memo(function TaskRow({
  row,
  now,
  selected,
  marked,
  id,
  position,
  count,
}: TaskRowProps) {
  const t = useBoardText();
  const words = useWords();
  const reasonText = useReasonText();
  const formats = useFormats();
  const { locale } = useLocaleChoice();
  const { task, section, lateness, driverName } = row;
  const look = lookOf(task.status);
  const Icon = lateness === 'late' && look !== 'ended' ? OctagonAlert : LOOK_ICONS[look];
  const { zoneNumber } = task.dropoff;
  return (
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={selected || marked}
      aria-posinset={position}
      aria-setsize={count}
      data-task={task.taskId}
      data-section={section}
      draggable
      className={`${styles.row} ${styles[section]} ${selected ? styles.selected : ''}`}
    >
      <span className={styles.mark} data-mark aria-hidden>
        {marked ? <SquareCheck size={18} /> : <Icon size={18} />}
      </span>
      <span className={styles.line}>
        <span className={styles.order}>
          <bdi className="unbroken">{orderName(task)}</bdi>
        </span>
        <span className={styles.state}>
          {task.failure !== null && look === 'failed'
            ? reasonText(task.failure)
            : words(`status.${task.status}`)}
        </span>
        <span className={styles.time}>{taskTime(row, now, t, formats)}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.way}>
          <bdi>{storeName(task.pickup, locale)}</bdi>
          <span className={styles.arrow} aria-hidden>
            →
          </span>
          <bdi>{task.dropoff.contactName}</bdi>
        </span>
        <span className={styles.zone}>{zoneNumber > 0 ? t('row.zone', { zone: zoneNumber }) : null}</span>
        <span className={driverName === null ? styles.nobody : styles.driver}>
          {driverName ?? (look === 'ended' ? '' : t('row.noDriver'))}
        </span>
      </span>
    </div>
  );
});
