import type { Lateness } from '../../shared/map/marks.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardDriver, BoardTask } from './board-types.ts';
import { latenessOf, SECTIONS, type Section, sectionOf } from './task-look.ts';

export interface TaskFilter {
  /** Words that order number, buyer, store or driver have to contain. */
  text: string;
  /** Empty: all but those that have ended. */
  sections: readonly Section[];
  zoneId: string | null;
  driverId: string | null;
}

export interface TaskRow {
  task: BoardTask;
  lateness: Lateness;
  section: Section;
  driverName: string | null;
}

export interface TaskList {
  /** In the order of their urgency. */
  rows: readonly TaskRow[];
  /** Of all tasks that zone, driver and words leave, whatever the sections. */
  counts: Readonly<Record<Section, number>>;
}

/** A task's row stays the same object while nothing of it has changed, so that a list renders what is new and no more. */
export class TaskSelector {
  #rows = new Map<string, TaskRow>();
  readonly #words = new WeakMap<BoardTask, string>();

  select(
    tasks: ReadonlyMap<string, BoardTask>,
    drivers: ReadonlyMap<string, BoardDriver>,
    filter: TaskFilter,
    now: number,
  ): TaskList {
    const counts = Object.fromEntries(SECTIONS.map((section) => [section, 0])) as Record<Section, number>;
    const wanted = foldText(filter.text).split(' ').filter(Boolean);
    const rows: TaskRow[] = [];
    const kept = new Map<string, TaskRow>();
    for (const task of tasks.values()) {
      const row = this.#rowOf(task, drivers, now);
      kept.set(task.taskId, row);
      if (filter.zoneId !== null && task.zoneId !== filter.zoneId) continue;
      if (filter.driverId !== null && task.driverId !== filter.driverId) continue;
      if (wanted.length > 0 && !this.#contains(row, wanted)) continue;
      counts[row.section] += 1;
      const shown =
        filter.sections.length === 0
          ? row.section !== 'ended' || wanted.length > 0
          : filter.sections.includes(row.section);
      if (shown) rows.push(row);
    }
    this.#rows = kept;
    rows.sort(byUrgency);
    return { rows, counts };
  }

  #rowOf(task: BoardTask, drivers: ReadonlyMap<string, BoardDriver>, now: number): TaskRow {
    const lateness = latenessOf(task, now);
    const driverName = task.driverId === null ? null : (drivers.get(task.driverId)?.fullName ?? null);
    const known = this.#rows.get(task.taskId);
    if (
      known !== undefined &&
      known.task === task &&
      known.lateness === lateness &&
      known.driverName === driverName
    ) {
      return known;
    }
    return { task, lateness, section: sectionOf(task, lateness), driverName };
  }

  #contains({ task, driverName }: TaskRow, wanted: readonly string[]): boolean {
    let words = this.#words.get(task);
    if (words === undefined) {
      words = foldText(`${task.orderNumber} ${task.dropoff.contactName} ${task.pickup.name}`);
      this.#words.set(task, words);
    }
    const all = driverName === null ? words : `${words} ${foldText(driverName)}`;
    return wanted.every((word) => all.includes(word));
  }
}

const ORDER: Record<Section, number> = Object.fromEntries(
  SECTIONS.map((section, index) => [section, index]),
) as Record<Section, number>;

function byUrgency(one: TaskRow, other: TaskRow): number {
  return (
    ORDER[one.section] - ORDER[other.section] ||
    compare(keyOf(one), keyOf(other)) ||
    compare(one.task.taskId, other.task.taskId)
  );
}

/** What is due first comes first; who waits, by how long; what has ended, the latest first. */
function keyOf({ section, task }: TaskRow): string {
  if (section === 'waiting') return task.waitingSince ?? task.createdAt;
  if (section === 'ended') return inverted(task.endedAt ?? task.dueBy);
  return task.dueBy;
}

function inverted(instant: string): string {
  return String(8.64e15 - Date.parse(instant)).padStart(17, '0');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
