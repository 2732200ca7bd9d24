import { UserCheck } from 'lucide-react';
import { type DragEvent, memo, useMemo, useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { BoardDriver } from '../../board/board-types.ts';
import { selectDrivers } from '../../board/select-drivers.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { carriesTasks, droppedTasks } from './drag-tasks.ts';
import styles from './free-tray.module.css';

const MAX_SHOWN = 8;

export interface FreeTrayProps {
  drivers: ReadonlyMap<string, BoardDriver>;
  now: number;
  onDrop(driverId: string, taskIds: readonly string[]): void;
  onSelect(driverId: string): void;
}

/** Free drivers, longest free first: a drop target that stays in place. */
export const FreeTray = memo(function FreeTray({ drivers, now, onDrop, onSelect }: FreeTrayProps) {
  const t = useBoardText();
  const { duration, number } = useFormats();
  const [target, setTarget] = useState<string | null>(null);
  const { rows } = useMemo(
    () => selectDrivers(drivers, { text: '', looks: ['idle'], zoneId: null }),
    [drivers],
  );
  if (rows.length === 0) return null;
  const shown = rows.slice(0, MAX_SHOWN);
  return (
    <section className={styles.tray} aria-label={t('tray.label')}>
      {shown.map(({ driver }) => {
        const idle =
          driver.idleSince === null ? 0 : Math.max(0, (now - Date.parse(driver.idleSince)) / 1_000);
        return (
          <button
            key={driver.driverId}
            type="button"
            className={styles.driver}
            data-target={target === driver.driverId}
            data-tray-driver={driver.driverId}
            onClick={() => onSelect(driver.driverId)}
            onDragOver={(event: DragEvent) => {
              if (!carriesTasks(event)) return;
              event.preventDefault();
              setTarget(driver.driverId);
            }}
            onDragLeave={() => setTarget(null)}
            onDrop={(event: DragEvent) => {
              event.preventDefault();
              setTarget(null);
              onDrop(driver.driverId, droppedTasks(event));
            }}
          >
            <UserCheck aria-hidden size={16} />
            <span>{driver.fullName}</span>
            <span className={styles.idle}>{duration(idle)}</span>
          </button>
        );
      })}
      {rows.length > MAX_SHOWN ? (
        <span className={styles.more}>{t('tray.more', { count: number(rows.length - MAX_SHOWN) })}</span>
      ) : null}
    </section>
  );
});
