import type { Schema } from '../../people/person.ts';
import { namedChance } from '../../shared/chance.ts';
import type { PlannedOrder, PlannedZoneEdit } from '../model/day-plan.ts';
import type { OrderRecord, TaskActName } from '../record/logbook-types.ts';
import type { Answered, Citizen, CommandInit } from '../world/citizen.ts';
import { hasEnded } from '../world/stages.ts';
import { at, type World } from '../world/world.ts';
import { DispatchRoom, type SeenTask } from './dispatch-room.ts';
import { assignByHand } from './hand-assignment.ts';
import { Troubles } from './troubles.ts';
import { editZone } from './zone-edit.ts';

type Task = Schema<'DispatchTask'>;
type Spawn = (what: string, work: Promise<void>) => void;

/** Domain minutes after which a dispatcher handles a task without a driver. */
const WAITS_TOO_LONG = 12;
/** Attempts of a dispatcher to find a driver for one task. */
const MAX_ATTEMPTS = 6;
/** Percentage of accepted tasks that are reassigned to form a better tour. */
const REASSIGNED = 1.5;
/** Domain minutes to wait for a stage that an order may never reach. */
const MAX_WAIT_MINUTES = 12 * 60;
const SEES_ALERT_AFTER = 2;
const CLOSES_ALERT_AFTER = 8;
/** Alert kinds that only a person can resolve. */
const CLOSED_BY_HAND = new Set(['GROUP_REJECTED', 'ACCEPTANCE_DEADLINE_MISSED']);
const MEANWHILE = ['delivery.INVALID_STATE', 'order.INVALID_STATE', 'alert.INVALID_STATE'];
const UNTIL_TASK = new Set(['READY_FOR_PICKUP', 'ASSIGNED', 'ACCEPTED_BY_DRIVER']);

/** The dispatchers' day: tasks that wait too long, failures, cancellations, alerts, and the zone at noon. */
export class Dispatchers {
  readonly rooms: DispatchRoom[];
  readonly #world: World;
  readonly #spawn: Spawn;
  readonly #seed: number;
  readonly #watched = new Set<string>();
  readonly #troubles: Troubles;
  #turn = 0;

  constructor(world: World, spawn: Spawn) {
    this.#world = world;
    this.#spawn = spawn;
    this.#seed = world.plan.options.seed;
    this.rooms = world.cast.dispatchers.map(
      (citizen, index) =>
        new DispatchRoom(world, citizen, {
          isEye: index === 0,
          onTask: (seen) => this.#look(seen),
          onAlert: (alertId, kind) => this.#spawn('an alert', this.#seeAlert(alertId, kind)),
        }),
    );
    const view = () => this.rooms[0]?.view;
    this.#troubles = new Troubles(world, { spawn, next: () => this.#next(), view });
  }

  async open(): Promise<void> {
    for (const room of this.rooms) await room.open();
  }

  /** Handles everything that the plan of this order leaves to dispatchers. */
  async attend(planned: PlannedOrder, order: OrderRecord): Promise<void> {
    const { cancellation } = planned;
    for (const { groupId, planned: key } of order.groups) {
      const preparation = this.#world.planned.group(key)?.group.preparation;
      if (preparation?.answer === 'SILENT')
        this.#spawn('a silent shop', this.#giveUp(groupId, preparation.giveUpAfter));
    }
    if (cancellation === null) return;
    const [group] = order.groups;
    const { stage, after, reason } = cancellation;
    if (
      group === undefined ||
      stage === 'CHECKOUT' ||
      stage === 'PENDING_ACCEPTANCE' ||
      stage === 'PICKED_UP'
    )
      return;
    if (!(await this.#reached(group.groupId, stage))) return;
    await this.#world.clock.minutes(after);
    await this.#cancel(group.groupId, reason);
  }

  async edit(edit: PlannedZoneEdit): Promise<void> {
    await this.#world.clock.until(at(this.#world, edit.at));
    const zoneId = this.#world.cast.zones.get(edit.zoneKey);
    if (zoneId === undefined) return;
    await editZone(this.#world, this.#next(), zoneId, edit.geometry);
    this.#world.tell('A dispatcher has redrawn a zone');
  }

  /** Cancels everything not picked up yet. */
  async callOffTheRest(): Promise<void> {
    const open = [...this.#world.stages.groups.values()].filter(
      ({ groupId, status }) => this.#world.logbook.group(groupId) !== undefined && BEFORE_PICKUP.has(status),
    );
    for (const { groupId } of open) await this.#cancel(groupId, 'The day is over');
  }

  /** Writes off goods that are still on board when the time limit is over. */
  async writeOffTheRest(): Promise<void> {
    for (const { taskId, status } of this.#world.stages.tasks.values()) {
      if (status !== 'FAILED' && status !== 'RETURNING') continue;
      await this.#command(taskId, 'write-off', (api, params, init) =>
        api.POST('/dispatch/tasks/{id}/write-off', { params, body: { reason: 'The day is over' }, ...init }),
      );
    }
  }

  #look(seen: SeenTask): void {
    const { taskId, status, groupId } = seen;
    this.#troubles.look(seen);
    if (status === 'UNASSIGNED') this.#watch(taskId);
    else if (status === 'FAILED') this.#spawn('a failed delivery', this.#decide(seen));
    else if (
      status === 'ACCEPTED' &&
      namedChance(this.#seed, 'reassign', this.#keyOf(groupId)).percent(REASSIGNED)
    )
      this.#spawn('a reassignment', this.#reassign(seen));
  }

  #keyOf(groupId: string): string {
    return this.#world.logbook.group(groupId)?.planned ?? groupId;
  }

  #next(): Citizen {
    const { dispatchers } = this.#world.cast;
    const citizen = dispatchers[this.#turn % dispatchers.length];
    this.#turn += 1;
    if (citizen === undefined) throw new Error('a city needs dispatchers');
    return citizen;
  }

  /** Only one dispatcher handles a task at a time, because each manual attempt starts a new round. */
  #watch(taskId: string): void {
    if (this.#watched.has(taskId)) return;
    this.#watched.add(taskId);
    this.#spawn(
      'a waiting task',
      this.#watchWaiting(taskId).finally(() => this.#watched.delete(taskId)),
    );
  }

  async #watchWaiting(taskId: string): Promise<void> {
    const { clock, stages } = this.#world;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      await clock.minutes(WAITS_TOO_LONG);
      const task = stages.tasks.get(taskId);
      if (this.#world.isEnding() || task === undefined || task.driverId !== null) return;
      // Otherwise it is offered to a driver at this moment, or no longer waiting.
      if (task.status === 'UNASSIGNED')
        await assignByHand(this.#world, this.#next(), task, this.rooms[0]?.view);
    }
  }

  async #reassign({ taskId, driverId }: SeenTask): Promise<void> {
    const { clock, stages } = this.#world;
    await clock.minutes(2);
    const task = stages.tasks.get(taskId);
    if (task?.status !== 'ACCEPTED' || task.driverId !== driverId || this.#world.isEnding()) return;
    await assignByHand(this.#world, this.#next(), task, this.rooms[0]?.view);
  }

  /** Decides about a failure: another attempt, a return, or a write-off. */
  async #decide({ taskId, groupId, attempt = 1 }: SeenTask): Promise<void> {
    const { clock, planned, stages } = this.#world;
    const door = planned.group(this.#keyOf(groupId))?.group.door;
    const failed = door?.attempts[attempt - 1];
    const next = door?.attempts[attempt];
    await clock.minutes(next === undefined ? 3 : (failed?.nextAttemptAfter ?? 5));
    // For some reasons the driver is already on the way back.
    if (stages.tasks.get(taskId)?.status !== 'FAILED') return;
    if (next !== undefined && !this.#world.isEnding()) {
      const { act } = await this.#command(taskId, 'retry', (api, params, init) =>
        api.POST('/dispatch/tasks/{id}/retry', {
          params,
          body: { reason: 'The buyer is there now' },
          ...init,
        }),
      );
      if (act.outcome !== 'REFUSED') return;
    }
    if (door?.afterwards === 'WRITE_OFF' && next === undefined) {
      await this.#command(taskId, 'write-off', (api, params, init) =>
        api.POST('/dispatch/tasks/{id}/write-off', {
          params,
          body: { reason: 'Nowhere to be found' },
          ...init,
        }),
      );
      return;
    }
    await this.#command(taskId, 'return', (api, params, init) =>
      api.POST('/dispatch/tasks/{id}/return', { params, body: { reason: 'Nobody takes it' }, ...init }),
    );
  }

  async #giveUp(groupId: string, minutes: number): Promise<void> {
    await this.#world.clock.minutes(minutes);
    await this.#cancel(groupId, 'The shop does not answer');
  }

  /** A dispatcher cancels a task; before it exists, an administrator cancels the group. */
  async #cancel(groupId: string, reason: string): Promise<void> {
    const { stages, logbook, cast } = this.#world;
    const stage = stages.groups.get(groupId);
    if (stage !== undefined && hasEnded(stage.status)) return;
    const task = stages.taskOf(groupId);
    const citizen = task === null ? cast.admin : this.#next();
    const { api } = citizen;
    const { act } = await citizen.command<'dispatcher-cancel', unknown>(
      'dispatcher-cancel',
      (init) =>
        task === null
          ? api.POST('/admin/order-groups/{id}/cancel', {
              params: { path: { id: groupId } },
              body: { reason },
              ...init,
            })
          : api.POST('/dispatch/tasks/{id}/cancel', {
              params: { path: { id: task.taskId } },
              body: { reason },
              ...init,
            }),
      { reason, expects: MEANWHILE },
    );
    logbook.groupAct(groupId, act);
  }

  /** True when the group has reached the stage, or a later one before it ended. */
  async #reached(groupId: string, stage: string): Promise<boolean> {
    const { stages, clock } = this.#world;
    const wanted = ORDER_OF_STAGES.indexOf(stage);
    const found = await stages.until(
      groupId,
      () => {
        const group = stages.groups.get(groupId);
        if (group === undefined) return null;
        if (hasEnded(group.status)) return { ended: true };
        const task = stages.taskOf(groupId)?.status;
        const name = UNTIL_TASK.has(stage) && task !== undefined ? nameOf(task) : group.status;
        return ORDER_OF_STAGES.indexOf(name) >= wanted ? { ended: false } : null;
      },
      { clock, minutes: MAX_WAIT_MINUTES },
    );
    return found?.ended === false;
  }

  async #seeAlert(alertId: string, kind: string): Promise<void> {
    const { clock } = this.#world;
    const params = { path: { id: alertId } };
    await clock.minutes(SEES_ALERT_AFTER);
    const citizen = this.#next();
    await citizen.command(
      'acknowledge',
      (init) =>
        citizen.api.POST('/dispatch/alerts/{id}/acknowledge', { params, body: { note: 'Seen' }, ...init }),
      { expects: ALERT_OVER },
    );
    if (!CLOSED_BY_HAND.has(kind)) return;
    await clock.minutes(CLOSES_ALERT_AFTER);
    await citizen.command(
      'resolve',
      (init) =>
        citizen.api.POST('/dispatch/alerts/{id}/resolve', { params, body: { note: 'Dealt with' }, ...init }),
      { expects: ALERT_OVER },
    );
  }

  async #command(
    taskId: string,
    what: TaskActName,
    send: (
      api: Citizen['api'],
      params: { path: { id: string } },
      init: CommandInit,
    ) => Promise<{ data?: Task; error?: unknown; response: Response }>,
  ): Promise<Answered<TaskActName, Task>> {
    const citizen = this.#next();
    const params = { path: { id: taskId } };
    const answered = await citizen.command<TaskActName, Task>(
      what,
      (init) => send(citizen.api, params, init),
      { expects: MEANWHILE },
    );
    const { act, data } = answered;
    const task = this.#world.stages.tasks.get(taskId);
    const ids = { taskId, groupId: data?.orderGroupId ?? task?.groupId ?? '' };
    this.#world.logbook.taskAct(ids, {
      ...act,
      driverId: data?.driverId ?? null,
      status: data?.status ?? null,
    });
    return answered;
  }
}

const ALERT_OVER = ['alert.INVALID_STATE'];
const BEFORE_PICKUP: ReadonlySet<string> = new Set([
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
]);
/** Stages of a group, and from READY_FOR_PICKUP on of its task. */
const ORDER_OF_STAGES = [
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'ASSIGNED',
  'ACCEPTED_BY_DRIVER',
  'PICKED_UP',
];

function nameOf(status: Schema<'TaskStatus'>): string {
  if (status === 'UNASSIGNED') return 'READY_FOR_PICKUP';
  if (status === 'ASSIGNED') return 'ASSIGNED';
  return status === 'ACCEPTED' ? 'ACCEPTED_BY_DRIVER' : 'PICKED_UP';
}
