import { Check, Lock, Route as RouteIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useLocalTasks, useView } from '../data/driver-context.tsx';
import type { Route } from '../data/driver-data.ts';
import styles from '../parts/lists.module.css';
import { PlaceLink } from '../parts/place-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useRouteText } from '../texts/route-texts.ts';

type Stop = components['schemas']['RouteStop'];

/** The stops in sequence, each with its expected time. */
export function RouteScreen() {
  const t = useRouteText();
  const { route } = useView();
  const [view, setView] = useState<'list' | 'map'>('list');
  const [fault, setFault] = useState(false);
  const stops = [...(route?.stops ?? [])].sort((left, right) => left.sequence - right.sequence);
  const open = stops.filter(({ done }) => !done);
  const done = stops.filter((stop) => stop.done);
  const choose = (wanted: typeof view) => {
    setFault(false);
    setView(wanted);
  };
  // The map shows all stops, so the list needs only the next one.
  const onMap = view === 'map' && !fault;
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
              onClick={() => choose(each)}
            >
              {t(`route.${each}`)}
            </button>
          ))}
        </div>
      )}
      {route === null || stops.length === 0 || view === 'list' ? null : (
        <RouteOnMap route={route} fault={fault} onFault={() => setFault(true)} />
      )}
      {stops.length === 0 ? (
        <EmptyState icon={RouteIcon} title={t('route.empty')}>
          {t('route.empty.hint')}
        </EmptyState>
      ) : (
        <ol className={styles.stops}>
          {(onMap ? open.slice(0, 1) : open).map((stop, index) => (
            <StopLine key={`${stop.taskId}:${stop.kind}`} stop={stop} number={index + 1} next={index === 0} />
          ))}
        </ol>
      )}
      {done.length === 0 || onMap ? null : (
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

interface RouteOnMapProps {
  route: Route;
  fault: boolean;
  onFault(): void;
}

/** The map, loaded on demand; if that fails, says so and where to find the stops. */
function RouteOnMap({ route, fault, onFault }: RouteOnMapProps) {
  const t = useRouteText();
  const [RouteMap, setRouteMap] = useState<typeof import('./route-map.tsx').RouteMap | null>(null);
  const failed = useRef(onFault);
  failed.current = onFault;
  useEffect(() => {
    let left = false;
    import('./route-map.tsx').then(
      ({ RouteMap: Loaded }) => left || setRouteMap(() => Loaded),
      () => left || failed.current(),
    );
    return () => {
      left = true;
    };
  }, []);
  return (
    <>
      {fault ? <Banner tone="warning">{t('route.mapFailed')}</Banner> : null}
      {RouteMap !== null ? (
        <RouteMap route={route} onFault={onFault} />
      ) : fault ? null : (
        <Skeleton lines={6} />
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
          <span className={place === undefined ? styles.strong : styles.muted}>
            {t(`route.${stop.kind}`)}
          </span>
          {place === undefined ? null : (
            <span className={styles.strong}>
              <bdi>{place}</bdi>
            </span>
          )}
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
