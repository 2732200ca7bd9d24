import { useVirtualizer } from '@tanstack/react-virtual';
import { Coffee, type LucideIcon, Navigation, Power, UserCheck, WifiOff } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, memo, useRef, useState } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { DriverLook } from '../../../shared/map/marks.ts';
import type { DriverSpot } from '../../board/board-types.ts';
import type { DriverRow as Row } from '../../board/select-drivers.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useWords } from '../../texts/words.ts';
import { carriesTasks, droppedTasks } from './drag-tasks.ts';
import styles from './driver-list.module.css';

export const DRIVER_ICONS: Record<DriverLook, LucideIcon> = {
  idle: UserCheck,
  driving: Navigation,
  break: Coffee,
  stale: WifiOff,
  offline: Power,
};

export interface DriverListProps {
  rows: readonly Row[];
  spots: ReadonlyMap<string, DriverSpot>;
  now: number;
  realNow: number;
  selected: string | null;
  onSelect(driverId: string | null): void;
  onDrop(driverId: string, taskIds: readonly string[]): void;
}

const ROW = 56;
const idOf = (driverId: string) => `driver-${driverId}`;

/** Drivers on duty, free ones first; each is a drop target for tasks. */
export function DriverList({ rows, spots, now, realNow, selected, onSelect, onDrop }: DriverListProps) {
  const t = useBoardText();
  const scroller = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.driver.driverId ?? index,
    overscan: 6,
  });
  const current = rows.findIndex(({ driver }) => driver.driverId === selected);
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = Math.min(rows.length - 1, Math.max(0, current + step));
    onSelect(rows[to]?.driver.driverId ?? null);
    virtual.scrollToIndex(to);
  };
  const driverAt = (from: EventTarget) =>
    from instanceof Element ? (from.closest<HTMLElement>('[data-driver]')?.dataset.driver ?? null) : null;
  const over = (event: DragEvent) => {
    const driverId = driverAt(event.target);
    if (driverId === null || !carriesTasks(event)) return;
    event.preventDefault();
    setTarget(driverId);
  };
  const drop = (event: DragEvent) => {
    const driverId = driverAt(event.target);
    setTarget(null);
    if (driverId === null) return;
    event.preventDefault();
    onDrop(driverId, droppedTasks(event));
  };
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="listbox"
      tabIndex={0}
      aria-label={t('list.driversLabel')}
      aria-activedescendant={selected !== null && current >= 0 ? idOf(selected) : undefined}
      onKeyDown={keyDown}
      onClick={(event) => {
        const driverId = driverAt(event.target);
        if (driverId !== null) onSelect(driverId === selected ? null : driverId);
      }}
      onDragOver={over}
      onDragLeave={() => setTarget(null)}
      onDrop={drop}
      data-testid="driver-list"
    >
      <div className={styles.whole} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { driverId } = row.driver;
          const seenAt = spots.get(driverId)?.measuredAt;
          return (
            <div
              key={key}
              role="presentation"
              className={styles.item}
              style={{ transform: `translateY(${start}px)`, blockSize: size }}
            >
              <DriverRow
                row={row}
                now={now}
                age={seenAt === undefined ? null : Math.floor((realNow - seenAt) / 10_000) * 10}
                selected={driverId === selected}
                target={driverId === target}
                position={index + 1}
                count={rows.length}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface DriverRowProps {
  row: Row;
  now: number;
  /** Seconds since the driver's position was measured; null if it never was. */
  age: number | null;
  selected: boolean;
  target: boolean;
  position: number;
  count: number;
}

const DriverRow = memo(function DriverRow({
  row,
  now,
  age,
  selected,
  target,
  position,
  count,
}: DriverRowProps) {
  const t = useBoardText();
  const words = useWords();
  const { duration } = useFormats();
  const { driver, look } = row;
  const Icon = DRIVER_ICONS[look];
  const idle = driver.idleSince === null ? null : Math.max(0, (now - Date.parse(driver.idleSince)) / 1_000);
  const away = look === 'stale' || look === 'offline';
  const hint = away
    ? age === null
      ? t('row.neverSeen')
      : t('row.seen', { time: duration(age) })
    : look === 'idle' && idle !== null
      ? t('row.idleFor', { time: duration(idle) })
      : words('common.tasks', { count: driver.activeTasks });
  return (
    <div
      role="option"
      id={idOf(driver.driverId)}
      tabIndex={-1}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={count}
      data-driver={driver.driverId}
      className={`${styles.row} ${styles[look]} ${selected ? styles.selected : ''} ${target ? styles.target : ''}`}
    >
      <Icon aria-hidden size={18} className={styles.icon} />
      <span className={styles.name}>{driver.fullName}</span>
      <span className={styles.look}>{words(`look.${look}`)}</span>
      <span className={styles.hint}>{hint}</span>
      <span className={styles.room}>
        {driver.itemsAssigned}/{driver.capacity}
      </span>
    </div>
  );
});
