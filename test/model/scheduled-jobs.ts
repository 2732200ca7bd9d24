import { openStops } from '../../actors/driver/legs.ts';
import type { ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { SOUQ } from '../worlds/pure/fixtures.ts';
import { commandTo, driverRef, orderRef, zoneRef } from '../worlds/pure/message.ts';
import type { PureWorld } from '../worlds/pure/pure-world.ts';

/** The worker's scheduled jobs, each reading the tables as they are at that time. */
export class ScheduledJobs {
  readonly #world: PureWorld;
  readonly #random: Chance;

  constructor(world: PureWorld, random: Chance) {
    this.#world = world;
    this.#random = random;
  }

  /**
   * See server/dispatch/assignment/requeue-lost-tasks.ts: repairs what was lost between the actors, and repeats what
   * was never answered.
   */
  putRight(): void {
    this.#tasksWithoutTicket();
    this.#ticketsWithoutTask();
    this.#withoutAnswer();
  }

  /** See server/dispatch/routes/retime-routes.ts: recomputes arrival times, for the route as the job read it. */
  retime(): void {
    for (const { driverId, route } of this.#world.drivers()) {
      if (route === undefined || !this.#random.happens(0.2)) continue;
      const legs = openStops(route).map(() => 60 + this.#random.below(600));
      const about = { routeId: route.routeId, routeVersion: route.version, origin: SOUQ, legs };
      this.#say(driverRef(driverId), 'retime-route', about);
    }
  }

  #tasksWithoutTicket(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, round } = task;
      if (task.status !== 'UNASSIGNED' || task.manual !== undefined || !this.#old(orderRef(orderId), 5))
        continue;
      const ticket = this.#world.rows.ticket(taskId);
      if (ticket === null || ticket.round < round) this.#say(orderRef(orderId), 'requeue', { taskId, round });
    }
  }

  #ticketsWithoutTask(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      const ticket = this.#world.rows.ticket(task.taskId);
      if (ticket === null || !this.#old(orderRef(orderId), 5)) continue;
      const waits = task.status === 'UNASSIGNED' && task.manual === undefined && ticket.round >= task.round;
      const { zoneId, taskId, round } = ticket;
      if (!waits) this.#say(zoneRef(zoneId), 'withdraw', { taskId, round });
    }
  }

  #withoutAnswer(): void {
    for (const { orderId, task } of this.#world.tasks()) {
      if (task.manual === undefined || !this.#old(orderRef(orderId), 60)) continue;
      const { offerId } = task.manual;
      const about = { taskId: task.taskId, offerId, code: 'delivery.DRIVER_UNAVAILABLE' };
      this.#say(orderRef(orderId), 'hand-assignment-failed', about);
    }
    for (const { orderId, task } of this.#world.tasks()) {
      const { taskId, handOver, reversal } = task;
      if (!this.#old(orderRef(orderId), 60)) continue;
      if (handOver !== undefined && handOver.reserved !== true) {
        const about = { taskId, handOverId: handOver.handOverId, code: 'delivery.DRIVER_UNAVAILABLE' };
        this.#say(orderRef(orderId), 'hand-over-refused', about);
      }
      if (reversal !== undefined) this.#say(orderRef(orderId), 'resume-reversal', { taskId, ...reversal });
    }
    for (const { zoneId, taskId, round, status, offerId, driverId } of this.#world.rows.tickets()) {
      if (status !== 'OFFERING' || !this.#old(zoneRef(zoneId), 60)) continue;
      this.#say(zoneRef(zoneId), 'offer-refused', { taskId, round, offerId, driverId, rule: 'NO_ANSWER' });
    }
  }

  #old(actor: ActorRef, seconds: number): boolean {
    return this.#world.now - this.#world.actor(actor).at >= seconds * 1000;
  }

  #say(to: ActorRef, type: string, payload: JsonObject): void {
    this.#world.trace(() => `a job sends ${type} to ${to.key}`);
    this.#world.send(commandTo(to, this.#world.freshId(), type, payload));
  }
}
