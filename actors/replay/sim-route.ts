import type { AssignmentStop } from '../assignment/world.ts';
import { insertStops, insertTask, RESERVE_SECONDS } from '../planning/insertion.ts';
import { cheapestPlace } from '../planning/place-stop.ts';
import type { Point } from '../planning/point.ts';
import type { PlannedStop } from '../planning/timeline.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { ReplayTask } from './day.ts';

export interface SimStop extends Point {
  task: ReplayTask;
  /** RETURN: undelivered goods go back to where they were picked up. */
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
}

interface From {
  origin: Point | null;
  now: number;
  travel: TravelTimes;
  shiftEnd: number | null;
}

/** The open stops of a simulated driver, built as the live driver actor builds them. */
export class SimRoute {
  #stops: SimStop[] = [];
  /** The same list object as long as the route is unchanged, because policies cache by it. */
  #shown: readonly AssignmentStop[] = [];
  /** The driver is at the first stop, so no stop may be inserted before it. */
  #isServing = false;
  /** Number of times a stop of the route was put behind a task that came later. */
  moved = 0;

  get next(): SimStop | undefined {
    return this.#stops[0];
  }

  get shown(): readonly AssignmentStop[] {
    return this.#shown;
  }

  /** Inserts the task where it costs least in the present route. */
  insert(task: ReplayTask, { origin, now, travel, shiftEnd }: From): void {
    const plan = {
      ...{ origin, startAt: iso(now), travel, stops: this.#planned() },
      ...(shiftEnd === null ? {} : { shiftEnd: iso(shiftEnd) }),
      reserveSeconds: RESERVE_SECONDS,
    };
    const { pickup, dropoff } = task;
    const { pickupIndex, dropoffIndex } = insertTask(plan, { pickup, dropoff, dueBy: iso(task.dueBy) });
    this.moved += this.#stops.length - pickupIndex;
    const added = [stopOf(task, 'PICKUP'), stopOf(task, 'DROPOFF')] as const;
    this.#stops = insertStops(this.#stops, added, pickupIndex, dropoffIndex);
  }

  /** Inserts a stop for goods on board: another attempt, or their return. */
  insertOne(task: ReplayTask, kind: 'DROPOFF' | 'RETURN', { origin, now, travel }: From): void {
    const stop = stopOf(task, kind);
    const added = { ...stop, dueBy: dueBy(stop), fixed: false, done: false };
    const index = cheapestPlace({ origin, startAt: iso(now), travel }, this.#planned(), added);
    this.moved += this.#stops.length - index;
    this.#stops = this.#stops.toSpliced(index, 0, stop);
  }

  append(task: ReplayTask, kinds: readonly SimStop['kind'][]): void {
    this.#stops = [...this.#stops, ...kinds.map((kind) => stopOf(task, kind))];
  }

  /** Removes the first stop after it was left. */
  leave(stop: SimStop): void {
    this.#isServing = false;
    this.#stops = this.#stops.filter((each) => each !== stop);
  }

  removeTask(taskId: string): void {
    if (this.next?.task.taskId === taskId) this.#isServing = false;
    this.#stops = this.#stops.filter(({ task }) => task.taskId !== taskId);
  }

  show(isServing: boolean): void {
    this.#isServing = isServing;
    this.#shown = this.#planned().map(({ fixed, ...stop }) => ({ ...stop, locked: fixed }));
  }

  #planned(): PlannedStop[] {
    return this.#stops.map((stop, index) => {
      const { latitude, longitude } = stop;
      const fixed = index === 0 && this.#isServing;
      return { latitude, longitude, dueBy: dueBy(stop), fixed, done: false };
    });
  }
}

function stopOf(task: ReplayTask, kind: SimStop['kind']): SimStop {
  const { latitude, longitude } = kind === 'DROPOFF' ? task.dropoff : task.pickup;
  return { latitude, longitude, task, kind };
}

/** Returns are never late. */
function dueBy({ task, kind }: SimStop): string | null {
  return kind === 'RETURN' ? null : iso(task.dueBy);
}

export function iso(moment: number): string {
  return new Date(moment).toISOString();
}
