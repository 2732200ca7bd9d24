import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { ShowState } from '../../../consoles/shared/live/room-handlers.ts';
import type { LiveSchemas } from '../../../realtime/live-types.ts';
import type { Schema } from '../../people/person.ts';
import type { RoomView } from '../record/logbook-types.ts';
import { applyEvent, newRoomView } from '../watch/room-view.ts';
import { allPages, readDriver } from '../watch/snapshots.ts';
import type { Hired, World } from '../world/world.ts';

type Task = Schema<'DriverTask'>;
type TaskStatus = Schema<'TaskStatus'>;
export type Offered = Pick<LiveSchemas['TaskOffered'], 'taskId' | 'offerId' | 'groupId' | 'round' | 'manual'>;

/** Goods that this driver gives to another driver, or receives from one. */
export interface HandedOver {
  taskId: string;
  groupId: string;
}

/** Changes that a person looking at the phone would notice. */
export interface DeskTells {
  onOffer(offered: Offered): void;
  /** Once for each hand-over. */
  onHandOver(handedOver: HandedOver): void;
}

export interface Stop {
  stopId: string;
  taskId: string;
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
}

/** Steps possible at each kind of stop. */
const AT_STOP: Record<Stop['kind'], readonly TaskStatus[]> = {
  PICKUP: ['ACCEPTED'],
  DROPOFF: ['PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED', 'CASH_RECORDED'],
  RETURN: ['RETURNING'],
};
/** Statuses in which the goods are on board. */
const ON_BOARD: ReadonlySet<TaskStatus> = new Set([
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'FAILED',
  'RETURNING',
]);
const IN_HAND: ReadonlySet<TaskStatus> = new Set([...Object.values(AT_STOP).flat(), 'FAILED']);

const ENDED: ReadonlySet<TaskStatus> = new Set(['COMPLETED', 'RETURNED', 'WRITTEN_OFF', 'CANCELLED']);

/** The state of the driver's app: tasks, route, cash, and the room it follows. */
export class DriverDesk {
  readonly #world: World;
  readonly #hired: Hired;
  readonly #view: RoomView;
  readonly #tasks = new Map<string, Task>();
  /** Done on the phone, but not confirmed by the service yet. */
  readonly #done = new Map<string, TaskStatus>();
  /** By task: the version at which it was over or no longer this driver's; older versions are ignored. */
  readonly #gone = new Map<string, number>();
  /** By task: the other driver of a current hand-over. */
  readonly #handOvers = new Map<string, string>();
  readonly #tells: DeskTells;
  #stops: Stop[] = [];
  #cash = '0.00';
  #wake: (() => void)[] = [];

  constructor(world: World, hired: Hired, tells: DeskTells) {
    this.#world = world;
    this.#hired = hired;
    this.#tells = tells;
    this.#view = newRoomView(hired.citizen.id, `driver:${hired.driverId}`);
    world.logbook.views.push(this.#view);
  }

  get cash(): string {
    return this.#cash;
  }

  async connect(): Promise<void> {
    const { citizen } = this.#hired;
    const isOwn = (room: string) => room === this.#view.room;
    await citizen.person.connect({
      own: {
        onEvent: (message) => {
          if (isOwn(message.stamp.room)) this.#hear(message);
        },
        onSnapshotNeeded: async (room) => (isOwn(room) ? this.#read() : undefined),
        onState: (state, room) => {
          if (isOwn(room)) this.#view.state = state;
        },
      },
      onFault: (error) => this.#world.logbook.mishap(`${citizen.id}: ${String(error)}`),
    });
    this.#world.figures.sockets.live += 1;
  }

  disconnect(isOver: boolean): void {
    if (!this.#hired.citizen.person.isConnected) return;
    this.#hired.citizen.person.leave();
    this.#world.figures.sockets.live -= 1;
    if (isOver) this.#view.leftAt = this.#world.clock.now();
  }

  task(taskId: string): Task | undefined {
    return this.#tasks.get(taskId);
  }

  /** The status as the driver sees it, including steps that are only on the phone yet. */
  statusOf(taskId: string): TaskStatus | null {
    return this.#done.get(taskId) ?? this.#tasks.get(taskId)?.status ?? null;
  }

  /** Tasks that this driver still has to work on, including failed ones with goods on board. */
  inHand(): string[] {
    return [...this.#tasks.keys()].filter((taskId) => {
      const status = this.statusOf(taskId);
      return status !== null && IN_HAND.has(status);
    });
  }

  hasOffer(): boolean {
    return [...this.#tasks.keys()].some((taskId) => this.statusOf(taskId) === 'ASSIGNED');
  }

  /** The route's first stop at which something can be done now. */
  nextStop(): Stop | null {
    return this.#stops.find((stop) => this.#isOpen(stop)) ?? null;
  }

  /** A stop for use without a route: of any task in hand, pickups first. */
  anyStop(): Stop | null {
    for (const kind of ['PICKUP', 'DROPOFF', 'RETURN'] as const) {
      for (const taskId of this.#tasks.keys()) {
        const stop = { stopId: `${taskId}:${kind}`, taskId, kind };
        if (this.#isOpen(stop)) return stop;
      }
    }
    return null;
  }

  /** Records a task as the service answered it. */
  answered(task: Task): void {
    // The answer may arrive after the event that gave the task to another driver.
    if (task.version < (this.#gone.get(task.id) ?? 0)) {
      this.drop(task.id);
      return;
    }
    const known = this.#tasks.get(task.id);
    if (known === undefined || known.version <= task.version) this.#tasks.set(task.id, task);
    this.#done.delete(task.id);
    if (ENDED.has(task.status)) this.#ended(task.id, task.version);
    this.#changed();
  }

  /** Records a step done on the phone, which counts until the service confirms it. */
  noted(taskId: string, status: TaskStatus): void {
    this.#done.set(taskId, status);
    this.#changed();
  }

  /** Reverts a step of the phone that the service refused. */
  takenBack(taskId: string): void {
    this.#done.delete(taskId);
    this.#changed();
  }

  drop(taskId: string): void {
    this.#tasks.delete(taskId);
    this.#done.delete(taskId);
    this.#changed();
  }

  /** Resolves when something has changed, or at that domain moment. */
  async change(moment: number): Promise<void> {
    const changed = new AbortController();
    this.#wake.push(() => changed.abort());
    try {
      await this.#world.clock.until(moment, changed.signal);
    } catch (reason) {
      if (!changed.signal.aborted) throw reason;
    }
  }

  #isOpen({ taskId, kind }: Stop): boolean {
    const status = this.statusOf(taskId);
    // A driver who waits for another driver does not drive on.
    if (this.#handOvers.has(taskId)) return false;
    return status !== null && AT_STOP[kind].includes(status);
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  async #read(): Promise<ShowState> {
    const { citizen, driverId } = this.#hired;
    const { show, tasks } = await readDriver(citizen.person, driverId, this.#view);
    const route = await citizen.api.GET('/driver/route');
    return () => {
      const known = show();
      this.#takeOver(tasks);
      if (route.data !== undefined) this.#stops = openStops(route.data.stops);
      this.#cash = this.#view.cash.get(driverId)?.onHand ?? this.#cash;
      this.#changed();
      return known;
    };
  }

  /** Replaces the known tasks with those that were read. */
  #takeOver(tasks: readonly Task[]): void {
    for (const taskId of this.#tasks.keys()) {
      if (!tasks.some(({ id }) => id === taskId)) this.#tasks.delete(taskId);
    }
    const handOvers = tasks.filter(({ handOver }) => handOver !== null);
    for (const taskId of this.#handOvers.keys())
      if (!handOvers.some(({ id }) => id === taskId)) this.#handOvers.delete(taskId);
    for (const { id: taskId, orderGroupId: groupId, handOver } of handOvers)
      this.#seeHandOver({ taskId, groupId }, handOver?.otherDriverName ?? null);
    for (const task of tasks) if (task.handOver?.role !== 'RECEIVER') this.#take(task);
  }

  #take(task: Task): void {
    const { id: taskId, orderGroupId: groupId, round, offer, status } = task;
    const known = this.#tasks.get(taskId);
    if ((known?.version ?? 0) > task.version || task.version < (this.#gone.get(taskId) ?? 0)) return;
    this.#tasks.set(taskId, task);
    if (status === 'ASSIGNED' && offer !== null)
      this.#tells.onOffer({ taskId, groupId, round, offerId: offer.id, manual: offer.expiresAt === null });
  }

  #hear(message: LiveMessage): void {
    applyEvent(this.#view, message);
    const { event, payload } = message;
    if (event === 'task.offered') this.#tells.onOffer(payload);
    else if (event === 'task.updated') this.#hearTask(payload);
    else if (event === 'route.updated') this.#stops = openStops(payload.stops);
    else if (event === 'cash.updated') {
      this.#cash = payload.cashOnHand;
      const { driverId, cashOnHand: onHand, projected = onHand, cashLimit: limit } = payload;
      this.#world.logbook.cashSeen({ driverId, onHand, projected, limit, at: this.#world.clock.now() });
    }
    this.#changed();
  }

  #hearTask({
    taskId,
    groupId,
    status,
    driverId,
    version,
    attempt,
    handOverTo = null,
  }: LiveSchemas['TaskUpdated']): void {
    this.#world.pushes.heard(taskId, status);
    const known = this.#tasks.get(taskId);
    const isOwn = driverId === this.#hired.driverId;
    this.#seeHandOver({ taskId, groupId }, isOwn ? handOverTo : handOverTo && driverId);
    if (!isOwn) {
      // Withdrawn, or never this driver's.
      this.#gone.set(taskId, version);
      if (known !== undefined && known.version < version) this.drop(taskId);
      return;
    }
    if (known === undefined) {
      // Goods received from another driver, or back on board after a reversed completion.
      if (ON_BOARD.has(status) && version > (this.#gone.get(taskId) ?? 0)) this.#readAgain();
      return;
    }
    if (known.version >= version) return;
    if (ENDED.has(status)) {
      this.#ended(taskId, version);
      this.drop(taskId);
      return;
    }
    this.#tasks.set(taskId, { ...known, status, version, attempt: attempt ?? known.attempt });
    // A change by others, such as a dispatcher's decision, is newer than the phone's record.
    if (status === 'FAILED' || status === 'RETURNING' || status === 'IN_TRANSIT') this.#done.delete(taskId);
  }

  #ended(taskId: string, version: number): void {
    this.#gone.set(taskId, version);
    this.#tasks.delete(taskId);
  }

  #seeHandOver(handedOver: HandedOver, other: string | null): void {
    const { taskId } = handedOver;
    if (other === null) this.#handOvers.delete(taskId);
    else if (!this.#handOvers.has(taskId)) {
      this.#handOvers.set(taskId, other);
      this.#tells.onHandOver(handedOver);
    }
  }

  #readAgain(): void {
    const { citizen } = this.#hired;
    void allPages((query) =>
      citizen.person.ok('list own tasks', citizen.api.GET('/driver/tasks', { params: { query } })),
    ).then(
      (tasks) => {
        for (const task of tasks)
          if (!ENDED.has(task.status) && task.handOver?.role !== 'RECEIVER') this.#take(task);
        this.#changed();
      },
      (error: unknown) => this.#world.logbook.mishap(`${citizen.id} reads tasks: ${String(error)}`),
    );
  }
}

interface RouteStop {
  stopId?: string;
  taskId: string;
  kind: Stop['kind'];
  done: boolean;
}

function openStops(stops: readonly RouteStop[]): Stop[] {
  return stops.flatMap(({ stopId, taskId, kind, done }) =>
    done ? [] : [{ stopId: stopId ?? `${taskId}:${kind}`, taskId, kind }],
  );
}
