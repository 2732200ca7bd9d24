import { type Camera, screenX, screenY, worldSize } from './camera.ts';
import { type Cluster, type Clustered, clusterMarks, type Placed } from './cluster-marks.ts';
import { Glide, type Spot, spotOf } from './glide.ts';
import { type DriverMark, type Marks, NO_MARKS, type Picked, type TaskMark } from './marks.ts';

/** Above these zoom levels tasks and drivers are drawn individually. */
const TASKS_ALONE_FROM = 12.5;
const DRIVERS_ALONE_FROM = 9.8;
/** Zoom interval at which clusters are recomputed; in between they stay the same. */
const CLUSTER_STEP = 0.5;

/** Pixels around a mark's middle within which it is hit: a target of slightly more than 24 px. */
const REACH = 14;
const CLUSTER_REACH = 18;
/**
 * Pixels by which clusters of drivers are drawn right of and above their centre, since clusters of tasks are at the
 * same places.
 */
export const DRIVER_CLUSTER_ASIDE = 16;

/** All marks with their places, and which of them is pointed at. Independent of the canvas. */
export class MarkBoard {
  readonly #glide: Glide;
  #marks: Marks = NO_MARKS;
  #tasks: readonly Placed<TaskMark>[] = [];
  readonly #taskClusters = new Kept<TaskMark>();
  readonly #driverClusters = new Kept<DriverMark>();
  /** Excluded from clusters. */
  selected: Picked | null = null;
  depots: readonly Placed<Marks['depots'][number]>[] = [];
  stops: readonly Placed<Marks['stops'][number]>[] = [];

  constructor(still = false) {
    this.#glide = new Glide(still);
  }

  tasksAt({ zoom }: Pick<Camera, 'zoom'>): Clustered<TaskMark> {
    if (zoom >= TASKS_ALONE_FROM) return { alone: this.#tasks, clusters: [] };
    const chosen = this.selected?.kind === 'task' ? this.selected.id : null;
    return this.#taskClusters.of(this.#tasks, zoom, chosen, ({ id, dimmed }) => dimmed || id === chosen);
  }

  driversAt({ zoom }: Pick<Camera, 'zoom'>): {
    alone: readonly DriverMark[];
    clusters: readonly Cluster<DriverMark>[];
  } {
    const { drivers } = this.#marks;
    if (zoom >= DRIVERS_ALONE_FROM) return { alone: drivers, clusters: [] };
    const chosen = this.selected?.kind === 'driver' ? this.selected.id : null;
    const { alone, clusters } = this.#driverClusters.of(
      drivers,
      zoom,
      chosen,
      ({ id, dimmed }) => dimmed || id === chosen,
    );
    return { alone: alone.map(({ mark }) => mark), clusters };
  }

  /** True if anything other than drivers has changed; drivers have a layer of their own. */
  set(marks: Marks, now: number): boolean {
    const former = this.#marks;
    this.#marks = marks;
    if (marks.drivers !== former.drivers) this.#moveDrivers(now);
    if (marks.tasks !== former.tasks) this.#tasks = marks.tasks.map(placed);
    if (marks.depots !== former.depots) this.depots = marks.depots.map(placed);
    if (marks.stops !== former.stops) this.stops = marks.stops.map(placed);
    return marks.tasks !== former.tasks || marks.depots !== former.depots || marks.stops !== former.stops;
  }

  driverAt(id: string, now: number): Spot | null {
    return this.#glide.at(id, now);
  }

  moving(now: number): boolean {
    return this.#glide.moving(now);
  }

  /** The nearest mark below a pointer; a mark drawn above others wins. */
  pick(camera: Camera, x: number, y: number, now: number): Picked | null {
    const driver = nearest(this.driversAt(camera).alone, ({ id }) => this.driverAt(id, now), camera, x, y);
    if (driver !== null) return { kind: 'driver', id: driver.id };
    const task = nearest(this.tasksAt(camera).alone, ({ spot }) => spot, camera, x, y);
    if (task !== null) return { kind: 'task', id: task.mark.id };
    const depot = nearest(this.depots, ({ spot }) => spot, camera, x, y);
    return depot === null ? null : { kind: 'depot', id: depot.mark.id };
  }

  /** The places of the marks in the cluster below a pointer; empty if there is no cluster. */
  clusterAt(camera: Camera, x: number, y: number): readonly (readonly [number, number])[] {
    const drivers = this.driversAt(camera).clusters;
    const aside = DRIVER_CLUSTER_ASIDE;
    const cluster: Cluster<DriverMark | TaskMark> | null =
      nearest(drivers, ({ spot }) => spot, camera, x - aside, y + aside, CLUSTER_REACH) ??
      nearest(this.tasksAt(camera).clusters, ({ spot }) => spot, camera, x, y, CLUSTER_REACH);
    return cluster?.marks.map(({ longitude, latitude }) => [longitude, latitude] as const) ?? [];
  }

  #moveDrivers(now: number): void {
    const ids = new Set<string>();
    for (const { id, longitude, latitude } of this.#marks.drivers) {
      ids.add(id);
      this.#glide.moveTo(id, spotOf(longitude, latitude), now);
    }
    this.#glide.keepOnly(ids);
  }
}

/** Caches clusters until their marks change, however often they are drawn. */
class Kept<M extends { longitude: number; latitude: number }> {
  #of: readonly unknown[] | null = null;
  #step = Number.NaN;
  #chosen: string | null = null;
  #clustered: Clustered<M> = { alone: [], clusters: [] };

  of(
    marks: readonly M[] | readonly Placed<M>[],
    zoom: number,
    chosen: string | null,
    apart: (mark: M) => boolean,
  ): Clustered<M> {
    const step = Math.floor(zoom / CLUSTER_STEP);
    if (this.#of === marks && this.#step === step && this.#chosen === chosen) return this.#clustered;
    this.#of = marks;
    this.#step = step;
    this.#chosen = chosen;
    const spots = marks.map((one) => ('spot' in one ? one : placed(one)));
    this.#clustered = clusterMarks(spots, worldSize(step * CLUSTER_STEP), apart);
    return this.#clustered;
  }
}

function placed<M extends { longitude: number; latitude: number }>(mark: M): Placed<M> {
  return { mark, spot: spotOf(mark.longitude, mark.latitude) };
}

function nearest<T>(
  all: readonly T[],
  spotAt: (one: T) => Spot | null,
  camera: Camera,
  x: number,
  y: number,
  reach = REACH,
): T | null {
  let best: T | null = null;
  let least = reach;
  for (const one of all) {
    const spot = spotAt(one);
    if (spot === null) continue;
    const distance = Math.hypot(screenX(camera, spot) - x, screenY(camera, spot) - y);
    if (distance > least) continue;
    best = one;
    least = distance;
  }
  return best;
}
