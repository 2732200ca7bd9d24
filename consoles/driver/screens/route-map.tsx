import { useEffect, useMemo, useRef, useState } from 'react';
import { readSettings } from '../../shared/api/settings.ts';
import { useFormats, useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { LiveMap } from '../../shared/map/live-map.tsx';
import type { MapEngine } from '../../shared/map/map-engine.ts';
import { type Marks, NO_MARKS, type StopMark } from '../../shared/map/marks.ts';
import { NO_OVERLAYS, type Overlays } from '../../shared/map/overlays.ts';
import { useTheme } from '../../shared/theme/theme.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { useView } from '../data/driver-context.tsx';
import type { Route } from '../data/driver-data.ts';
import { useRouteText } from '../texts/route-texts.ts';
import styles from './route-map.module.css';

type Place = readonly [longitude: number, latitude: number];

const LABELS = {};
/** Milliseconds: where the driver is, seen at arm's length. */
const OLDEST_FIX = 15_000;

/** The stops by their numbers, the way through them, and the driver. Loaded when it is asked for. */
export function RouteMap({ route }: { route: Route }) {
  const t = useRouteText();
  const { locale } = useLocaleChoice();
  const { theme } = useTheme();
  const styleUrl = useStyleUrl();
  const here = useHere();
  const stops = useStopMarks(route);
  const engine = useRef<MapEngine | null>(null);
  const [ready, setReady] = useState(false);
  const [fault, setFault] = useState(false);
  const marks = useMemo<Marks>(
    () => ({ ...NO_MARKS, stops, drivers: here === null ? [] : [driverMark(here)] }),
    [stops, here],
  );
  const overlays = useMemo<Overlays>(() => {
    const ahead = stops.map(placeOf);
    const points = here === null ? ahead : [here, ...ahead];
    if (points.length < 2) return NO_OVERLAYS;
    return { ...NO_OVERLAYS, routes: [{ driverId: route.driverId, points, selected: true }] };
  }, [stops, here, route.driverId]);
  // Brought into view once, and again when there are other stops: not while the driver looks around.
  const wanted = stops.map(({ id }) => id).join();
  const shown = useRef('');
  useEffect(() => {
    if (!ready || shown.current === wanted) return;
    shown.current = wanted;
    engine.current?.show([...stops.map(placeOf), ...(here === null ? [] : [here])]);
  }, [ready, wanted, stops, here]);
  return (
    <div className={styles.map} data-testid="route-map">
      <LiveMap
        label={t('route.mapLabel')}
        theme={theme}
        locale={locale}
        styleUrl={styleUrl}
        labels={LABELS}
        marks={marks}
        overlays={overlays}
        selected={null}
        ref={engine}
        onReady={() => setReady(true)}
        onFault={() => setFault(true)}
      />
      {fault ? <Banner tone="warning">{t('route.mapFailed')}</Banner> : null}
    </div>
  );
}

function placeOf({ longitude, latitude }: Pick<StopMark, 'longitude' | 'latitude'>): Place {
  return [longitude, latitude];
}

/** The only one on this map: it needs no name. */
function driverMark([longitude, latitude]: Place): Marks['drivers'][number] {
  const nothing = { heading: null, tasks: 0, age: null, dimmed: false } as const;
  return { id: 'own', name: '', longitude, latitude, look: 'driving', ...nothing };
}

function useStopMarks(route: Route): readonly StopMark[] {
  const { time } = useFormats();
  const { tasks } = useView();
  return useMemo(() => {
    const due = new Map(tasks?.map(({ id, dueBy }) => [id, dueBy]));
    const ahead = route.stops.filter(({ done }) => !done);
    ahead.sort((one, other) => one.sequence - other.sequence);
    return ahead.map(({ taskId, kind, location, eta, done, locked }, index) => {
      const dueBy = due.get(taskId);
      const late = kind === 'DROPOFF' && eta !== null && dueBy !== undefined && eta > dueBy;
      return {
        id: `${taskId}:${kind}`,
        ...{ longitude: location.longitude, latitude: location.latitude },
        ...{ number: index + 1, kind, done, locked },
        eta: eta === null ? null : time(eta),
        lateness: late ? 'late' : 'ok',
      } as const;
    });
  }, [route, tasks, time]);
}

/** Where this phone is, while the map is looked at; the permission was asked for with the shift. */
function useHere(): Place | null {
  const { driver } = useView();
  const onShift = driver?.shift != null;
  const [here, setHere] = useState<Place | null>(null);
  useEffect(() => {
    if (!onShift) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => setHere([coords.longitude, coords.latitude]),
      // The map is good without it; that it is missing is said where the work is.
      () => setHere(null),
      { maximumAge: OLDEST_FIX },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [onShift]);
  return here;
}

/** A style that was configured for this installation; null: the map that is part of the app, also without a network. */
function useStyleUrl(): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    readSettings('driver').then(
      ({ mapStyleUrl }) => setUrl(mapStyleUrl),
      () => undefined,
    );
  }, []);
  return url;
}
