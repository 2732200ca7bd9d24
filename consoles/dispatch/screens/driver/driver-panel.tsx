import { ListFilter, Phone, UserX } from 'lucide-react';
import { Link } from 'react-router';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import type { BoardView } from '../../board/board-store.ts';
import type { BoardTask } from '../../board/board-types.ts';
import { driverLook } from '../../board/select-drivers.ts';
import { isEnded } from '../../board/task-look.ts';
import { CashBar } from '../../parts/cash-bar.tsx';
import looks from '../../parts/driver-look.module.css';
import { SidePanel } from '../../parts/side-panel.tsx';
import { useBoardText } from '../../texts/board-texts.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './driver-panel.module.css';
import { RouteEditor } from './route-editor.tsx';

export interface DriverPanelProps {
  driverId: string;
  board: BoardView;
  readOnly: boolean;
  /** The tasks marked in the list. */
  markedTasks: readonly BoardTask[];
  onAssign(driverId: string): void;
  onTask(taskId: string): void;
  onOnly(driverId: string): void;
  onClose(): void;
}

/** One driver: state, cash, route and work. */
export function DriverPanel({
  driverId,
  board,
  readOnly,
  markedTasks,
  onAssign,
  onTask,
  onOnly,
  onClose,
}: DriverPanelProps) {
  const t = useDriverText();
  const task = useTaskText();
  const boardText = useBoardText();
  const words = useWords();
  const { duration, time, number, phone } = useFormats();
  const { state, spots, realNow } = board;
  const driver = state.drivers.get(driverId);
  if (driver === undefined) {
    return (
      <SidePanel label={t('panel.gone')} testId="driver-panel" title={null} status={null} onClose={onClose}>
        <EmptyState icon={UserX} title={t('panel.gone')} />
      </SidePanel>
    );
  }
  const look = driverLook(driver);
  const spot = spots.get(driverId);
  const tasks = [...state.tasks.values()].filter((one) => one.driverId === driverId && !isEnded(one.status));
  return (
    <SidePanel
      label={t('panel.label', { name: driver.fullName })}
      testId="driver-panel"
      title={driver.fullName}
      status={
        <p className={`${styles.look} ${look === null ? '' : looks[look]}`}>
          {look === null ? words('common.none') : words(`look.${look}`)}
          {spot === undefined ? null : (
            <span className={styles.muted}>
              {' · '}
              {boardText('row.seen', { time: duration(Math.max(0, realNow - spot.measuredAt) / 1_000) })}
            </span>
          )}
        </p>
      }
      onClose={onClose}
    >
      <div className={styles.actions}>
        {markedTasks.length > 0 && !readOnly ? (
          <Button kind="primary" onPress={() => onAssign(driverId)}>
            {t('panel.assignHere', { count: markedTasks.length })}
          </Button>
        ) : null}
        <Button onPress={() => onOnly(driverId)}>
          <ListFilter aria-hidden size={16} />
          {t('panel.onlyTheirs')}
        </Button>
        {driver.phone === '' ? null : (
          <a
            className={styles.call}
            href={`tel:${driver.phone}`}
            aria-label={task('panel.call', { phone: phone(driver.phone) })}
          >
            <Phone aria-hidden size={16} />
            <bdi dir="ltr" className="unbroken">
              {phone(driver.phone)}
            </bdi>
          </a>
        )}
      </div>
      <dl className={styles.facts}>
        <dt>{t('drivers.vehicle')}</dt>
        <dd>
          {words(`vehicle.${driver.vehicle.type}`)} <bdi>{driver.vehicle.plate}</bdi>
        </dd>
        <dt>{t('panel.room')}</dt>
        <dd className={styles.ltr}>
          {number(driver.itemsAssigned)} / {number(driver.capacity)}
        </dd>
        {driver.shiftEndsAt === null ? null : (
          <>
            <dt>{t('panel.shiftEnds')}</dt>
            <dd>{time(driver.shiftEndsAt)}</dd>
          </>
        )}
        <dt>{t('panel.cash')}</dt>
        <dd>
          <CashBar
            onHand={driver.cash.onHand.amount}
            assigned={driver.cash.assigned.amount}
            limit={driver.cash.limit?.amount ?? null}
          />
        </dd>
      </dl>
      <RouteEditor
        driverId={driverId}
        tasks={state.tasks}
        shown={state.routes.get(driverId)}
        readOnly={readOnly}
        onTask={onTask}
      />
      <section className={styles.tasks}>
        <h3>
          {t('panel.tasks')} <span className={styles.muted}>{number(tasks.length)}</span>
        </h3>
        <ul>
          {tasks.map(({ taskId, status, dropoff, ...task }) => (
            <li key={taskId}>
              <Button size="small" kind="quiet" onPress={() => onTask(taskId)}>
                <bdi className="unbroken">{orderName(task)}</bdi>
              </Button>
              <span>{dropoff.contactName}</span>
              <span className={styles.muted}>{words(`status.${status}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      {readOnly ? null : (
        <Link to={`/drivers?driver=${driverId}`} className={styles.terms}>
          {t('panel.details')}
        </Link>
      )}
    </SidePanel>
  );
}
