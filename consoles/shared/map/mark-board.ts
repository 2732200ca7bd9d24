import { type Camera, screenX, screenY } from './camera.ts';
import { Glide, type Spot, spotOf } from './glide.ts';
import { type Marks, NO_MARKS, type Picked } from './marks.ts';

interface Placed<M> {
  mark: M;
  spot: Spot;
}

/** Within so many pixels of its middle a mark is meant: a target of 24 px and a little over. */
const REACH = 14;

/** All marks with their places, and which of them somebody points at. Knows nothing of a canvas. */
export class MarkBoard {
  readonly #glide: Glide;
  #marks: Marks = NO_MARKS;
  tasks: readonly Placed<Marks['tasks'][number]>[] = [];
  depots: readonly Placed<Marks['depots'][number]>[] = [];
  stops: readonly Placed<Marks['stops'][number]>[] = [];

  constructor(still = false) {
    this.#glide = new Glide(still);
  }

  get drivers(): Marks['drivers'] {
    return this.#marks.drivers;
  }

  /** True when something but drivers has changed, which is drawn on a layer of its own. */
  set(marks: Marks, now: number): boolean {
    const former = this.#marks;
    this.#marks = marks;
    if (marks.drivers !== former.drivers) this.#moveDrivers(now);
    if (marks.tasks !== former.tasks) this.tasks = marks.tasks.map(placed);
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

  /** The nearest mark below a pointer; what can be seen above the others wins. */
  pick(camera: Camera, x: number, y: number, now: number): Picked | null {
    const driver = nearest(this.drivers, ({ id }) => this.driverAt(id, now), camera, x, y);
    if (driver !== null) return { kind: 'driver', id: driver.id };
    const task = nearest(this.tasks, ({ spot }) => spot, camera, x, y);
    if (task !== null) return { kind: 'task', id: task.mark.id };
    const depot = nearest(this.depots, ({ spot }) => spot, camera, x, y);
    return depot === null ? null : { kind: 'depot', id: depot.mark.id };
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

function placed<M extends { longitude: number; latitude: number }>(mark: M): Placed<M> {
  return { mark, spot: spotOf(mark.longitude, mark.latitude) };
}

function nearest<T>(
  all: readonly T[],
  spotAt: (one: T) => Spot | null,
  camera: Camera,
  x: number,
  y: number,
): T | null {
  let best: T | null = null;
  let least = REACH;
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
