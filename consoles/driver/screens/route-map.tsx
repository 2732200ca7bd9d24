import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import { type ConsoleSettings, readSettings } from '../../shared/api/settings.ts';
import { useFormats, useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { LiveMap } from '../../shared/map/live-map.tsx';
import type { MapEngine } from '../../shared/map/map-engine.ts';
import { type Marks, NO_MARKS, type StopMark } from '../../shared/map/marks.ts';
import { NO_OVERLAYS, type Overlays } from '../../shared/map/overlays.ts';
import type { Place } from '../../shared/map/route-parts.ts';
import { useRouteParts } from '../../shared/map/use-route-parts.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import { useTheme } from '../../shared/theme/theme.tsx';
import { useView } from '../data/driver-context.tsx';
import type { Route } from '../data/driver-data.ts';
import { useRouteText } from '../texts/route-texts.ts';
import styles from './route-map.module.css';

const LABELS = {};
/**
 * Oldest acceptable fix in milliseconds: a phone at rest measures rarely and has not moved; a moving one corrects it at
 * once.
 */
const OLDEST_FIX = 600_000;

/** The numbered stops, the way through them, and the driver. Loaded on demand. */
export function RouteMap({ route, onFault }: { route: Route; onFault(): void }) {
  const t = useRouteText();
  const { locale } = useLocaleChoice();
  const { theme } = useTheme();
  const { styleUrl, streetRoutes } = useMapSettings();
  const api = useApi();
  const here = useHere();
  const stops = useStopMarks(route);
  const engine = useRef<MapEngine | null>(null);
  const [ready, setReady] = useState(false);
  const marks = useMemo<Marks>(
    () => ({ ...NO_MARKS, stops, drivers: here === null ? [] : [driverMark(here)] }),
    [stops, here],
  );
  const places = useMemo(
    () => stops.map(({ id, ...stop }) => ({ stopId: id, place: placeOf(stop) })),
    [stops],
  );
  const ask = useCallback(
    async (signal: AbortSignal) => (await dataOf(api.GET('/driver/route/path', { signal }))).legs,
    [api],
  );
  const parts = useRouteParts(here, places, streetRoutes ? ask : null);
  const overlays = useMemo<Overlays>(
    () =>
      parts.length === 0
        ? NO_OVERLAYS
        : { ...NO_OVERLAYS, routes: [{ driverId: route.driverId, parts, selected: true }] },
    [parts, route.driverId],
  );
  // Brought into view once, and again when there are other stops or the phone first knows where it is: not while the
  // driver looks around.
  const [located, setLocated] = useState(false);
  if (here !== null && !located) setLocated(true);
  const wanted = [...stops.map(({ id }) => id), located].join();
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
        onFault={onFault}
      />
      {parts.some(({ streets }) => !streets) ? <p className={styles.note}>{t('route.straight')}</p> : null}
    </div>
  );
}

function placeOf({ longitude, latitude }: Pick<StopMark, 'longitude' | 'latitude'>): Place {
  return [longitude, latitude];
}

/** The only driver on this map, so it is drawn without a name. */
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

/** This phone's position while the map is shown; the permission was requested with the shift. */
function useHere(): Place | null {
  const { driver } = useView();
  const onShift = driver?.shift != null;
  const [here, setHere] = useState<Place | null>(null);
  useEffect(() => {
    if (!onShift) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => setHere([coords.longitude, coords.latitude]),
      // The map works without it; the work screen reports the missing position.
      () => setHere(null),
      { maximumAge: OLDEST_FIX },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [onShift]);
  return here;
}

type MapSettings = Pick<ConsoleSettings, 'streetRoutes'> & { styleUrl: string | null };

/** Without an answer: the map that is part of the app, also without a network. */
function useMapSettings(): MapSettings {
  const [settings, setSettings] = useState<MapSettings>({ styleUrl: null, streetRoutes: false });
  useEffect(() => {
    readSettings('driver').then(
      ({ mapStyleUrl, streetRoutes }) => setSettings({ styleUrl: mapStyleUrl, streetRoutes }),
      () => undefined,
    );
  }, []);
  return settings;
}
