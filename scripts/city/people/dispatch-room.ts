import { add } from '../../../actors/money/money.ts';
import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { ShowState } from '../../../consoles/shared/live/room-handlers.ts';
import type { LiveSchemas } from '../../../realtime/live-types.ts';
import type { Schema } from '../../people/person.ts';
import { DayOver } from '../clock/day-over.ts';
import type { RoomView } from '../record/logbook-types.ts';
import { openAlerts } from '../watch/open-alerts.ts';
import { applyEvent, newRoomView } from '../watch/room-view.ts';
import { readBoard, readTask } from '../watch/snapshots.ts';
import type { Citizen } from '../world/citizen.ts';
import type { World } from '../world/world.ts';

type Told = LiveSchemas['TaskUpdated'];
/** The fields of a task that a dispatcher acts on, from an event or a reading. */
export type SeenTask = Pick<
  Told,
  'taskId' | 'groupId' | 'status' | 'driverId' | 'dueBy' | 'attempt' | 'version'
>;

/** One dispatcher's console: the whole room, updated only by events. The first one's also feeds the city's shared records. */
export class DispatchRoom {
  readonly citizen: Citizen;
  readonly view: RoomView;
  readonly #world: World;
  readonly #isEye: boolean;
  readonly #onTask: (message: SeenTask) => void;
  readonly #onAlert: (alertId: string, kind: string) => void;
  #hasRead = false;
  /** Number of times the board was read. */
  #readings = 0;
  /** Domain time since when each task waits for a driver. */
  readonly #waits = new Map<string, number>();

  constructor(
    world: World,
    citizen: Citizen,
    tells: {
      isEye: boolean;
      onTask: (message: SeenTask) => void;
      onAlert: (alertId: string, kind: string) => void;
    },
  ) {
    this.#world = world;
    this.citizen = citizen;
    this.#isEye = tells.isEye;
    this.#onTask = tells.onTask;
    this.#onAlert = tells.onAlert;
    this.view = newRoomView(citizen.id, 'dispatch');
    // One console is enough: all receive the same events.
    if (tells.isEye) this.view.board = world.newBoard?.(citizen.person) ?? null;
    world.logbook.views.push(this.view);
  }

  async open(): Promise<void> {
    const { person, id } = this.citizen;
    const isOwn = (room: string) => room === this.view.room;
    await person.connect({
      own: {
        onEvent: (message) => {
          if (isOwn(message.stamp.room)) this.#hear(message);
        },
        onSnapshotNeeded: async (room) => {
          if (!isOwn(room)) return undefined;
          // Read first, so that later events, from its versions on, reach both.
          const showBoard = await this.view.board?.read();
          const { show, tasks } = await readBoard(person, this.view);
          return () => {
            this.#readings += 1;
            const known = this.#takeOver(show, tasks);
            return showBoard === undefined ? known : earlier(known ?? {}, showBoard());
          };
        },
        onState: (state, room) => {
          if (isOwn(room)) this.view.state = state;
        },
      },
      onFault: (error) => this.#world.logbook.mishap(`${id}: ${String(error)}`),
    });
    this.#world.figures.sockets.live += 1;
  }

  #hear(message: LiveMessage): void {
    const { event, payload } = message;
    const former = event === 'task.updated' ? this.view.tasks.get(payload.taskId)?.status : undefined;
    // An event repeated after a fault may be older than the reading, which has no tasks that ended in
    // the gap. As the console does, read tasks that are unknown.
    if (event === 'task.updated' && this.#readings > 1 && !this.view.tasks.has(payload.taskId))
      void this.#ask(payload.taskId);
    applyEvent(this.view, message);
    this.view.board?.hear(message);
    if (!this.#isEye) return;
    if (event === 'task.updated') this.#see(payload, payload.status !== former);
    else if (event === 'alert.raised') this.#onAlert(payload.alertId, payload.kind);
    if (event === 'alert.raised' || event === 'alert.updated') this.#countAlerts();
    if (event === 'cash.updated') {
      const { driverId, cashOnHand: onHand, projected = onHand, cashLimit: limit } = payload;
      this.#world.logbook.cashSeen({ driverId, onHand, projected, limit, at: this.#world.clock.now() });
    }
  }

  async #ask(taskId: string): Promise<void> {
    try {
      await readTask(this.citizen.person, taskId, this.view);
    } catch (error) {
      if (!(error instanceof DayOver)) this.#world.logbook.mishap(`${this.citizen.id}: ${String(error)}`);
    }
  }

  /** Acts on what was read in place of lost events as if the events had arrived. */
  #takeOver(show: ShowState, tasks: readonly Schema<'DispatchTask'>[]): ReturnType<ShowState> {
    const former = new Map([...this.view.tasks].map(([taskId, { status }]) => [taskId, status]));
    const knownAlerts = new Set(this.view.alerts.keys());
    const known = show();
    if (!this.#isEye) return known;
    this.#countAlerts();
    for (const { id: taskId, orderGroupId: groupId, ...task } of tasks)
      if (task.status !== former.get(taskId)) this.#seeNew({ ...task, taskId, groupId });
    // What was open before this console is not part of the city.
    const isFirst = !this.#hasRead;
    this.#hasRead = true;
    if (isFirst) return known;
    for (const [alertId, { kind }] of this.view.alerts)
      if (!knownAlerts.has(alertId)) this.#onAlert(alertId, kind);
    return known;
  }

  #countAlerts(): void {
    const { logbook, clock } = this.#world;
    logbook.alertsSeen(openAlerts(this.view, clock.now()));
  }

  #see(message: Told, isNew: boolean): void {
    const { logbook, stages, pushes, clock } = this.#world;
    const { taskId, groupId, status, driverId, round, version } = message;
    // Tasks of other people on the same installation are not part of the city.
    if (logbook.group(groupId) === undefined) return;
    pushes.heard(taskId, status);
    logbook.sighted({ taskId, groupId }, { at: clock.now(), status, driverId, round, version });
    if (isNew) this.#seeNew(message);
    else stages.seeTask({ taskId, groupId, status, driverId, version });
  }

  #seeNew(message: SeenTask): void {
    const { taskId, groupId, status, driverId, version } = message;
    if (this.#world.logbook.group(groupId) === undefined) return;
    this.#world.stages.seeTask({ taskId, groupId, status, driverId, version });
    this.#measure(message);
    this.#onTask(message);
  }

  /** Records how long the task waited for a driver, and whether it was on time. */
  #measure({ taskId, status, dueBy }: SeenTask): void {
    const { clock, figures } = this.#world;
    const now = clock.now();
    const wait = this.#waits.get(taskId);
    if (status === 'UNASSIGNED' && wait === undefined) this.#waits.set(taskId, now);
    if (status === 'ACCEPTED' && wait !== undefined) {
      this.#waits.delete(taskId);
      figures.assignmentWait.add((now - wait) / 1_000);
    }
    if (status === 'CANCELLED') this.#waits.delete(taskId);
    if (status === 'COMPLETED') figures.delivered[now <= Date.parse(dueBy) ? 'onTime' : 'late'] += 1;
  }

  /** Counts for the display what all drivers are doing and how much cash they hold. */
  count(): void {
    const { figures, logbook } = this.#world;
    const counts = { onDuty: 0, onBreak: 0, off: 0 };
    const cash: string[] = [];
    for (const driverId of logbook.drivers.keys()) {
      const duty = this.view.drivers.get(driverId)?.duty ?? 'OFF';
      counts[duty === 'ON_DUTY' ? 'onDuty' : duty === 'ON_BREAK' ? 'onBreak' : 'off'] += 1;
      cash.push(this.view.cash.get(driverId)?.onHand ?? '0.00');
    }
    Object.assign(figures.drivers, counts);
    figures.cashInTheStreet = add('0.00', ...cash);
  }
}

type Versions = Readonly<Record<string, number>>;

/** The earlier version of two readings for each room: both need the events from there on. */
function earlier(one: Versions, other: Versions): Versions {
  return Object.fromEntries(
    Object.entries(one).flatMap(([subject, version]) => {
      const read = other[subject];
      return read === undefined ? [] : [[subject, Math.min(version, read)]];
    }),
  );
}
