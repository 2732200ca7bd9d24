import type { DriverEvent } from '../../../actors/driver/behaviours.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { OrderEvent } from '../../../actors/order/behaviours.ts';
import { findTask, type GroupState, type OrderState, type TaskState } from '../../../actors/order/state.ts';
import { groupStanding } from '../../../actors/order/transitions.ts';
import { Books, cents } from './books.ts';
import { Broken } from './broken.ts';
import type { PureWorld, Turn } from './pure-world.ts';
import { checkRoute } from './route-rules.ts';

/** What must hold after every single commit, whatever messages are in flight. */
export class CommitRules {
  /** `<offer> <driver>` pairs that the order has denied or ended. */
  readonly #denied = new Set<string>();
  /** `<offer> <driver>` pairs of which the driver actor knows that they have ended. */
  readonly #released = new Set<string>();
  readonly books = new Books();

  readonly look = (world: PureWorld, turn: Turn): void => {
    this.books.post(turn.effects);
    if (turn.actor.ref.kind === 'order') this.#order(world, turn);
    if (turn.actor.ref.kind === 'driver' && turn.before !== null) this.#driver(world, turn);
    this.#shown(world, turn);
  };

  #order(world: PureWorld, { actor, events }: Turn): void {
    const order = actor.state as OrderState;
    checkMirrors(order);
    for (const event of events as readonly OrderEvent[]) {
      switch (event.type) {
        case 'TASK_ASSIGNED':
          if (this.#denied.has(`${event.offerId} ${event.driverId}`))
            throw new Broken('a denied offer stays denied', `${event.offerId} is assigned`);
          break;
        case 'ASSIGNMENT_DENIED':
          this.#denied.add(`${event.offerId} ${event.driverId}`);
          break;
        case 'TASK_DECLINED':
        case 'OFFER_EXPIRED':
        case 'TASK_UNASSIGNED':
          this.#denied.add(`${event.endedOffer.offerId} ${event.endedOffer.driverId}`);
      }
      if ('taskId' in event && event.taskId !== null) {
        const task = findTask(order, event.taskId)?.task;
        if (task !== undefined) mustHold(world, task);
      }
    }
  }

  #driver(world: PureWorld, { actor, before, events }: Turn): void {
    const state = actor.state as DriverState;
    for (const event of events as readonly DriverEvent[]) {
      if (event.type === 'OFFER_RELEASED') this.#released.add(`${event.offerId} ${state.driverId}`);
      if (event.type === 'RESERVED' && this.#released.has(`${event.offerId} ${state.driverId}`))
        throw new Broken('a denied offer stays denied', `${event.offerId} is reserved by ${state.driverId}`);
    }
    // A reversed completion may exceed the limits: its goods never left the car.
    const back = (events as readonly DriverEvent[]).some(({ type }) => type === 'CASH_UNCOLLECTED');
    if (!back) limits(before as DriverState, state);
    for (const { task } of world.tasks()) {
      if (task.offer?.driverId === state.driverId) mustHold(world, task);
    }
    oneOwner(world, state);
    checkRoute(before as DriverState, state, events as readonly DriverEvent[]);
    this.books.note(events as readonly DriverEvent[]);
  }

  /** A push or a notification about an offer goes only to the driver whom the order names. */
  #shown(world: PureWorld, { actor, effects }: Turn): void {
    for (const effect of effects) {
      if (effect.do === 'push' && effect.payload.version !== actor.version)
        throw new Broken(
          'what is pushed bears the version of its commit',
          `${effect.event} of ${actor.ref.key}`,
        );
      if (effect.do === 'push' && effect.event === 'task.offered') {
        for (const room of effect.rooms) isOffered(world, room.slice('driver:'.length), effect.payload);
      }
      if (effect.do === 'consume' && effect.consumer === 'notify' && effect.payload.kind === 'TASK_OFFERED')
        isOffered(world, String(effect.payload.driverId), effect.payload);
    }
  }
}

/** A group's status always follows its task's, and the order's status its groups', within the same commit. */
function checkMirrors({ orderId, groups, status }: OrderState): void {
  for (const { status: standing, task } of Object.values(groups)) {
    if (task !== undefined && groupStanding[task.status] !== standing)
      throw new Broken('a group mirrors its task', `${task.taskId} ${task.status}: ${standing}`);
  }
  const wanted = orderStanding(Object.values(groups));
  if (status !== wanted)
    throw new Broken('an order mirrors its groups', `${orderId} ${status}, not ${wanted}`);
}

const ENDED = ['DELIVERED', 'REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'];

/** The order's status as the specification defines it, implemented a second time. */
function orderStanding(groups: readonly GroupState[]): string {
  const delivered = groups.filter(({ status }) => status === 'DELIVERED').length;
  if (groups.some(({ status }) => !ENDED.includes(status)))
    return groups.some(({ acceptedAt }) => acceptedAt !== undefined) ? 'IN_PROGRESS' : 'PENDING';
  if (delivered === groups.length) return 'DELIVERED';
  return delivered > 0 ? 'PARTIALLY_DELIVERED' : 'CANCELLED';
}

function isOffered(
  world: PureWorld,
  driverId: string,
  { taskId, orderId, offerId }: { [name: string]: unknown },
): void {
  const offer = findTask(world.order(String(orderId)), String(taskId))?.task.offer;
  if (offer?.driverId !== driverId || (offerId !== undefined && offer.offerId !== offerId))
    throw new Broken('an offer is shown only when the order says so', `${taskId} to ${driverId}`);
}

const GONE = ['COMPLETED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'];

/** The driver whom the order names holds the task: only the order ends a reservation. */
function mustHold(world: PureWorld, { taskId, offer, status }: TaskState): void {
  if (offer === undefined || GONE.includes(status)) return;
  const { reservations, work } = world.driver(offer.driverId);
  if (reservations[offer.offerId] !== undefined || work[taskId]?.offerId === offer.offerId) return;
  throw new Broken(
    'the driver of a task holds it',
    `${taskId} is ${status} with ${offer.driverId}, who doesn't hold ${offer.offerId}`,
  );
}

/** A driver takes on only what fits; load above a limit can only come from a change of terms. */
function limits(before: DriverState, after: DriverState): void {
  const load = loadOf(after);
  const former = loadOf(before);
  if (load.items > former.items && load.items > after.capacity)
    throw new Broken('no driver over capacity', `${after.driverId}: ${load.items} of ${after.capacity}`);
  const limit = cents(after.cashLimit ?? '0.00');
  if (load.cash > former.cash && load.cash > limit)
    throw new Broken('no driver over the cash limit', `${after.driverId}: ${load.cash} of ${limit} cents`);
}

function loadOf({ reservations, work, cashOnHand }: DriverState): { items: number; cash: number } {
  let items = 0;
  let cash = cents(cashOnHand);
  for (const held of Object.values(reservations)) {
    items += held.items;
    cash += cents(held.cod);
  }
  for (const held of Object.values(work)) {
    if (held.finished === undefined) items += held.items;
    if (held.collected === undefined) cash += cents(held.cod);
  }
  return { items, cash };
}

/** Two drivers never have the same round of a task, and never both have the goods. */
function oneOwner(world: PureWorld, { driverId, reservations, work }: DriverState): void {
  for (const other of world.drivers()) {
    if (other.driverId === driverId) continue;
    const owned = [
      ...Object.values(other.reservations).filter(({ confirmed }) => confirmed),
      ...Object.entries(other.work).map(([taskId, held]) => ({ ...held, taskId })),
    ];
    for (const { taskId, round } of owned) {
      const mine =
        work[taskId]?.round ??
        Object.values(reservations).find((held) => held.taskId === taskId && held.confirmed)?.round;
      const both = work[taskId]?.pickedUp === true && other.work[taskId]?.pickedUp === true;
      // During a hand-over the order notifies the two drivers one after the other, so both may briefly have the goods.
      const names = world.tasks().find(({ task }) => task.taskId === taskId)?.task.offer?.driverId;
      const owners = [driverId, other.driverId];
      if (mine === round || (both && !owners.includes(names ?? '')))
        throw new Broken(
          'one driver has a task',
          `${taskId}, round ${round}: ${driverId}, ${other.driverId}`,
        );
    }
  }
}
