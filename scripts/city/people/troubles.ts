import type { RoomView } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { TaskStage } from '../world/stages.ts';
import type { World } from '../world/world.ts';
import { assignInBulk } from './bundle.ts';
import type { SeenTask } from './dispatch-room.ts';
import { handOver } from './hand-over.ts';
import { takeBack } from './reversal.ts';

type StepIn = (task: TaskStage, dispatcher: Citizen) => Promise<void>;

/** Domain minutes from a driver's acceptance until a dispatcher notices that the task would fit into another route. */
const BUNDLES_AFTER = 1;

export interface Staff {
  spawn(what: string, work: Promise<void>): void;
  /** The next dispatcher in turn. */
  next(): Citizen;
  view(): RoomView | undefined;
}

/** Interventions by dispatchers: hand-overs, mistaken completions that are reversed, bundled tours. */
export class Troubles {
  readonly #world: World;
  readonly #staff: Staff;
  readonly #met = new Set<string>();

  constructor(world: World, staff: Staff) {
    this.#world = world;
    this.#staff = staff;
  }

  /** Starts each intervention once, when the task reaches its stage. */
  look({ taskId, groupId, status }: SeenTask): void {
    const world = this.#world;
    const trouble = world.planned.troubleOf(world.logbook.group(groupId)?.planned);
    if (trouble === null) return;
    const { handOver: planned, reversal, bundled } = trouble;
    const view = () => this.#staff.view();
    if (status === 'IN_TRANSIT' && planned !== null)
      this.#begin('a hand-over', taskId, planned.after, isOnTheWay, (task, dispatcher) =>
        handOver(world, dispatcher, task, { planned, view: view() }),
      );
    if (status === 'COMPLETED' && reversal !== null)
      this.#begin('a reversal', taskId, reversal.after, isCompleted, (task, dispatcher) =>
        takeBack(world, dispatcher, task),
      );
    if (status === 'ACCEPTED' && bundled)
      this.#begin('a bundle', taskId, BUNDLES_AFTER, isAccepted, (task, dispatcher) =>
        assignInBulk(world, dispatcher, task, view()),
      );
  }

  #begin(
    what: string,
    taskId: string,
    minutes: number,
    isStill: (task: TaskStage) => boolean,
    work: StepIn,
  ): void {
    const once = `${what} ${taskId}`;
    if (this.#met.has(once)) return;
    this.#met.add(once);
    this.#staff.spawn(what, this.#after(minutes, taskId, isStill, work));
  }

  async #after(
    minutes: number,
    taskId: string,
    isStill: (task: TaskStage) => boolean,
    work: StepIn,
  ): Promise<void> {
    const { clock, stages, isEnding } = this.#world;
    await clock.minutes(minutes);
    const task = stages.tasks.get(taskId);
    if (task !== undefined && isStill(task) && !isEnding()) await work(task, this.#staff.next());
  }
}

function isOnTheWay({ status }: TaskStage): boolean {
  return status === 'IN_TRANSIT' || status === 'ARRIVED';
}

function isCompleted({ status }: TaskStage): boolean {
  return status === 'COMPLETED';
}

function isAccepted({ status }: TaskStage): boolean {
  return status === 'ACCEPTED';
}
