import { useQuery } from '@tanstack/react-query';
import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { BoardDriver, BoardTask, Route } from '../../board/board-types.ts';
import { storeName } from '../../board/store-name.ts';
import { latenessOf, lookOf, sectionOf } from '../../board/task-look.ts';
import { readTasks } from '../../data/board-api.ts';
import { keys } from '../../data/fresh-queries.ts';
import type { DispatchTask, TaskAction } from '../../data/task-actions.ts';
import { SidePanel } from '../../parts/side-panel.tsx';
import { taskTime } from '../../parts/task-time.ts';
import { useStepRefusal } from '../../parts/use-step-refusal.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { usePanelText } from '../../texts/panel-texts.ts';
import { useReasonText } from '../../texts/reason-text.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import { LateReasons } from './late-reasons.tsx';
import { PhoneTime } from './phone-time.tsx';
import { Reach } from './reach.tsx';
import { TaskActions } from './task-actions.tsx';
import styles from './task-panel.module.css';
import { TaskPhotos } from './task-photos.tsx';
import { TaskStory } from './task-story.tsx';

export interface TaskPanelProps {
  taskId: string;
  /** The board's version; undefined for a task that is no longer on the board. */
  task: BoardTask | undefined;
  now: number;
  /** The task's driver and planned route. */
  driver: BoardDriver | undefined;
  route: Route | undefined;
  /** The name of any driver who ever had it. */
  nameOf(driverId: string): string | null;
  /** When showing the past, no action is possible. */
  readOnly: boolean;
  onAction(action: TaskAction, task: BoardTask): void;
  onWhy(task: BoardTask): void;
  onDriver(driverId: string): void;
  onClose(): void;
}

/** Everything about one task, and every action possible now. */
export function TaskPanel({
  taskId,
  task: onBoard,
  now,
  driver,
  route,
  nameOf,
  readOnly,
  ...on
}: TaskPanelProps) {
  const t = useTaskText();
  const board = useBoardText();
  const words = useWords();
  const formats = useFormats();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: keys.task(taskId),
    queryFn: () => dataOf(api.GET('/dispatch/tasks/{id}', { params: { path: { id: taskId } } })),
    placeholderData: (former) => (former?.id === taskId ? former : undefined),
  });
  const task = useTaskInBrief(taskId, onBoard, readOnly);
  const driverName = driver?.fullName ?? null;
  const driverCalled = (id: string) => (id === data?.driverId ? data.driverName : null) ?? nameOf(id) ?? '…';
  const known = task ?? data;
  const orderNumber = known === undefined ? '' : orderName(known);
  const status = task?.status ?? data?.status;
  const lateness = task === undefined ? 'ok' : latenessOf(task, now);
  const section = task === undefined ? null : sectionOf(task, lateness);
  const gone = isProblemCode(error, 'common.NOT_FOUND');
  return (
    <SidePanel
      label={t('panel.label', { order: orderNumber })}
      testId="task-panel"
      title={<bdi className="unbroken">{orderNumber}</bdi>}
      status={
        <p
          className={`${styles.status} ${lateness === 'late' ? styles.late : lateness === 'risk' ? styles.risk : ''}`}
        >
          {status === undefined ? '' : words(`status.${status}`)}
          {task === undefined || section === null ? null : (
            <> · {taskTime({ task, section }, now, board, formats)}</>
          )}
        </p>
      }
      onClose={on.onClose}
    >
      {gone ? (
        <EmptyState icon={PackageX} title={t('panel.gone')}>
          {t('panel.goneDetail')}
        </EmptyState>
      ) : error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <>
          {readOnly || task === undefined ? null : (
            <TaskActions data={data} task={task} onAction={on.onAction} onWhy={on.onWhy} />
          )}
          {task === undefined ? null : (
            <LateReasons task={task} data={data} driver={driver} route={route} now={now} />
          )}
          <Notes data={data} driverName={driverName} />
          {data.photos === undefined || data.photos.length === 0 ? null : (
            <TaskPhotos photos={data.photos} driverName={driverCalled} onExpired={() => void refetch()} />
          )}
          <Facts data={data} store={onBoard?.pickup} driver={driver} onDriver={on.onDriver} />
          <TaskStory data={data} driverName={driverCalled} />
        </>
      )}
    </SidePanel>
  );
}

/** A task that left the board long ago may still need an action, such as confirming its return. */
function useTaskInBrief(taskId: string, onBoard: BoardTask | undefined, readOnly: boolean) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.taskInBrief(taskId),
    queryFn: () => readTasks(api, [taskId]),
    enabled: onBoard === undefined && !readOnly,
  });
  return onBoard ?? data?.find((task) => task.taskId === taskId);
}

/** What keeps this task from its end. */
function Notes({ data, driverName }: { data: DispatchTask; driverName: string | null }) {
  const t = useTaskText();
  const panel = usePanelText();
  const words = useWords();
  const failureLabel = useFailureLabel();
  const reasonText = useReasonText();
  const whyNot = useStepRefusal();
  const { time } = useFormats();
  const { failure, pendingAssignment, assignmentRefusal, handOver, codeOverride, reversalPending } = data;
  const confirmed = (done: boolean) => t(done ? 'panel.confirmed' : 'panel.notConfirmed');
  return (
    <div className={styles.notes}>
      {failure !== null && lookOf(data.status) === 'failed' ? (
        <Banner tone="danger" announce="off" title={failureLabel(failure.reason)}>
          {words(`next.${failure.next}`)}
          {failure.note === null ? null : <p>{t('panel.failedNote', { note: failure.note })}</p>}
          <p>
            <PhoneTime at={failure.at} occurredAt={failedOnPhone(data)} />
          </p>
          {(data.photos ?? []).length === 0 ? <p className={styles.muted}>{panel('photos.none')}</p> : null}
        </Banner>
      ) : null}
      {pendingAssignment === null ? null : (
        <Banner tone="info">{t('panel.pending', { driver: driverName ?? '…' })}</Banner>
      )}
      {assignmentRefusal === null ? null : (
        <Banner tone="warning" announce="off">
          {t('panel.refused', { why: whyNot({ code: assignmentRefusal.code, taskId: data.id }) })}
        </Banner>
      )}
      {handOver === null ? null : (
        <Banner tone="info" announce="off" title={t('panel.handOver', { driver: handOver.toDriverName })}>
          {t('panel.handOverState', {
            giver: confirmed(handOver.giverConfirmed),
            receiver: confirmed(handOver.receiverConfirmed),
            time: time(handOver.expiresAt),
          })}
        </Banner>
      )}
      {codeOverride === null ? null : (
        <Banner tone="warning" announce="off">
          {t('panel.overridden', { reason: reasonText(codeOverride.reason ?? '') })}
        </Banner>
      )}
      {reversalPending ? <Banner tone="info">{t('panel.reversing')}</Banner> : null}
    </div>
  );
}

/** When it failed by the phone's clock: without a connection, earlier than the service received it. */
function failedOnPhone({ history }: DispatchTask): string | null {
  return history.findLast(({ status }) => status === 'FAILED')?.occurredAt ?? null;
}

function Facts({
  data,
  store,
  driver,
  onDriver,
}: {
  data: DispatchTask;
  /** Undefined for a task that is no longer on the board. */
  store: BoardTask['pickup'] | undefined;
  driver: BoardDriver | undefined;
  onDriver(driverId: string): void;
}) {
  const t = useTaskText();
  const words = useWords();
  const { money, time, dayAndTime, number } = useFormats();
  const { locale } = useLocaleChoice();
  const { pickup, dropoff, goods, cashDue, cashRecorded, driverId, codeExpiresAt, window } = data;
  const addressOf = ({ zoneNumber, streetNumber, buildingNumber }: typeof pickup.address) =>
    words('common.address', { zone: zoneNumber, street: streetNumber, building: buildingNumber });
  const eta = (value: string | null | undefined) =>
    value == null ? null : `${t('panel.eta')} ${time(value)}`;
  return (
    <dl className={styles.facts}>
      <Fact name={t('panel.due')}>{dayAndTime(data.dueBy)}</Fact>
      <Fact name={words('common.driver')}>
        {driverId === null ? (
          words('common.none')
        ) : (
          <>
            <Button size="small" kind="quiet" className={styles.inline} onPress={() => onDriver(driverId)}>
              {data.driverName ?? driver?.fullName ?? '…'}
            </Button>
            <Reach name={driver?.fullName ?? ''} phone={driver?.phone} />
          </>
        )}
      </Fact>
      <Fact name={t('panel.from')}>
        <strong>{store === undefined ? pickup.name : storeName(store, locale)}</strong>
        <span>{addressOf(pickup.address)}</span>
        <span className={styles.muted}>{eta(data.pickupEta)}</span>
        <Reach name={pickup.name} phone={pickup.phone} />
      </Fact>
      <Fact name={t('panel.to')}>
        <strong>{dropoff.contactName}</strong>
        <span>
          {addressOf(dropoff.address)}
          {dropoff.address.landmark === null ? null : <> · {dropoff.address.landmark}</>}
        </span>
        {dropoff.meetAtGate ? <span>{t('panel.meetAtGate')}</span> : null}
        {dropoff.instructions === null ? null : (
          <span dir="auto">
            <span className={styles.muted}>{t('panel.buyersNote')}</span> {dropoff.instructions}
          </span>
        )}
        {dropoff.pinned ? null : <span className={styles.muted}>{t('panel.notPinned')}</span>}
        <span className={styles.muted}>{eta(data.dropoffEta)}</span>
        <Reach name={dropoff.contactName} phone={dropoff.phone} />
      </Fact>
      <Fact name={t('panel.cash')}>
        {money(cashDue.amount)}
        {cashRecorded === null ? null : (
          <span className={styles.muted}>
            {t('panel.cashTaken')} {money(cashRecorded.amount)}
          </span>
        )}
      </Fact>
      <Fact name={t('panel.goods')}>
        {goods.map(({ name, quantity }) => (
          <span key={name}>
            {number(quantity)} × {name}
          </span>
        ))}
      </Fact>
      {data.attempt > 1 ? <Fact name={t('panel.attempt')}>{number(data.attempt)}</Fact> : null}
      {window === null ? null : (
        <Fact name={t('panel.window')}>
          {dayAndTime(window.from)} – {time(window.to)}
        </Fact>
      )}
      {codeExpiresAt === null ? null : (
        <Fact name="">{t('panel.codeUntil', { time: time(codeExpiresAt) })}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
