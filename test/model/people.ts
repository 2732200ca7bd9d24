import type { TaskState, TaskStatus } from '../../actors/order/state.ts';
import { buyer, dispatcher, driverCalled, groupIdOf, NORTH, secondDispatcher, seller, WIDE } from './city.ts';
import type { Random } from './random.ts';
import { type World, word } from './world.ts';

export const LIMITS = ['130.00', '260.00', '400.00', '1000.00'] as const;
export const CAPACITIES = [2, 4, 6] as const;
export const DRIVER_ZONES = [[WIDE], [WIDE, NORTH], [NORTH]] as const;

/** Who does what by chance: sellers, dispatchers, drivers, buyers. None of them cares whether it is allowed. */
export class People {
  readonly #world: World;
  readonly #random: Random;
  readonly #groups: readonly { orderId: string; groupId: string }[];
  readonly #drivers: readonly string[];
  readonly #acts: readonly { upTo: number; act: () => void }[];

  constructor(
    world: World,
    orders: readonly { orderId: string; groups: number }[],
    drivers: readonly string[],
  ) {
    this.#world = world;
    this.#random = world.options.random;
    this.#drivers = drivers;
    this.#groups = orders.flatMap(({ orderId, groups }) =>
      Array.from({ length: groups }, (_, index) => ({ orderId, groupId: groupIdOf(orderId, index) })),
    );
    const acts: [number, () => void][] = [
      [20, () => this.#ready()],
      [70, () => this.#driveOn()],
      [5, () => this.#drive()],
      [10, () => this.#byHand()],
      [5, () => this.#unassign()],
      [3, () => this.#clearExclusions()],
      [2, () => this.#cancel()],
      [8, () => this.#shift()],
      [2, () => this.#terms()],
      [2, () => this.#standing()],
      [8, () => this.#handIn()],
      [2, () => this.#zone()],
      [8, () => this.#fail()],
      [14, () => this.#decideOn()],
      [3, () => this.#reverse()],
      [10, () => this.#openHandOver()],
      [20, () => this.#handOver()],
    ];
    let upTo = 0;
    this.#acts = acts.map(([weight, act]) => {
      upTo += weight;
      return { upTo, act };
    });
  }

  act(): void {
    const drawn = this.#random.below(this.#acts.at(-1)?.upTo ?? 0);
    this.#acts.find(({ upTo }) => drawn < upTo)?.act();
  }

  #driver(): string {
    return this.#random.pick(this.#drivers) ?? '';
  }

  /** One of those groups that fit, if the first few looked at have one. */
  #group(fits: (task: TaskState | undefined) => boolean) {
    for (let looks = 0; looks < 4; looks += 1) {
      const group = this.#random.pick(this.#groups);
      if (group === undefined) break;
      const { orderId, groupId } = group;
      const task = this.#world.order(orderId).groups[groupId]?.task;
      if (fits(task)) return { orderId, groupId, task };
    }
    return null;
  }

  /** A task that exists already, wherever it stands. */
  #task(fits = (_task: TaskState): boolean => true) {
    const found = this.#group((task) => task !== undefined && fits(task));
    return found?.task === undefined ? null : { ...found, task: found.task };
  }

  #ready(): void {
    const found = this.#group((task) => task === undefined) ?? this.#group(() => true);
    if (found !== null) this.#world.give(seller, 'order', found.orderId, 'ready', { groupId: found.groupId });
  }

  /** The task's own driver does what comes next, and perhaps what comes after that; or says no. */
  #driveOn(): void {
    const found = this.#task(({ offer }) => offer !== undefined);
    if (found === null) return;
    const { orderId, groupId } = found;
    do {
      const task = this.#world.order(orderId).groups[groupId]?.task;
      const driverId = task?.offer?.driverId;
      if (task === undefined || driverId === undefined) return;
      const declines = task.status === 'ASSIGNED' && this.#random.chance(0.3);
      const type = declines ? 'decline' : nextStep(task);
      if (type === null) return;
      const payload = { taskId: task.taskId, amount: '125.00' };
      this.#world.give(driverCalled(driverId), 'order', orderId, type, payload);
    } while (this.#random.chance(0.6));
  }

  /** Somebody who had the task once, or never had. */
  #drive(): void {
    const found = this.#task();
    if (found === null) return;
    const type = this.#random.pick(['accept', 'decline', 'pick-up', 'in-transit', 'complete']) ?? 'accept';
    const by = driverCalled(this.#driver());
    this.#world.give(by, 'order', found.orderId, type, { taskId: found.task.taskId });
  }

  #byHand(): void {
    const found = this.#task();
    if (found === null) return;
    const { taskId } = found.task;
    // Now and then the dispatcher looked a while ago.
    const round = this.#random.chance(0.3) ? found.task.round - this.#random.below(2) : found.task.round;
    const payload = { taskId, round, driverId: this.#driver(), offerId: `hand-${this.#world.freshId()}` };
    this.#world.give(dispatcher, 'order', found.orderId, 'assign-by-hand', payload);
  }

  #clearExclusions(): void {
    const found = this.#task(({ excluded }) => excluded.length > 0);
    if (found === null) return;
    const { taskId, excluded } = found.task;
    const one = this.#random.chance(0.5) ? this.#random.pick(excluded)?.driverId : undefined;
    const payload = { taskId, ...(one === undefined ? {} : { driverId: one }) };
    this.#world.give(dispatcher, 'order', found.orderId, 'clear-exclusions', payload);
  }

  #unassign(): void {
    const found = this.#task();
    if (found === null) return;
    this.#world.give(dispatcher, 'order', found.orderId, 'unassign', { taskId: found.task.taskId });
  }

  #cancel(): void {
    const found = this.#group(() => true);
    if (found === null) return;
    const by = this.#random.chance(0.2) ? buyer : dispatcher;
    this.#world.give(by, 'order', found.orderId, 'cancel-group', { groupId: found.groupId });
  }

  #fail(): void {
    const found = this.#task(({ status }) => CARRIED.includes(status));
    const driverId = found?.task.offer?.driverId;
    if (found === null || driverId === undefined) return;
    const failure = this.#random.pick(['NOBODY_HOME', 'REFUSED', 'LOST']) ?? 'REFUSED';
    const payload = { taskId: found.task.taskId, failure };
    this.#world.give(driverCalled(driverId), 'order', found.orderId, 'fail', payload);
  }

  /** What becomes of goods that were not taken, or a code that doesn't come. */
  #decideOn(): void {
    const undecided = this.#task(({ status }) => status === 'FAILED');
    const found = undecided ?? this.#task(({ status }) => CARRIED.includes(status));
    if (found === null) return;
    const types = ['retry', 'retry', 'start-return', 'write-off', 'override-code', 'cancel-hand-over'];
    const type = this.#random.pick(types) ?? 'retry';
    this.#world.give(dispatcher, 'order', found.orderId, type, { taskId: found.task.taskId });
  }

  #reverse(): void {
    const found = this.#task(({ status }) => status === 'COMPLETED');
    if (found === null) return;
    const payload = { taskId: found.task.taskId, reversalId: `reversal-${this.#world.freshId()}` };
    this.#world.give(dispatcher, 'order', found.orderId, 'reverse', payload);
  }

  #openHandOver(): void {
    const found = this.#task(({ status }) => CARRIED.includes(status));
    if (found === null) return;
    const handOverId = `hand-over-${this.#world.freshId()}`;
    const payload = { taskId: found.task.taskId, toDriverId: this.#driver(), handOverId };
    this.#world.give(dispatcher, 'order', found.orderId, 'open-hand-over', payload);
  }

  /** One or both of the drivers say that the goods change hands. */
  #handOver(): void {
    const found = this.#task(({ handOver }) => handOver !== undefined);
    const { offer, handOver } = found?.task ?? {};
    if (found === null || offer === undefined || handOver === undefined) return;
    const both = [handOver.toDriverId, offer.driverId].filter(() => this.#random.chance(0.8));
    for (const driverId of both) {
      const payload = { taskId: found.task.taskId };
      this.#world.give(driverCalled(driverId), 'order', found.orderId, 'hand-over', payload);
    }
  }

  #shift(): void {
    const driverId = this.#driver();
    const duty = this.#world.driver(driverId).shift?.status;
    const back = duty === undefined ? 'start-shift' : 'end-break';
    const off = this.#random.chance(0.3) ? 'end-shift' : 'start-break';
    const type = duty === 'ON_DUTY' ? off : back;
    this.#world.give(driverCalled(driverId), 'driver', driverId, type, {});
  }

  #terms(): void {
    const terms = {
      cashLimit: this.#random.pick(LIMITS) ?? '0.00',
      capacity: this.#random.pick(CAPACITIES) ?? 2,
      zoneIds: [...(this.#random.pick(DRIVER_ZONES) ?? [])],
    };
    this.#world.give(dispatcher, 'driver', this.#driver(), 'update', terms);
  }

  #standing(): void {
    const driverId = this.#driver();
    const type = this.#world.driver(driverId).status === 'SUSPENDED' ? 'reinstate' : 'suspend';
    this.#world.give(dispatcher, 'driver', driverId, type, {});
  }

  #handIn(): void {
    const rich = this.#drivers.filter((each) => this.#world.driver(each).cashOnHand !== '0.00');
    const driverId = this.#random.pick(rich) ?? this.#driver();
    const { settlement } = this.#world.driver(driverId);
    if (settlement === undefined) {
      const counted = this.#random.chance(0.5) ? '125.00' : '0.00';
      this.#world.give(dispatcher, 'driver', driverId, 'hand-in', { counted });
    } else {
      const { settlementId } = settlement;
      this.#world.give(secondDispatcher, 'driver', driverId, 'approve-settlement', { settlementId });
    }
  }

  /** A zone is closed or opened again: tasks waiting in the closed one get a new round. */
  #zone(): void {
    const { closed } = this.#world.zones;
    const zoneId = this.#random.chance(0.8) ? NORTH : WIDE;
    if (closed.delete(zoneId)) return;
    closed.add(zoneId);
    this.#world.trace(() => `${zoneId} is closed`);
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, round, homeZoneId } = task;
      if (homeZoneId !== zoneId || task.status !== 'UNASSIGNED') continue;
      const order = { kind: 'order', key: orderId } as const;
      this.#world.send(word(this.#world.freshId(), order, 'requeue', { taskId, round }));
    }
  }
}

const NEXT: { readonly [status in TaskStatus]?: string } = {
  ASSIGNED: 'accept',
  ACCEPTED: 'pick-up',
  PICKED_UP: 'in-transit',
  CODE_VERIFIED: 'record-cash',
  CASH_RECORDED: 'complete',
  RETURNING: 'complete-return',
};

const CARRIED: readonly TaskStatus[] = ['PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'FAILED', 'RETURNING'];

function nextStep({ status, code }: TaskState): string | null {
  if (status === 'IN_TRANSIT') return code === undefined ? 'request-code' : 'verify-code';
  return NEXT[status] ?? null;
}
