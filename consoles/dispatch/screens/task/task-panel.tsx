import { useQuery } from '@tanstack/react-query';
import { CircleHelp, EllipsisVertical, PackageX, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFailureLabel } from '../../../shared/domain/use-failure-text.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Menu, MenuItem } from '../../../shared/ui/menu.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { latenessOf, lookOf, sectionOf } from '../../board/task-look.ts';
import { keys } from '../../data/fresh-queries.ts';
import { actionsFor, type DispatchTask, type TaskAction } from '../../data/task-actions.ts';
import { SidePanel } from '../../parts/side-panel.tsx';
import { taskTime } from '../../parts/task-time.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './task-panel.module.css';
import { TaskStory } from './task-story.tsx';

export interface TaskPanelProps {
  taskId: string;
  /** As the board has it; undefined for one that is on no board any more. */
  task: BoardTask | undefined;
  now: number;
  driverName: string | null;
  /** In the past nothing can be done. */
  readOnly: boolean;
  onAction(action: TaskAction, task: BoardTask): void;
  onWhy(task: BoardTask): void;
  onDriver(driverId: string): void;
  onClose(): void;
}

/** Everything about one task, and everything that may be done with it now. */
export function TaskPanel({ taskId, task, now, driverName, readOnly, ...on }: TaskPanelProps) {
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
  const orderNumber = task?.orderNumber ?? data?.orderNumber ?? '';
  const status = task?.status ?? data?.status;
  const lateness = task === undefined ? 'ok' : latenessOf(task, now);
  const section = task === undefined ? null : sectionOf(task, lateness);
  const gone = isProblemCode(error, 'common.NOT_FOUND');
  return (
    <SidePanel
      label={t('panel.label', { order: orderNumber })}
      testId="task-panel"
      title={<bdi>{orderNumber}</bdi>}
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
            <Actions data={data} task={task} onAction={on.onAction} onWhy={on.onWhy} />
          )}
          <Notes data={data} driverName={driverName} />
          <Facts data={data} driverName={driverName} onDriver={on.onDriver} />
          <TaskStory data={data} />
        </>
      )}
    </SidePanel>
  );
}

/** The first two are buttons, the rest a menu: what is done most often is nearest. */
function Actions({
  data,
  task,
  onAction,
  onWhy,
}: {
  data: DispatchTask;
  task: BoardTask;
  onAction: TaskPanelProps['onAction'];
  onWhy: TaskPanelProps['onWhy'];
}) {
  const t = useTaskText();
  const actions = actionsFor(data);
  const [first, second, ...rest] = actions;
  return (
    <div className={styles.actions}>
      {first === undefined ? null : (
        <Button kind="primary" onPress={() => onAction(first, task)}>
          {t(`action.${first}`)}
        </Button>
      )}
      {second === undefined ? null : (
        <Button onPress={() => onAction(second, task)}>{t(`action.${second}`)}</Button>
      )}
      <Button kind="quiet" onPress={() => onWhy(task)}>
        <CircleHelp aria-hidden size={16} />
        {t(task.driverId === null ? 'panel.whyNobody' : 'panel.why')}
      </Button>
      {rest.length === 0 ? null : (
        <Menu
          label={t('panel.more')}
          trigger={<IconButton label={t('panel.more')} icon={<EllipsisVertical aria-hidden size={18} />} />}
          onAction={(key) => onAction(key as TaskAction, task)}
        >
          {rest.map((action) => (
            <MenuItem key={action} id={action}>
              {t(`action.${action}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** What stands between this task and its end. */
function Notes({ data, driverName }: { data: DispatchTask; driverName: string | null }) {
  const t = useTaskText();
  const words = useWords();
  const failureLabel = useFailureLabel();
  const { time } = useFormats();
  const { failure, pendingAssignment, assignmentRefusal, handOver, codeOverride, reversalPending } = data;
  const confirmed = (done: boolean) => t(done ? 'panel.confirmed' : 'panel.notConfirmed');
  return (
    <div className={styles.notes}>
      {failure !== null && lookOf(data.status) === 'failed' ? (
        <Banner tone="danger" announce="off" title={failureLabel(failure.reason)}>
          {words(`next.${failure.next}`)}
          {failure.note === null ? null : <p>{t('panel.failedNote', { note: failure.note })}</p>}
        </Banner>
      ) : null}
      {pendingAssignment === null ? null : (
        <Banner tone="info">{t('panel.pending', { driver: driverName ?? '…' })}</Banner>
      )}
      {assignmentRefusal === null ? null : (
        <Banner tone="warning" announce="off">
          {t('panel.refused', { detail: assignmentRefusal.detail })}
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
          {t('panel.overridden', { reason: codeOverride.reason ?? '' })}
        </Banner>
      )}
      {reversalPending ? <Banner tone="info">{t('panel.reversing')}</Banner> : null}
    </div>
  );
}

function Facts({
  data,
  driverName,
  onDriver,
}: {
  data: DispatchTask;
  driverName: string | null;
  onDriver(driverId: string): void;
}) {
  const t = useTaskText();
  const words = useWords();
  const { money, time, dayAndTime, number } = useFormats();
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
          <Button size="small" kind="quiet" className={styles.inline} onPress={() => onDriver(driverId)}>
            {data.driverName ?? driverName ?? '…'}
          </Button>
        )}
      </Fact>
      <Fact name={t('panel.from')}>
        <strong>{pickup.name}</strong>
        <span>{addressOf(pickup.address)}</span>
        <span className={styles.muted}>{eta(data.pickupEta)}</span>
        {pickup.phone === null ? null : <Call phone={pickup.phone} />}
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
        <Call phone={dropoff.phone} />
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
          <span className={styles.clock}>
            {time(window.from)} – {time(window.to)}
          </span>
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

function Call({ phone }: { phone: string }) {
  const t = useTaskText();
  return (
    <a className={styles.call} href={`tel:${phone}`} aria-label={t('panel.call', { phone })}>
      <Phone aria-hidden size={14} />
      <bdi dir="ltr">{phone}</bdi>
    </a>
  );
}
