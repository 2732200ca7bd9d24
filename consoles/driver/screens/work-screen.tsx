import { Package } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../shared/session/session-context.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLocalTasks, usePhone, useServerNow, useView } from '../data/driver-context.tsx';
import type { Driver } from '../data/driver-data.ts';
import { putAwayEnd, seenEnd } from '../device/seen-end.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import { TaskHead } from '../parts/task-head.tsx';
import { type DeliveryEnd, deliveryEnd, isFinishing } from '../tasks/delivery-end.ts';
import { inRouteOrder } from '../tasks/open-tasks.ts';
import { useText } from '../texts/driver-texts.ts';
import { ShiftPanel } from './shift-panel.tsx';
import { TaskPanel } from './task-panel.tsx';

const DeliveryEndCard = lazy(async () => ({
  default: (await import('./delivery-end-card.tsx')).DeliveryEndCard,
}));
const ApplyScreen = lazy(async () => ({ default: (await import('../apply/apply-screen.tsx')).ApplyScreen }));

/** The main screen of the day: the shift, the current task, and what comes next. */
export function WorkScreen() {
  const t = useText();
  const { driver, tasks, route } = useView();
  const local = useLocalTasks();
  const [end, putAway] = useDeliveryEnd();
  if (driver === undefined) return <ApplyScreen />;
  if (driver === null || tasks === null) return <Loading />;
  if (driver.status !== 'APPROVED' && driver.status !== 'SUSPENDED') return <ApplyScreen />;
  const ordered = inRouteOrder(local, route);
  // A finished task that only waits to be sent does not block the next one.
  const [current, ...others] = [
    ...ordered.filter((task) => !isFinishing(task)),
    ...ordered.filter((task) => isFinishing(task) && task.task.id !== end?.taskId),
  ];
  return (
    <>
      <h1 className="visually-hidden">{t('nav.work')}</h1>
      {driver.status === 'SUSPENDED' ? <Banner tone="warning">{t('application.SUSPENDED')}</Banner> : null}
      <LocationBanner />
      {end === null ? null : (
        <Suspense>
          <DeliveryEndCard end={end} next={current} onGoOn={putAway} />
        </Suspense>
      )}
      {current === undefined ? (
        <Idle driver={driver} />
      ) : end === null ? (
        <TaskPanel key={current.task.id} local={current} />
      ) : null}
      {others.length === 0 ? null : <Others tasks={others} />}
      <ShiftPanel driver={driver} busy={current !== undefined} />
    </>
  );
}

/** Nothing is stored from an earlier day, and nothing has been read yet. */
function Loading() {
  const t = useText();
  const { connection } = usePhone();
  return (
    <>
      <h1 className="visually-hidden">{t('nav.work')}</h1>
      {connection.kind === 'offline' ? (
        <Banner tone="warning">{t('connection.needed')}</Banner>
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
}

/** The task just ended, until it is dismissed or another step is taken. */
function useDeliveryEnd(): [DeliveryEnd | null, () => void] {
  const { id } = useAccount();
  const { queue } = usePhone();
  const now = useServerNow(60_000);
  const [seen, setSeen] = useState(() => seenEnd(id));
  const end = deliveryEnd(queue.actions, now, seen);
  const putAway = () => {
    if (end === null) return;
    putAwayEnd(id, end.sequence);
    setSeen(end.sequence);
  };
  return [end, putAway];
}

function Idle({ driver }: { driver: Driver }) {
  const t = useText();
  if (driver.shift?.status !== 'ON_DUTY') return null;
  return (
    <EmptyState icon={Package} title={t('shift.idle')}>
      {t('shift.idle.hint')}
    </EmptyState>
  );
}

function Others({ tasks }: { tasks: ReturnType<typeof inRouteOrder> }) {
  const t = useText();
  const now = useServerNow(30_000);
  return (
    <section className={stepStyles.group}>
      <h2>{t('task.others', { count: tasks.length })}</h2>
      <ul className={stepStyles.group}>
        {tasks.map((local) => (
          <li key={local.task.id}>
            <PlaceLink to={{ screen: 'task', taskId: local.task.id }} className={taskStyles.link}>
              <TaskHead local={local} now={now} />
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without a position there are fewer offers: shown on the work screen. */
function LocationBanner() {
  const t = useText();
  const { location } = usePhone();
  if (location === 'DENIED') return <Banner tone="danger">{t('location.denied')}</Banner>;
  return location === 'UNAVAILABLE' ? <Banner tone="warning">{t('location.unavailable')}</Banner> : null;
}
