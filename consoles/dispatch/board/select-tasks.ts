import type { Lateness } from '../../shared/map/marks.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardDriver, BoardTask } from './board-types.ts';
import { storeWords } from './store-name.ts';
import { latenessOf, SECTIONS, type Section, sectionOf, slipOf } from './task-look.ts';

export interface TaskFilter {
  /** Words that the order number, buyer, shop, warehouse or driver must contain. */
  text: string;
  /** Empty: all sections but ended tasks. */
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
  /** Most urgent first. */
  rows: readonly TaskRow[];
  /** Of all tasks that pass the filters for zone, driver and words, whatever the sections. */
  counts: Readonly<Record<Section, number>>;
}

/**
 * A task's row stays the same object while it is unchanged, so that a list renders only what is new. All rows are kept
 * sorted; a second hardly changes the sequence, so sorting again takes one pass.
 */
export class TaskSelector {
  #rows = new Map<string, TaskRow>();
  #order: readonly TaskRow[] = [];
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
    for (const row of this.#inOrder(tasks, drivers, now)) {
      const { task } = row;
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
    return { rows, counts };
  }

  /** All tasks, most urgent first. The sequence changes little in an hour and hardly in a second. */
  #inOrder(
    tasks: ReadonlyMap<string, BoardTask>,
    drivers: ReadonlyMap<string, BoardDriver>,
    now: number,
  ): readonly TaskRow[] {
    const former = this.#rows;
    const kept = new Map<string, TaskRow>();
    for (const task of tasks.values()) kept.set(task.taskId, this.#rowOf(task, drivers, now));
    const order: TaskRow[] = [];
    for (const { task } of this.#order) {
      const row = kept.get(task.taskId);
      if (row !== undefined) order.push(row);
    }
    for (const [taskId, row] of kept) if (!former.has(taskId)) order.push(row);
    const placed = order.map((row) => ({ row, part: ORDER[row.section], place: placeOf(row, now) }));
    placed.sort(
      (one, other) =>
        one.part - other.part ||
        one.place - other.place ||
        compare(one.row.task.taskId, other.row.task.taskId),
    );
    const sorted = placed.map(({ row }) => row);
    this.#rows = kept;
    this.#order = sorted;
    return sorted;
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
      words = foldText(`${task.orderNumber} ${task.dropoff.contactName} ${storeWords(task.pickup)}`);
      this.#words.set(task, words);
    }
    const all = driverName === null ? words : `${words} ${foldText(driverName)}`;
    return wanted.every((word) => all.includes(word));
  }
}

const ORDER: Record<Section, number> = Object.fromEntries(
  SECTIONS.map((section, index) => [section, index]),
) as Record<Section, number>;

/** Sort key within a section, by what its rows show: see `taskTime`. Smallest first. */
function placeOf({ section, task }: TaskRow, now: number): number {
  switch (section) {
    case 'late':
    case 'risk':
      return -slipOf(task, now).by;
    case 'waiting':
      return instant(task.waitingSince ?? task.createdAt);
    case 'underWay':
      return instant(task.dropoffEta ?? task.dueBy);
    case 'failed':
    case 'returning':
      return instant(task.failedAt ?? task.dueBy);
    case 'ended':
      return -instant(task.endedAt ?? task.dueBy);
  }
}

/** Caches parsed times: two thousand are compared each second, and few are new. */
const instants = new Map<string, number>();
const MAX_INSTANTS = 20_000;

function instant(written: string): number {
  let known = instants.get(written);
  if (known === undefined) {
    if (instants.size >= MAX_INSTANTS) instants.clear();
    known = Date.parse(written);
    instants.set(written, known);
  }
  return known;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
