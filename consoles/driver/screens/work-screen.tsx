import { Package } from 'lucide-react';
import { Banner } from '../../shared/ui/banner.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLocalTasks, usePhone, useServerNow, useView } from '../data/driver-context.tsx';
import type { Driver } from '../data/driver-data.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import { TaskHead } from '../parts/task-head.tsx';
import { inRouteOrder } from '../tasks/open-tasks.ts';
import { useText } from '../texts/driver-texts.ts';
import { OfferLine } from './offer-line.tsx';
import { ShiftPanel } from './shift-panel.tsx';
import { TaskPanel } from './task-panel.tsx';

/** Where a driver is all day: the shift, the task at hand, what comes after. */
export function WorkScreen() {
  const t = useText();
  const { driver, tasks, route } = useView();
  const local = useLocalTasks();
  if (driver === undefined) return <NotYet text={t('application.none')} />;
  if (driver === null || tasks === null) return <Loading />;
  const [current, ...others] = inRouteOrder(local, route);
  if (driver.status !== 'APPROVED' && driver.status !== 'SUSPENDED') {
    return <NotYet text={t(`application.${driver.status}`)} />;
  }
  return (
    <>
      <h1 className="visually-hidden">{t('nav.work')}</h1>
      {driver.status === 'SUSPENDED' ? <Banner tone="warning">{t('application.SUSPENDED')}</Banner> : null}
      <LocationBanner />
      <OfferLine />
      {current === undefined ? <Idle driver={driver} /> : <TaskPanel key={current.task.id} local={current} />}
      {others.length === 0 ? null : <Others tasks={others} />}
      <ShiftPanel driver={driver} busy={current !== undefined} />
    </>
  );
}

/** Nothing is kept from an earlier day, and nothing has come yet. */
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

function NotYet({ text }: { text: string }) {
  const t = useText();
  return (
    <>
      <h1 className="visually-hidden">{t('nav.work')}</h1>
      <EmptyState icon={Package} title={t('application.title')}>
        {text}
      </EmptyState>
    </>
  );
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

/** Without a position there are fewer offers: said where the work is. */
function LocationBanner() {
  const t = useText();
  const { location } = usePhone();
  if (location === 'DENIED') return <Banner tone="danger">{t('location.denied')}</Banner>;
  return location === 'UNAVAILABLE' ? <Banner tone="warning">{t('location.unavailable')}</Banner> : null;
}
