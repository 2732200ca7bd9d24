import { nameOf, openStops } from '../../actors/driver/legs.ts';
import type { Stop } from '../../actors/driver/state.ts';
import type { GroupStatus, TaskState, TaskStatus } from '../../actors/order/state.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { buyer, dispatcher, secondDispatcher, sellerOf } from '../worlds/pure/fixtures.ts';
import { commandTo, driverRef, orderRef } from '../worlds/pure/message.ts';
import type { PureWorld } from '../worlds/pure/pure-world.ts';
import { driverWithId, groupIdOf, type ModelZones, NORTH, WIDE } from './city.ts';

export const LIMITS = ['130.00', '260.00', '400.00', '1000.00'] as const;
export const CAPACITIES = [2, 4, 6] as const;
export const DRIVER_ZONES = [[WIDE], [WIDE, NORTH], [NORTH]] as const;

/** Sellers, dispatchers, drivers and buyers who act at random, whether or not their command is allowed. */
export class People {
  readonly #world: PureWorld;
  readonly #zones: ModelZones;
  readonly #random: Chance;
  readonly #groups: readonly { orderId: string; groupId: string }[];
  readonly #drivers: readonly string[];
  /** How likely a driver takes the next step at once. */
  readonly #haste: number;
  readonly #acts: readonly { upTo: number; act: () => void }[];

  constructor(
    { world, zones, random }: { world: PureWorld; zones: ModelZones; random: Chance },
    orders: readonly { orderId: string; groups: number }[],
    drivers: readonly string[],
    /** In a calm run little is undone: goods reach the door and routes fill up. */
    mood: 'hectic' | 'calm',
  ) {
    this.#haste = mood === 'calm' ? 0.2 : 0.6;
    this.#world = world;
    this.#zones = zones;
    this.#random = random;
    this.#drivers = drivers;
    this.#groups = orders.flatMap(({ orderId, groups }) =>
      Array.from({ length: groups }, (_, index) => ({ orderId, groupId: groupIdOf(orderId, index) })),
    );
    const acts: [hectic: number, calm: number, act: () => void][] = [
      [20, 24, () => this.#sell()],
      [70, 90, () => this.#driveOn()],
      [5, 3, () => this.#drive()],
      [10, 6, () => this.#byHand()],
      [5, 2, () => this.#unassign()],
      [3, 2, () => this.#clearExclusions()],
      [2, 1, () => this.#cancel()],
      [8, 6, () => this.#shift()],
      [2, 1, () => this.#terms()],
      [2, 0, () => this.#standing()],
      [8, 8, () => this.#handIn()],
      [2, 0, () => this.#zone()],
      [8, 16, () => this.#fail()],
      [14, 30, () => this.#decideOn()],
      [3, 8, () => this.#reverse()],
      [10, 14, () => this.#openHandOver()],
      [20, 24, () => this.#handOver()],
      [8, 20, () => this.#arrange()],
      [2, 3, () => this.#carryOver()],
    ];
    let upTo = 0;
    this.#acts = acts.map(([hectic, calm, act]) => {
      upTo += mood === 'calm' ? calm : hectic;
      return { upTo, act };
    });
  }

  act(): void {
    const drawn = this.#random.below(this.#acts.at(-1)?.upTo ?? 0);
    this.#acts.find(({ upTo }) => drawn < upTo)?.act();
  }

  #driver(): string {
    return this.#random.pickAny(this.#drivers) ?? '';
  }

  /** A random group that fits, if one of the first few drawn does. */
  #group(fits: (task: TaskState | undefined) => boolean) {
    for (let looks = 0; looks < 4; looks += 1) {
      const group = this.#random.pickAny(this.#groups);
      if (group === undefined) break;
      const { orderId, groupId } = group;
      const task = this.#world.order(orderId).groups[groupId]?.task;
      if (fits(task)) return { orderId, groupId, task };
    }
    return null;
  }

  /** A random task, in any state. */
  #task(fits = (_task: TaskState): boolean => true) {
    const found = this.#group((task) => task !== undefined && fits(task));
    return found?.task === undefined ? null : { ...found, task: found.task };
  }

  /** A seller takes the next steps with a group that has no task yet, or that has come back. */
  #sell(): void {
    const found =
      this.#group((task) => task === undefined || task.status === 'RETURNED') ?? this.#group(() => true);
    if (found === null) return;
    const { orderId, groupId } = found;
    do {
      const status = this.#world.order(orderId).groups[groupId]?.status ?? 'PACKED';
      const refuses = status === 'PENDING_ACCEPTANCE' && this.#random.happens(0.1);
      const type = refuses ? 'reject' : (SELLERS[status] ?? 'ready');
      const damaged = type === 'confirm-return' ? { damaged: [] } : {};
      this.#world.give(seller, orderRef(orderId), type, { groupId, ...damaged });
    } while (this.#random.happens(0.5));
  }

  /** The task's own driver takes the next step, and perhaps the one after that; or declines. */
  #driveOn(): void {
    const found = this.#task(({ offer }) => offer !== undefined);
    if (found === null) return;
    const { orderId, groupId } = found;
    do {
      const task = this.#world.order(orderId).groups[groupId]?.task;
      const driverId = task?.offer?.driverId;
      if (task === undefined || driverId === undefined) return;
      const declines = task.status === 'ASSIGNED' && this.#random.happens(0.3);
      const arrives = task.status === 'IN_TRANSIT' && this.#random.happens(0.2);
      const type = declines ? 'decline' : arrives ? 'arrive' : nextStep(task);
      if (type === null) return;
      const payload = { taskId: task.taskId, amount: '125.00' };
      this.#world.give(driverWithId(driverId), orderRef(orderId), type, payload);
    } while (this.#random.happens(this.#haste));
  }

  /** A random driver acts on a task, whether or not it was ever theirs. */
  #drive(): void {
    const found = this.#task();
    if (found === null) return;
    const type = this.#random.pickAny(['accept', 'decline', 'pick-up', 'in-transit', 'complete']) ?? 'accept';
    const by = driverWithId(this.#driver());
    this.#world.give(by, orderRef(found.orderId), type, { taskId: found.task.taskId });
  }

  #byHand(): void {
    const found = this.#task();
    if (found === null) return;
    const { taskId } = found.task;
    // Now and then the dispatcher acts on an outdated screen.
    const round = this.#random.happens(0.3) ? found.task.round - this.#random.below(2) : found.task.round;
    const payload = { taskId, round, driverId: this.#driver(), offerId: `hand-${this.#world.freshId()}` };
    this.#world.give(dispatcher, orderRef(found.orderId), 'assign-by-hand', payload);
  }

  #clearExclusions(): void {
    const found = this.#task(({ excluded }) => excluded.length > 0);
    if (found === null) return;
    const { taskId, excluded } = found.task;
    const one = this.#random.happens(0.5) ? this.#random.pickAny(excluded)?.driverId : undefined;
    const payload = { taskId, ...(one === undefined ? {} : { driverId: one }) };
    this.#world.give(dispatcher, orderRef(found.orderId), 'clear-exclusions', payload);
  }

  #unassign(): void {
    const found = this.#task();
    if (found === null) return;
    this.#world.give(dispatcher, orderRef(found.orderId), 'unassign', { taskId: found.task.taskId });
  }

  #cancel(): void {
    const found = this.#group(() => true);
    if (found === null) return;
    const by = this.#random.happens(0.2) ? buyer : dispatcher;
    this.#world.give(by, orderRef(found.orderId), 'cancel-group', { groupId: found.groupId });
  }

  #fail(): void {
    const found = this.#task(({ status }) => CARRIED.includes(status));
    const driverId = found?.task.offer?.driverId;
    if (found === null || driverId === undefined) return;
    const failure = this.#random.pickAny(['NOBODY_HOME', 'REFUSED', 'LOST']) ?? 'REFUSED';
    const payload = { taskId: found.task.taskId, failure };
    this.#world.give(driverWithId(driverId), orderRef(found.orderId), 'fail', payload);
  }

  /** A dispatcher decides on failed deliveries, missing codes, and hand-overs for which neither driver comes. */
  #decideOn(): void {
    const undecided = this.#task(({ status, handOver }) => status === 'FAILED' || handOver !== undefined);
    const found = undecided ?? this.#task(({ status }) => CARRIED.includes(status));
    if (found === null) return;
    const { status, handOver, taskId } = found.task;
    const callsOff = handOver !== undefined && this.#random.happens(0.3);
    const types = DECISIONS[status] ?? ['override-code', 'retry', 'write-off'];
    const type = callsOff ? 'cancel-hand-over' : (this.#random.pickAny(types) ?? 'retry');
    this.#world.give(dispatcher, orderRef(found.orderId), type, { taskId });
  }

  #reverse(): void {
    const found = this.#task(({ status }) => status === 'COMPLETED');
    if (found === null) return;
    const payload = { taskId: found.task.taskId, reversalId: `reversal-${this.#world.freshId()}` };
    this.#world.give(dispatcher, orderRef(found.orderId), 'reverse', payload);
  }

  #openHandOver(): void {
    const found = this.#task(({ status }) => CARRIED.includes(status));
    if (found === null) return;
    const handOverId = `hand-over-${this.#world.freshId()}`;
    const payload = { taskId: found.task.taskId, toDriverId: this.#driver(), handOverId };
    this.#world.give(dispatcher, orderRef(found.orderId), 'open-hand-over', payload);
  }

  /** One or both of the drivers confirm that the goods change hands. */
  #handOver(): void {
    const found = this.#task(({ handOver }) => handOver !== undefined);
    const { offer, handOver } = found?.task ?? {};
    if (found === null || offer === undefined || handOver === undefined) return;
    const both = [handOver.toDriverId, offer.driverId].filter(() => this.#random.happens(0.8));
    for (const driverId of both) {
      const payload = { taskId: found.task.taskId };
      this.#world.give(driverWithId(driverId), orderRef(found.orderId), 'hand-over', payload);
    }
  }

  /** A dispatcher rearranges a route, sometimes into an invalid sequence; perhaps the route has changed meanwhile. */
  #arrange(): void {
    const much = this.#drivers.filter((each) => this.#openStops(each).length > 2);
    const driverId = this.#random.pickAny(much) ?? this.#driver();
    const { route } = this.#world.driver(driverId);
    if (route === undefined) return;
    const order = openStops(route)
      .map((stop) => ({ stop, rank: this.#random.unit() - (stop.kind === 'PICKUP' ? 0.6 : 0) }))
      .sort((left, right) => left.rank - right.rank)
      .map(({ stop }) => nameOf(stop));
    const about = {
      routeId: route.routeId,
      expectedRouteVersion: route.version - (this.#random.happens(0.1) ? 1 : 0),
    };
    if (this.#random.happens(0.5)) {
      this.#world.give(dispatcher, driverRef(driverId), 'replan-route', { ...about, order });
      return;
    }
    const stops = order.map((stopId) => ({ stopId, locked: this.#random.happens(0.2) }));
    this.#world.give(dispatcher, driverRef(driverId), 'arrange-stops', { ...about, stops });
  }

  #openStops(driverId: string): Stop[] {
    const { route } = this.#world.driver(driverId);
    return route === undefined ? [] : openStops(route);
  }

  #carryOver(): void {
    this.#world.give(dispatcher, driverRef(this.#driver()), 'allow-carry-over', {});
  }

  #shift(): void {
    const away = this.#drivers.filter((each) => this.#world.driver(each).shift?.status !== 'ON_DUTY');
    const driverId = (this.#random.happens(0.5) ? this.#random.pickAny(away) : undefined) ?? this.#driver();
    const duty = this.#world.driver(driverId).shift?.status;
    const back = duty === undefined ? 'start-shift' : 'end-break';
    const off = this.#random.happens(0.3) ? 'end-shift' : 'start-break';
    const type = duty === 'ON_DUTY' ? off : back;
    this.#world.give(driverWithId(driverId), driverRef(driverId), type, {});
  }

  #terms(): void {
    const terms = {
      cashLimit: this.#random.pickAny(LIMITS) ?? '0.00',
      capacity: this.#random.pickAny(CAPACITIES) ?? 2,
      zoneIds: [...(this.#random.pickAny(DRIVER_ZONES) ?? [])],
    };
    this.#world.give(dispatcher, driverRef(this.#driver()), 'update', terms);
  }

  #standing(): void {
    const driverId = this.#driver();
    const type = this.#world.driver(driverId).status === 'SUSPENDED' ? 'reinstate' : 'suspend';
    this.#world.give(dispatcher, driverRef(driverId), type, {});
  }

  #handIn(): void {
    const rich = this.#drivers.filter((each) => this.#world.driver(each).cashOnHand !== '0.00');
    const driverId = this.#random.pickAny(rich) ?? this.#driver();
    const { settlement } = this.#world.driver(driverId);
    if (settlement === undefined) {
      const counted = this.#random.happens(0.5) ? '125.00' : '0.00';
      this.#world.give(dispatcher, driverRef(driverId), 'hand-in', { counted });
    } else {
      const { settlementId } = settlement;
      this.#world.give(secondDispatcher, driverRef(driverId), 'approve-settlement', { settlementId });
    }
  }

  /** Closes a zone or opens it again: tasks waiting in a closed zone get a new round. */
  #zone(): void {
    const { closed } = this.#zones;
    const zoneId = this.#random.happens(0.8) ? NORTH : WIDE;
    if (closed.delete(zoneId)) return;
    closed.add(zoneId);
    this.#world.trace(() => `${zoneId} is closed`);
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, round, homeZoneId } = task;
      if (homeZoneId !== zoneId || task.status !== 'UNASSIGNED') continue;
      const requeue = commandTo(orderRef(orderId), this.#world.freshId(), 'requeue', { taskId, round });
      this.#world.send(requeue);
    }
  }
}

const seller = sellerOf(0);

const SELLERS: { readonly [status in GroupStatus]?: string } = {
  PENDING_ACCEPTANCE: 'accept',
  ACCEPTED: 'pack',
  PACKED: 'ready',
  RETURNED: 'confirm-return',
};

const DECISIONS: { readonly [status in TaskStatus]?: readonly string[] } = {
  FAILED: ['retry', 'retry', 'start-return', 'write-off'],
  RETURNING: ['write-off', 'retry', 'override-code'],
};

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
  if (status === 'IN_TRANSIT' || status === 'ARRIVED')
    return code === undefined ? 'request-code' : 'verify-code';
  return NEXT[status] ?? null;
}
