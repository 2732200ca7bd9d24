import type { Schema } from '../../people/person.ts';
import type { Scheduler } from '../clock/scheduler.ts';

type GroupStatus = Schema<'GroupStatus'>;
type TaskStatus = Schema<'TaskStatus'>;

/** The state of an order group according to the newest event or answer about it. */
export interface GroupStage {
  groupId: string;
  status: GroupStatus;
  version: number;
}

export interface TaskStage {
  taskId: string;
  groupId: string;
  status: TaskStatus;
  driverId: string | null;
  version: number;
}

const ENDED: ReadonlySet<GroupStatus> = new Set([
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
  'RETURNED',
  'WRITTEN_OFF',
]);

export function hasEnded(status: GroupStatus): boolean {
  return ENDED.has(status);
}

/** Called with each change of a group, with the former state. */
export type OnGroup = (stage: GroupStage, former: GroupStatus | null) => void;

/** What the city knows of its groups and tasks, from the first person to receive it; people wait here for the steps of others. */
export class Stages {
  readonly groups = new Map<string, GroupStage>();
  readonly tasks = new Map<string, TaskStage>();
  readonly #taskOf = new Map<string, string>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #onGroup: OnGroup;

  constructor(onGroup: OnGroup) {
    this.#onGroup = onGroup;
  }

  seeGroup(stage: GroupStage): void {
    const former = this.groups.get(stage.groupId);
    if (former !== undefined && former.version >= stage.version) return;
    this.groups.set(stage.groupId, stage);
    if (former?.status === stage.status) return;
    this.#onGroup(stage, former?.status ?? null);
    this.#wake(stage.groupId);
  }

  seeTask(stage: TaskStage): void {
    const former = this.tasks.get(stage.taskId);
    if (former !== undefined && former.version >= stage.version) return;
    this.tasks.set(stage.taskId, stage);
    this.#taskOf.set(stage.groupId, stage.taskId);
    this.#wake(stage.taskId);
    this.#wake(stage.groupId);
  }

  taskOf(groupId: string): TaskStage | null {
    return this.tasks.get(this.#taskOf.get(groupId) ?? '') ?? null;
  }

  /** Waits until `look` returns something about a group or a task; null after this many domain minutes. */
  async until<T>(
    id: string,
    look: () => T | null,
    { clock, minutes }: { clock: Scheduler; minutes: number },
  ): Promise<T | null> {
    const limit = new AbortController();
    const deadline = clock.minutes(minutes, limit.signal).then(
      () => true,
      (reason: unknown) => {
        if (limit.signal.aborted) return true;
        throw reason;
      },
    );
    try {
      for (;;) {
        const found = look();
        if (found !== null) return found;
        const over = await Promise.race([deadline, this.#change(id)]);
        if (over) return look();
      }
    } finally {
      limit.abort();
      this.#forget(id);
    }
  }

  #change(id: string): Promise<false> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      waiting.add(() => resolve(false));
      this.#waiting.set(id, waiting);
    });
  }

  #wake(id: string): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    for (const wake of waiting ?? []) wake();
  }

  /** Waiters that have timed out are woken with the others, which is harmless. */
  #forget(id: string): void {
    this.#wake(id);
  }
}
