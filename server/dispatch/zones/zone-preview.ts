import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import { metresBetween } from '../../../actors/geo/distance.ts';
import type { AreaGeometry, Place, ServiceArea } from '../../../actors/geo/service-area.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { assignedOutside, type OutsideTask } from './outside-tasks.ts';
import { renderWarnings } from './render-zone.ts';
import { requireCover } from './zone-cover.ts';
import type { ZoneDirectory } from './zone-directory.ts';
import { noSuchZone } from './zone-service.ts';
import { findZone, type WaitingTask, waitingTasks, zoneDrivers } from './zone-store.ts';

type Schemas = components['schemas'];

interface PreviewDependencies {
  database: Database;
  zones: ZoneDirectory;
  serviceArea: ServiceArea;
}

/** Most tasks and drivers listed; the rest are counted. */
const MAX_LISTED = 100;
const PAGE_SIZE = 500;
/** An id that no zone has, for previewing a new zone. */
const NEW_ZONE = '00000000-0000-0000-0000-000000000000';

/**
 * The effects of saving a zone, without saving it. Uses the rules of the save, so both agree unless something changes
 * meanwhile. Throws common.NOT_FOUND and delivery.QATAR_UNCOVERED, as the save does.
 */
export async function previewZone(
  { database, zones, serviceArea }: PreviewDependencies,
  asked: Schemas['ZonePreviewRequest'],
): Promise<Schemas['ZonePreview']> {
  const { zoneId, priority, active } = asked;
  const geometry: AreaGeometry = asked.geometry;
  const former = zoneId === null ? null : await findZone(database, zoneId);
  if (zoneId !== null && former === null) throw noSuchZone();
  if (former !== null) await requireCover(database, serviceArea, former.id, former, { active, geometry });
  const id = zoneId ?? NEW_ZONE;
  const bounds = boundsOf(geometry);
  const mapped = { id, priority, squareMetres: squareMetresOf(geometry), bounds, geometry };
  const { before, after } = await zones.supposing(id, active ? mapped : null);
  const moved = await movedTasks(database, after);
  const outside: OutsideTask[] = [];
  for await (const task of assignedOutside(database, after, { zoneId: id, before })) outside.push(task);
  const drivers = zoneId === null ? [] : await zoneDrivers(database, zoneId, MAX_LISTED);
  const idOf = (zone: string | null) => (zone === NEW_ZONE ? null : zone);
  return {
    version: former?.version ?? null,
    movedTasks: moved.slice(0, MAX_LISTED).map(({ task, home }) => ({
      ...{ taskId: task.id, orderNumber: task.order_number, store: task.store },
      ...{ fromZoneId: task.zone_id, toZoneId: idOf(home), intoThis: home === id },
    })),
    movedTaskCount: moved.length,
    movedStoreCount: new Set(moved.map(({ task }) => `${task.pickup_lat} ${task.pickup_lng}`)).size,
    drivers: drivers.map(({ id: driverId, name: driverName }) => ({ driverId, driverName })),
    driverCount: drivers[0]?.total ?? 0,
    movedMetres:
      former === null ? null : Math.round(metresBetween(middleOf(former.geometry), middleOf(geometry))),
    outsideServiceArea: !meets(geometry, serviceArea),
    ...renderWarnings(outside),
  };
}

/** Waiting tasks that would belong to another zone, for which the save opens a new round. */
async function movedTasks(
  database: Database,
  zones: ZoneMap,
): Promise<{ task: WaitingTask; home: string | null }[]> {
  const moved: { task: WaitingTask; home: string | null }[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const tasks = await waitingTasks(database, after, PAGE_SIZE);
    for (const task of tasks) {
      const home = zones.homeOf({ latitude: task.pickup_lat, longitude: task.pickup_lng });
      if (home !== task.zone_id) moved.push({ task, home });
    }
    const last = tasks.at(-1);
    if (last === undefined || tasks.length < PAGE_SIZE) return moved;
    after = last.id;
  }
}

function middleOf(geometry: AreaGeometry): Place {
  const { west, south, east, north } = boundsOf(geometry);
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

/** Rough check whether the outline or its middle lies within the service area, for a confirmation question. */
function meets(geometry: AreaGeometry, area: ServiceArea): boolean {
  if (area.contains(middleOf(geometry))) return true;
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return rings.some((ring) =>
    ring.some(([longitude = Number.NaN, latitude = Number.NaN]) => area.contains({ latitude, longitude })),
  );
}
