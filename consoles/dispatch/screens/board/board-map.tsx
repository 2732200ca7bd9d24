import { type DragEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { LiveMap } from '../../../shared/map/live-map.tsx';
import type { MapEngine } from '../../../shared/map/map-engine.ts';
import type { Marks, Picked } from '../../../shared/map/marks.ts';
import { NO_OVERLAYS, type Overlays } from '../../../shared/map/overlays.ts';
import { useTheme } from '../../../shared/theme/theme.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import type { BoardView } from '../../board/board-store.ts';
import type { Upstream, Zone } from '../../board/board-types.ts';
import type { DriverRow } from '../../board/select-drivers.ts';
import {
  depotMarks,
  driverMarks,
  heatPoints,
  otherLines,
  stopMarks,
  taskMarks,
} from '../../board/select-marks.ts';
import type { TaskList } from '../../board/select-tasks.ts';
import { useMapStyle } from '../../data/map-settings.ts';
import { useShownRoute } from '../../data/use-shown-route.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import styles from './board-map.module.css';
import type { BoardParams, ChangeBoard } from './board-params.ts';
import { carriesTasks, droppedTasks } from './drag-tasks.ts';
import { MapControls } from './map-controls.tsx';

export interface BoardMapProps {
  board: BoardView;
  list: TaskList;
  drivers: readonly DriverRow[];
  upstream: Upstream | null;
  zones: readonly Zone[];
  params: BoardParams;
  change: ChangeBoard;
  onMenu(taskId: string, at: { x: number; y: number }): void;
  onDrop(driverId: string, taskIds: readonly string[]): void;
}

/** Milliseconds after which a position is drawn as older: in a quiet second marks stay the same objects. */
const AGED = 10_000;

/** The city: zones, drivers, tasks and routes, live. */
export const BoardMap = memo(function BoardMap(props: BoardMapProps) {
  const { board, list, drivers, upstream, zones, params, change, onMenu, onDrop } = props;
  const t = useBoardText();
  const { time, duration } = useFormats();
  const { locale } = useLocaleChoice();
  const { theme } = useTheme();
  const styleUrl = useMapStyle();
  const engine = useRef<MapEngine | null>(null);
  const [fault, setFault] = useState(false);
  const { state, spots, now } = board;
  const filtered =
    params.text !== '' || params.sections.length > 0 || params.zoneId !== null || params.ofDriver !== null;
  const aged = Math.floor(board.realNow / AGED) * AGED;
  const shownDriver =
    params.driver ?? (params.task === null ? null : (state.tasks.get(params.task)?.driverId ?? null));

  const driverLayer = useMemo(() => {
    const narrowed =
      params.looks.length > 0 || params.zoneId !== null || (params.tab === 'drivers' && params.text !== '');
    return driverMarks(state.drivers, spots, {
      shown: narrowed ? new Set(drivers.map(({ driver }) => driver.driverId)) : null,
      realNow: aged,
      age: (milliseconds) => t('map.age', { time: duration(Math.max(0, milliseconds) / 1_000) }),
    });
  }, [
    state.drivers,
    spots,
    drivers,
    params.looks,
    params.zoneId,
    params.tab,
    params.text,
    aged,
    t,
    duration,
  ]);
  const taskLayer = useMemo(
    () => taskMarks(state.tasks, list.rows, filtered && params.tab === 'tasks', now),
    [state.tasks, list.rows, filtered, params.tab, now],
  );
  const depots = useMemo(
    () => depotMarks(state.tasks, upstream?.stores ?? [], now),
    [state.tasks, upstream, now],
  );
  const stops = useMemo(
    () => (shownDriver === null ? [] : stopMarks(state.routes.get(shownDriver), state.tasks, time)),
    [shownDriver, state.routes, state.tasks, time],
  );
  const marks = useMemo<Marks>(
    () => ({ drivers: driverLayer, tasks: taskLayer, depots, stops }),
    [driverLayer, taskLayer, depots, stops],
  );

  const zoneShapes = useMemo(
    () =>
      params.zones
        ? zones.map(
            ({ id, name, active, geometry }) =>
              ({ id, name: name[locale], active, geometry }) as Overlays['zones'][number],
          )
        : NO_OVERLAYS.zones,
    [zones, locale, params.zones],
  );
  const shownRoute = shownDriver === null ? undefined : state.routes.get(shownDriver);
  const shownSpot = shownDriver === null ? undefined : spots.get(shownDriver);
  const shownParts = useShownRoute(shownRoute, shownSpot, params.at === null);
  // Positions change each second; the lines follow them only while shown.
  const linedSpots = params.routes ? spots : NO_SPOTS;
  const routes = useMemo(() => {
    const others = params.routes ? otherLines(state.routes, linedSpots, shownDriver) : NO_OVERLAYS.routes;
    if (shownDriver === null || shownParts.length === 0) return others;
    return [...others, { driverId: shownDriver, parts: shownParts, selected: true }];
  }, [state.routes, linedSpots, shownDriver, shownParts, params.routes]);
  const heat = useMemo(
    () => (params.heat === null ? NO_OVERLAYS.heat : heatPoints(state.tasks, params.heat, now)),
    [state.tasks, params.heat, now],
  );
  const task = params.task === null ? undefined : state.tasks.get(params.task);
  const link = useMemo(() => (task === undefined ? NO_OVERLAYS.link : linkOf(task)), [task]);
  const overlays = useMemo<Overlays>(
    () => ({ ...NO_OVERLAYS, zones: zoneShapes, selectedZone: params.zoneId, routes, heat, link }),
    [zoneShapes, params.zoneId, routes, heat, link],
  );
  const selected = useMemo<Picked | null>(() => {
    if (params.task !== null) return { kind: 'task', id: params.task };
    return params.driver === null ? null : { kind: 'driver', id: params.driver };
  }, [params.task, params.driver]);

  // A selection in the list is brought into view; one made on the map is visible already.
  const latest = useRef({ state, spots });
  latest.current = { state, spots };
  const chosenHere = useRef(false);
  useEffect(() => {
    if (selected === null || chosenHere.current) {
      chosenHere.current = false;
      return;
    }
    const points = placesOf(selected, latest.current.state, latest.current.spots);
    engine.current?.reveal(points);
  }, [selected]);

  const store = upstream?.stores.find(({ warehouseId }) => warehouseId === params.store);
  const [storeLongitude, storeLatitude] = [store?.location.longitude, store?.location.latitude];
  useEffect(() => {
    if (storeLongitude === undefined || storeLatitude === undefined) return;
    engine.current?.show([[storeLongitude, storeLatitude]]);
  }, [storeLongitude, storeLatitude]);

  const pick = (picked: Picked | null) => {
    if (picked?.kind === 'task') {
      chosenHere.current = true;
      change({ task: picked.id, driver: null });
    } else if (picked?.kind === 'driver') {
      chosenHere.current = true;
      change({ driver: picked.id, task: null });
    } else if (picked === null || picked.kind === 'zone') change({ task: null, driver: null });
  };
  const over = (event: DragEvent) => {
    if (carriesTasks(event) && engine.current?.markAt(event.clientX, event.clientY)?.kind === 'driver') {
      event.preventDefault();
    }
  };
  const drop = (event: DragEvent) => {
    const mark = engine.current?.markAt(event.clientX, event.clientY);
    if (mark?.kind !== 'driver') return;
    event.preventDefault();
    onDrop(mark.id, droppedTasks(event));
  };

  return (
    // The map below is for pointers; with keys, drivers are chosen in the dialog.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div className={styles.map} onDragOver={over} onDrop={drop}>
      <LiveMap
        label={t('map.label')}
        theme={theme}
        locale={locale}
        styleUrl={styleUrl}
        labels={MAP_LABELS}
        marks={marks}
        overlays={overlays}
        selected={selected}
        ref={engine}
        onReady={({ map }) => map.once('idle', () => performance.mark('board-map-painted'))}
        onPick={pick}
        onMenu={(picked, at) => picked?.kind === 'task' && onMenu(picked.id, at)}
        onFault={() => setFault(true)}
      >
        <MapControls
          engine={engine}
          theme={theme}
          zones={params.zones}
          routes={params.routes}
          heat={params.heat}
          change={change}
        />
        {fault ? (
          <div className={styles.fault}>
            <Banner tone="warning">{t('map.fault')}</Banner>
          </div>
        ) : null}
      </LiveMap>
    </div>
  );
});

const NO_SPOTS: BoardView['spots'] = new Map();
const MAP_LABELS = {};

function linkOf({
  pickup,
  dropoff,
}: {
  pickup: { location: Place };
  dropoff: { location: Place };
}): Overlays['link'] {
  return [pickup, dropoff].map(({ location }) => [location.longitude, location.latitude] as const);
}

interface Place {
  longitude: number;
  latitude: number;
}

function placesOf(
  { kind, id }: Picked,
  state: BoardView['state'],
  spots: BoardView['spots'],
): (readonly [number, number])[] {
  if (kind === 'driver') {
    const spot = spots.get(id);
    return spot === undefined ? [] : [[spot.longitude, spot.latitude]];
  }
  const task = state.tasks.get(id);
  return task === undefined ? [] : [...linkOf(task)];
}
