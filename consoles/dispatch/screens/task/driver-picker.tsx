import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { type DriverRow, selectDrivers } from '../../board/select-drivers.ts';
import { useBoard } from '../../data/board-context.tsx';
import { keys } from '../../data/fresh-queries.ts';
import looks from '../../parts/driver-look.module.css';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './driver-picker.module.css';
import { useRuleText } from './use-rule-text.ts';

export interface DriverPickerProps {
  /** What is to be given to somebody; distances are from its store. */
  tasks: readonly BoardTask[];
  value: string | null;
  onChange(driverId: string | null): void;
  error?: string | null;
  /** Who has it already. */
  without?: string | null;
}

const MOST = 60;
const METRES_PER_DEGREE = 111_195;

/** Drivers on duty, the free and near ones first, with what the service says about the chosen one. */
export function DriverPicker({ tasks, value, onChange, error, without = null }: DriverPickerProps) {
  const t = useTaskText();
  const words = useWords();
  const { distance } = useFormats();
  const { state, spots } = useBoard();
  const [text, setText] = useState('');
  const from = tasks[0]?.pickup.location;
  const choices = useMemo(() => {
    const { rows } = selectDrivers(state.drivers, { text, looks: [], zoneId: null });
    const away = ({ driver }: DriverRow) => {
      const spot = spots.get(driver.driverId);
      return spot === undefined || from === undefined ? null : metresBetween(spot, from);
    };
    return rows
      .filter(({ driver }) => driver.driverId !== without && driver.status === 'APPROVED')
      .map((row) => ({ row, metres: away(row) }))
      .sort((one, other) => rank(one.row) - rank(other.row) || (one.metres ?? 1e9) - (other.metres ?? 1e9))
      .slice(0, MOST);
  }, [state.drivers, spots, text, from, without]);
  return (
    <div className={styles.picker}>
      <TextField
        label={t('driver.choose')}
        placeholder={t('driver.search')}
        value={text}
        onChange={setText}
        error={error}
        autoFocus
      />
      <ListBox
        aria-label={t('driver.choose')}
        className={styles.list ?? ''}
        selectionMode="single"
        selectedKeys={value === null ? [] : [value]}
        onSelectionChange={(chosen) =>
          onChange(chosen === 'all' ? null : (([...chosen][0] as string | undefined) ?? null))
        }
        renderEmptyState={() => <p className={styles.nobody}>{t('driver.nobody')}</p>}
      >
        {choices.map(({ row: { driver, look }, metres }) => (
          <ListBoxItem
            key={driver.driverId}
            id={driver.driverId}
            textValue={driver.fullName}
            className={styles.option ?? ''}
          >
            <span className={styles.name}>{driver.fullName}</span>
            <span className={`${styles.look} ${looks[look]}`}>{words(`look.${look}`)}</span>
            <span className={styles.hint}>
              {[
                words('common.tasks', { count: driver.activeTasks }),
                t('driver.room', {
                  count: words('common.items', {
                    count: Math.max(0, driver.capacity - driver.itemsAssigned),
                  }),
                }),
              ].join(' · ')}
            </span>
            <span className={styles.hint}>{metres === null ? '' : distance(metres)}</span>
          </ListBoxItem>
        ))}
      </ListBox>
      {value !== null && tasks.length === 1 && tasks[0] !== undefined ? (
        <Verdict taskId={tasks[0].taskId} driverId={value} />
      ) : null}
    </div>
  );
}

/** What the rules say about this driver and this task now. */
export function Verdict({ taskId, driverId }: { taskId: string; driverId: string }) {
  const t = useTaskText();
  const { nameOf, figuresOf } = useRuleText();
  const { duration } = useFormats();
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.explanation(taskId, driverId),
    queryFn: () =>
      dataOf(
        api.GET('/dispatch/tasks/{id}/explanation', {
          params: { path: { id: taskId }, query: { driverId } },
        }),
      ),
  });
  const driver = data?.driver;
  if (driver === undefined || driver === null) return <p className={styles.verdict}>…</p>;
  const { now, driverName } = driver;
  if (now.eligible) {
    return (
      <p className={styles.verdict} data-fits>
        {now.costSeconds === null
          ? t('why.fitsNowPlain', { driver: driverName })
          : t('why.fitsNow', { driver: driverName, time: duration(now.costSeconds) })}
      </p>
    );
  }
  return (
    <p className={styles.verdict}>
      {t('why.notNow', { driver: driverName, rule: nameOf(now.rule) })}{' '}
      <span className={styles.hint}>{figuresOf(now)}</span>
    </p>
  );
}

function rank({ look }: DriverRow): number {
  return { idle: 0, driving: 1, break: 2, stale: 3, offline: 4 }[look];
}

/** As the crow flies, near enough for an order. */
function metresBetween(
  one: { longitude: number; latitude: number },
  other: { longitude: number; latitude: number },
): number {
  const across = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(across, one.latitude - other.latitude) * METRES_PER_DEGREE;
}
