import type { Place } from '../../../actors/geo/service-area.ts';
import type { Schema } from '../../people/person.ts';
import type { OfferAnswer } from '../model/answer.ts';
import type { PlannedAttempt, PlannedDriver } from '../model/day-plan.ts';
import type { Act, ShiftActRecord, TaskAct, TaskActName } from '../record/logbook-types.ts';
import type { Answered, CommandInit } from '../world/citizen.ts';
import type { Hired, World } from '../world/world.ts';
import type { DriverDesk, HandedOver, Offered, Stop } from './driver-desk.ts';
import { deliverAtDoor, type StepOptions } from './driver-door.ts';
import type { Phone } from './phone.ts';

type Task = Schema<'DriverTask'>;
type Sent = Promise<{ data?: Task | undefined; error?: unknown; response: Response }>;
type ShiftStep = 'start' | 'break' | 'resume' | 'end';

/** Expected refusals: the task may have changed since the driver last saw it. */
const MEANWHILE = ['delivery.INVALID_STATE', 'delivery.OFFER_EXPIRED', 'common.NOT_FOUND'];
const NOT_YET = [
  'shift.WORK_UNFINISHED',
  'shift.GOODS_ON_BOARD',
  'shift.CASH_UNSETTLED',
  'shift.INVALID_STATE',
];

/** The driver's actions at shops and doors, each recorded with its outcome. */
export class DriverStops {
  readonly #world: World;
  readonly #hired: Hired;
  readonly #planned: PlannedDriver;
  readonly #phone: Phone;
  readonly #desk: DriverDesk;

  constructor(world: World, hired: Hired, planned: PlannedDriver, phone: Phone, desk: DriverDesk) {
    this.#world = world;
    this.#hired = hired;
    this.#planned = planned;
    this.#phone = phone;
    this.#desk = desk;
  }

  placeOf({ taskId, kind }: Stop): Place | null {
    const task = this.#desk.task(taskId);
    if (task === undefined) return null;
    return kind === 'DROPOFF' ? task.dropoff.location : task.pickup.location;
  }

  async visit(stop: Stop): Promise<void> {
    if (stop.kind === 'PICKUP') await this.#collect(stop.taskId);
    else if (stop.kind === 'RETURN') await this.#giveBack(stop.taskId);
    else await this.#deliver(stop.taskId);
  }

  async answer(offered: Offered, answer: OfferAnswer): Promise<void> {
    const { api } = this.#hired.citizen;
    const { taskId, manual } = offered;
    const params = { path: { id: taskId } };
    if (answer.what === 'IGNORE' && !manual) {
      const now = this.#world.clock.now();
      const act = { at: now, sentAt: now, by: this.#hired.citizen.id, key: '', sent: 0, reason: null };
      this.#note(taskId, offered.groupId, { ...act, what: 'ignore', outcome: 'DONE', code: null }, null);
      return;
    }
    await this.#world.clock.minutes(answer.what === 'IGNORE' ? 1 : answer.after);
    if (answer.what === 'DECLINE') {
      const { reason } = answer;
      const { act } = await this.#phone.send<TaskActName, undefined>(
        'decline',
        (init) => api.POST('/driver/tasks/{id}/decline', { params, body: { reason }, ...init }),
        { reason, expects: MEANWHILE },
      );
      this.#note(taskId, offered.groupId, act, null);
      if (act.outcome === 'DONE') this.#desk.drop(taskId);
      return;
    }
    await this.step(taskId, 'accept', (init) => api.POST('/driver/tasks/{id}/accept', { params, ...init }), {
      brings: { subject: taskId, status: 'ACCEPTED' },
    });
  }

  /** Sends one step and updates the task from the answer. */
  async step(
    taskId: string,
    what: TaskActName,
    send: (init: CommandInit) => Sent,
    { amount, ...options }: StepOptions = {},
  ): Promise<Answered<TaskActName, Task>> {
    const expects = [...MEANWHILE, ...(options.expects ?? [])];
    const answered = await this.#phone.send<TaskActName, Task>(what, send, { ...options, expects });
    const { act, data } = answered;
    const groupId = data?.orderGroupId ?? this.#desk.task(taskId)?.orderGroupId ?? '';
    this.#note(taskId, groupId, amount === undefined ? act : { ...act, amount }, data);
    if (data !== null) this.#desk.answered(data);
    // The task is not this driver's: the step was done and it has another driver by now, or it never was.
    else if (act.outcome === 'DONE' || act.code === 'common.NOT_FOUND') this.#desk.drop(taskId);
    else if (act.outcome === 'REFUSED') this.#desk.takenBack(taskId);
    return answered;
  }

  /** Confirms a hand-over, as its giver or its receiver. */
  async handOver({ taskId, groupId }: HandedOver): Promise<void> {
    const { api } = this.#hired.citizen;
    const params = { path: { id: taskId } };
    const { act, data } = await this.#phone.send<TaskActName, Task>(
      'hand-over',
      (init) => api.POST('/driver/tasks/{id}/hand-over', { params, ...init }),
      { expects: [...MEANWHILE, 'delivery.NO_HAND_OVER'] },
    );
    const { logbook } = this.#world;
    const { driverId } = this.#hired;
    logbook.taskAct({ taskId, groupId }, { ...act, driverId, status: data?.status ?? null });
    // The giver keeps the task until both have confirmed. An answer without content: the task has left this driver.
    if (data != null && data.handOver?.role !== 'RECEIVER') this.#desk.answered(data);
    else if (data == null && act.outcome === 'DONE') this.#desk.drop(taskId);
  }

  /** Returns false if it was refused. */
  async shift(step: ShiftStep): Promise<boolean> {
    const { citizen, driverId } = this.#hired;
    const { api } = citizen;
    const { act } = await this.#phone.send<ShiftActRecord['what'], Schema<'Driver'>>(
      step,
      (init) => {
        if (step === 'start') return api.POST('/driver/shift/start', { ...init });
        if (step === 'break') return api.POST('/driver/shift/break', { ...init });
        if (step === 'resume') return api.POST('/driver/shift/resume', { ...init });
        return api.POST('/driver/shift/end', { ...init });
      },
      { expects: NOT_YET },
    );
    this.#world.logbook.shiftActs.push({ ...act, driverId });
    return act.outcome !== 'REFUSED';
  }

  /** Hands in the driver's cash and ends the shift. Returns false if the service refuses because of unfinished work. */
  async endShift(): Promise<boolean> {
    if (Number(this.#desk.cash) > 0) await this.handIn();
    return this.shift('end');
  }

  async handIn(): Promise<boolean> {
    return this.#world.counter.handIn(this.#hired, this.#planned);
  }

  async #collect(taskId: string): Promise<void> {
    const { api } = this.#hired.citizen;
    const params = { path: { id: taskId } };
    await this.#world.clock.minutes(this.#planned.collects);
    if (this.#desk.statusOf(taskId) !== 'ACCEPTED') return;
    const picked = this.step(
      taskId,
      'pick-up',
      (init) => api.POST('/driver/tasks/{id}/pick-up', { params, ...init }),
      { brings: { subject: taskId, status: 'PICKED_UP' } },
    );
    const left = this.step(taskId, 'in-transit', (init) =>
      api.POST('/driver/tasks/{id}/in-transit', { params, ...init }),
    );
    await this.#orOnPhone(taskId, 'IN_TRANSIT', Promise.all([picked, left]));
  }

  async #giveBack(taskId: string): Promise<void> {
    const { api } = this.#hired.citizen;
    const params = { path: { id: taskId } };
    await this.#world.clock.minutes(this.#planned.collects);
    await this.#orOnPhone(
      taskId,
      'RETURNED',
      this.step(taskId, 'complete-return', (init) =>
        api.POST('/driver/tasks/{id}/return', { params, body: { stage: 'COMPLETE' }, ...init }),
      ),
    );
  }

  async #deliver(taskId: string): Promise<void> {
    const task = this.#desk.task(taskId);
    if (task === undefined) return;
    await deliverAtDoor(
      {
        ...{ world: this.#world, citizen: this.#hired.citizen, desk: this.#desk, phone: this.#phone },
        step: (what, send, options) => this.step(taskId, what, send, options),
        orOnPhone: (status, sent) => this.#orOnPhone(taskId, status, sent),
      },
      task,
      this.#attempt(task),
    );
  }

  /** The planned attempt; orders that are not part of the city are delivered without problems. */
  #attempt({ orderGroupId, attempt }: Task): PlannedAttempt {
    const key = this.#world.logbook.group(orderGroupId)?.planned;
    const attempts = key === undefined ? undefined : this.#world.planned.group(key)?.group.door.attempts;
    return attempts?.[attempt - 1] ?? attempts?.at(-1) ?? SMOOTH;
  }

  /** Online, the driver waits for the answer. Offline, the phone treats the step as done and sends it later. */
  async #orOnPhone(taskId: string, status: Task['status'], sent: Promise<unknown>): Promise<void> {
    if (this.#phone.isOnline) {
      await sent;
      return;
    }
    this.#desk.noted(taskId, status);
    sent.catch((error: unknown) => this.#world.logbook.mishap(`${this.#hired.citizen.id}: ${String(error)}`));
  }

  #note(
    taskId: string,
    groupId: string,
    act: Act<TaskActName> & { amount?: string },
    task: Task | null,
  ): void {
    const { logbook, stages } = this.#world;
    const recorded: TaskAct = { ...act, driverId: this.#hired.driverId, status: task?.status ?? null };
    logbook.taskAct({ taskId, groupId }, recorded);
    if (task === null) return;
    const { status, version } = task;
    stages.seeTask({ taskId, groupId, status, driverId: this.#hired.driverId, version });
  }
}

const SMOOTH: PlannedAttempt = {
  failure: null,
  reachesDoor: 2,
  saysArrived: true,
  wrongCodes: 0,
  buyerReadsCode: 0.5,
  countsCash: 0.5,
  miscountedBy: null,
  nextAttemptAfter: 20,
};
