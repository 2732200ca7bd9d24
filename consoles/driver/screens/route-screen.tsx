import { Check, Lock, Route as RouteIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLocalTasks, useView } from '../data/driver-context.tsx';
import styles from '../parts/lists.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useRouteText } from '../texts/route-texts.ts';

type Stop = components['schemas']['RouteStop'];

const RouteMap = lazy(async () => ({ default: (await import('./route-map.tsx')).RouteMap }));

/** The stops in their order, with the time at which each is expected. */
export function RouteScreen() {
  const t = useRouteText();
  const { route } = useView();
  const [view, setView] = useState<'list' | 'map'>('list');
  const stops = [...(route?.stops ?? [])].sort((left, right) => left.sequence - right.sequence);
  const open = stops.filter(({ done }) => !done);
  const done = stops.filter((stop) => stop.done);
  return (
    <>
      <ScreenTitle>{t('route.title')}</ScreenTitle>
      {route === null || stops.length === 0 ? null : (
        <div className={styles.segments}>
          {(['list', 'map'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className={styles.segment}
              aria-pressed={view === each}
              onClick={() => setView(each)}
            >
              {t(`route.${each}`)}
            </button>
          ))}
        </div>
      )}
      {route === null || stops.length === 0 || view === 'list' ? null : (
        <ErrorBoundary resetKey={view}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <RouteMap route={route} />
          </Suspense>
        </ErrorBoundary>
      )}
      {stops.length === 0 ? (
        <EmptyState icon={RouteIcon} title={t('route.empty')}>
          {t('route.empty.hint')}
        </EmptyState>
      ) : (
        <ol className={styles.stops}>
          {(view === 'map' ? open.slice(0, 1) : open).map((stop, index) => (
            <StopLine key={`${stop.taskId}:${stop.kind}`} stop={stop} number={index + 1} next={index === 0} />
          ))}
        </ol>
      )}
      {done.length === 0 || view === 'map' ? null : (
        <details className={styles.done}>
          <summary>{t('route.doneStops', { count: done.length })}</summary>
          <ol className={styles.stops}>
            {done.map((stop) => (
              <StopLine key={`${stop.taskId}:${stop.kind}`} stop={stop} number={null} next={false} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function StopLine({ stop, number, next }: { stop: Stop; number: number | null; next: boolean }) {
  const t = useRouteText();
  const { time } = useFormats();
  const task = useLocalTasks().find((local) => local.task.id === stop.taskId)?.task;
  const late = stop.eta !== null && task !== undefined && stop.kind === 'DROPOFF' && stop.eta > task.dueBy;
  const place = stop.kind === 'DROPOFF' ? task?.dropoff.contactName : task?.pickup.name;
  const address = stop.kind === 'DROPOFF' ? task?.dropoff.address : task?.pickup.address;
  return (
    <li>
      <PlaceLink to={{ screen: 'task', taskId: stop.taskId }} className={styles.stop}>
        <span className={styles.marker} data-next={next} data-done={stop.done}>
          {number ?? <Check aria-hidden size={18} />}
        </span>
        <span className={styles.what}>
          <span className={styles.strong}>
            {t(`route.${stop.kind}`)} {place === undefined ? null : <bdi>{place}</bdi>}
          </span>
          {address === undefined ? null : (
            <span className={styles.muted} dir="ltr">
              {address.zoneNumber} · {address.streetNumber} · {address.buildingNumber}
            </span>
          )}
          {task === undefined ? null : (
            <span className={styles.muted}>{t('task.order', { number: orderName(task) })}</span>
          )}
          {stop.locked ? (
            <span className={styles.muted}>
              <Lock aria-hidden size={14} /> {t('route.locked')}
            </span>
          ) : null}
        </span>
        <span className={styles.when}>
          {next ? <span className={styles.strong}>{t('route.next')}</span> : null}
          {stop.done ? (
            <span>
              {stop.arrivedAt === null
                ? t('route.doneNoTime')
                : t('route.done', { time: time(stop.arrivedAt) })}
            </span>
          ) : stop.eta === null ? null : (
            <span>{t('route.eta', { time: time(stop.eta) })}</span>
          )}
          {late && !stop.done ? <span className={styles.late}>{t('route.late')}</span> : null}
        </span>
      </PlaceLink>
    </li>
  );
}
