import { batched } from '../../actors/assignment/batched.ts';
import { askedOf, brokenRule } from '../../actors/assignment/rules.ts';
import type { AssignmentDriver, AssignmentWorld } from '../../actors/assignment/world.ts';
import { codAssigned } from '../../actors/driver/cash-figures.ts';
import { openStops } from '../../actors/driver/legs.ts';
import { activeTasks, itemsAssigned, MOST_TASKS } from '../../actors/driver/state.ts';
import { cityTravelTimes } from '../../actors/planning/travel-times.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';
import { SOUQ } from './city.ts';
import { type Message, type World, word } from './world.ts';

/** What runs between the actors: `choose`, `retry-waiting` and the worker's duties, each reading the tables as they are. */
export class Consumers {
  readonly #world: World;
  #former: readonly AssignmentDriver[] | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  run(message: Message): void {
    if (message.type === 'choose') this.#choose(message);
    else this.retryWaiting(message.id);
  }

  /** See server/dispatch/assignment/choose.ts: whoever is chosen, everything may have changed when the driver is asked. */
  #choose({ id, payload }: Message): void {
    if (payload.batch === true) {
      this.#chooseBatch(id, String(payload.zoneId));
      return;
    }
    const world = this.#world;
    const ticket = world.tickets.find(String(payload.taskId));
    if (ticket === null || !stillWaits(ticket, payload)) {
      world.trace(() => `choose for ${payload.taskId}: waits no longer`);
      return;
    }
    this.#tell(id, ticket, world.options.random.pickAny(this.#fitting(ticket, this.#pool())));
  }

  /** See server/dispatch/assignment/choose-batch.ts: all that waits in the zone, each told for itself. */
  #chooseBatch(id: string, zoneId: string): void {
    const { options, tickets, nowText, zones, trace } = this.#world;
    trace.call(this.#world, () => `a batch in ${zoneId}`);
    const waiting = tickets.all().filter((each) => each.zoneId === zoneId && each.status === 'WAITING');
    const world: AssignmentWorld = {
      ...{ now: nowText, drivers: this.#pool(), others: { count: 0, some: [] }, zones },
      ...{ travel: cityTravelTimes, fairnessToleranceSeconds: 30 },
      // Now and then the time is up before all is decided.
      budget: () => (options.random.happens(0.2) ? 1 : 0),
    };
    let { drivers } = world;
    for (let left = waiting; left.length > 0; ) {
      const assigned = batched.assign(left, { ...world, drivers });
      drivers = assigned.drivers;
      for (const { taskId, driverId } of assigned.choices) {
        const ticket = left.find((each) => each.taskId === taskId);
        left = left.filter((each) => each !== ticket);
        if (ticket === undefined) continue;
        this.#tell(`${id}>${taskId}>${ticket.round}>${ticket.attempt}`, ticket, driverId ?? undefined);
      }
    }
  }

  #tell(id: string, { zoneId, taskId, round, attempt }: ZoneTicket, driverId: string | undefined): void {
    const world = this.#world;
    world.trace(() => `choose for ${taskId}, round ${round}, attempt ${attempt}: ${driverId ?? 'nobody'}`);
    const about = { taskId, round, attempt, policy: 'MODEL', candidates: [], excludedBy: {} };
    const zone = { kind: 'zone', key: zoneId } as const;
    if (driverId === undefined) {
      world.send(word(`${id}>no-candidate`, zone, 'no-candidate', about));
      return;
    }
    const offerId = `offer-${taskId}-${round}-${attempt}`;
    world.send(word(`${id}>offer`, zone, 'offer', { ...about, driverId, offerId }));
  }

  /** See server/dispatch/assignment/retry-waiting.ts: only tickets that somebody fits by now. */
  retryWaiting(id: string): void {
    const world = this.#world;
    const pool = this.#pool();
    for (const ticket of world.tickets.all()) {
      if (ticket.status !== 'WAITING') continue;
      if (this.#fitting({ ...ticket, refused: [] }, pool).length === 0) continue;
      const { zoneId, taskId, round, attempt } = ticket;
      const zone = { kind: 'zone', key: zoneId } as const;
      const again = `${id}>${taskId}>${round}>${attempt}`;
      world.send(word(again, zone, 'retry', { taskId, round, attempt }));
    }
  }

  /** See server/dispatch/assignment/requeue-lost-tasks.ts: what fell out between the actors, and what has had no answer. */
  duties(): number {
    const before = this.#world.bag.length;
    this.#tasksWithoutTicket();
    this.#ticketsWithoutTask();
    this.#withoutAnswer();
    return this.#world.bag.length - before;
  }

  /** See server/dispatch/routes/retime-routes.ts: where a driver is by now, as the route stood when it was looked at. */
  retime(): void {
    for (const { driverId, route } of this.#world.drivers()) {
      if (route === undefined || !this.#world.options.random.happens(0.2)) continue;
      const legs = openStops(route).map(() => 60 + this.#world.options.random.below(600));
      const about = { routeId: route.routeId, routeVersion: route.version, origin: SOUQ, legs };
      this.#say('driver', driverId, 'retime-route', about);
    }
  }

  #tasksWithoutTicket(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, round } = task;
      if (task.status !== 'UNASSIGNED' || task.manual !== undefined || !this.#old('order', orderId, 5))
        continue;
      const ticket = this.#world.tickets.find(taskId);
      if (ticket === null || ticket.round < round) this.#say('order', orderId, 'requeue', { taskId, round });
    }
  }

  #ticketsWithoutTask(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      const ticket = this.#world.tickets.find(task.taskId);
      if (ticket === null || !this.#old('order', orderId, 5)) continue;
      const waits = task.status === 'UNASSIGNED' && task.manual === undefined && ticket.round >= task.round;
      const { zoneId, taskId, round } = ticket;
      if (!waits) this.#say('zone', zoneId, 'withdraw', { taskId, round });
    }
  }

  #withoutAnswer(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      if (task.manual === undefined || !this.#old('order', orderId, 60)) continue;
      const { offerId } = task.manual;
      const about = { taskId: task.taskId, offerId, code: 'delivery.DRIVER_UNAVAILABLE' };
      this.#say('order', orderId, 'hand-assignment-failed', about);
    }
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, handOver, reversal } = task;
      if (!this.#old('order', orderId, 60)) continue;
      if (handOver !== undefined && handOver.reserved !== true) {
        const about = { taskId, handOverId: handOver.handOverId, code: 'delivery.DRIVER_UNAVAILABLE' };
        this.#say('order', orderId, 'hand-over-refused', about);
      }
      if (reversal !== undefined) this.#say('order', orderId, 'resume-reversal', { taskId, ...reversal });
    }
    for (const { zoneId, taskId, round, status, offerId, driverId } of this.#world.tickets.all()) {
      if (status !== 'OFFERING' || !this.#old('zone', zoneId, 60)) continue;
      this.#say('zone', zoneId, 'offer-refused', { taskId, round, offerId, driverId, rule: 'NO_ANSWER' });
    }
  }

  #old(kind: 'order' | 'zone', key: string, seconds: number): boolean {
    return this.#world.now - this.#world.actor(kind, key).at >= seconds * 1000;
  }

  #say(kind: 'order' | 'driver' | 'zone', key: string, type: string, payload: JsonObject): void {
    this.#world.trace(() => `a duty says ${type} to ${key}`);
    this.#world.send(word(this.#world.freshId(), { kind, key }, type, payload));
  }

  #fitting(ticket: ZoneTicket, drivers: readonly AssignmentDriver[]): string[] {
    const asked = askedOf(ticket, { zones: this.#world.zones, now: this.#world.nowText });
    return drivers.filter((driver) => brokenRule(asked, driver) === null).map(({ id }) => id);
  }

  /** The drivers' rows, now and then as they were at an earlier look. */
  #pool(): readonly AssignmentDriver[] {
    const { random } = this.#world.options;
    const former = this.#former;
    if (former !== null && random.happens(0.3)) return former;
    this.#former = this.#world
      .drivers()
      .filter(({ status, shift }) => status === 'APPROVED' && shift?.status === 'ON_DUTY')
      .map((state) => ({
        id: state.driverId,
        name: state.driverId,
        approved: true,
        duty: 'ON_DUTY' as const,
        zoneIds: state.zoneIds,
        capacity: state.capacity,
        itemsAssigned: itemsAssigned(state),
        activeTasks: Math.min(activeTasks(state), MOST_TASKS),
        cashLimit: state.cashLimit ?? null,
        cashOnHand: state.cashOnHand,
        codAssigned: codAssigned(state),
        idleSince: null,
        presence: 'ONLINE' as const,
        position: null,
        // What a way costs decides among those who fit; here chance does.
        stops: [],
        shiftEnd: null,
      }));
    return this.#former;
  }

  /** The next look is at the rows as they are. */
  lookAnew(): void {
    this.#former = null;
  }
}

function stillWaits(ticket: ZoneTicket, { zoneId, round, attempt }: JsonObject): boolean {
  return (
    ticket.status === 'WAITING' &&
    ticket.zoneId === zoneId &&
    ticket.round === round &&
    ticket.attempt === attempt
  );
}
