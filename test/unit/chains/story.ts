import { expect } from 'chai';
import type { ActorRef, Principal } from '../../../actors/runtime/machine.ts';
import {
  dispatcher,
  driverCalled,
  groupId,
  idOf,
  ORDER,
  placedGroup,
  sellerOf,
} from '../../worlds/pure/fixtures.ts';
import { driverRef, orderRef } from '../../worlds/pure/message.ts';
import { OneOrder } from './one-order.ts';

export const order: ActorRef = orderRef(ORDER);
export const driverNamed = (name: string): ActorRef => driverRef(idOf(name));

export class Story extends OneOrder {
  twice = false;

  /** The only task of the story. */
  task(group = 0) {
    const task = this.orderState().groups[groupId(group)]?.task;
    if (task === undefined) throw new Error('no task');
    return task;
  }

  /** Gives a command that must be accepted, with all that follows from it. */
  does(by: Principal, type: string, payload: object, ref: ActorRef = order): void {
    const decision = this.give(by, ref, type, payload);
    expect(decision.outcome, `${type}: ${JSON.stringify(decision)}`).to.equal('accepted');
    this.settle(this.twice);
  }

  seller(type: string, group = 0): void {
    this.does(sellerOf(group), type, { groupId: groupId(group) });
  }

  drives(name: string, type: string, payload: object = {}, group = 0): void {
    this.does(driverCalled(name), type, { taskId: this.task(group).taskId, ...payload });
  }

  byHand(name: string, offer: string): void {
    this.does(dispatcher, 'assign-by-hand', {
      taskId: this.task().taskId,
      driverId: idOf(name),
      offerId: idOf(offer),
    });
  }

  makeReady(group = 0): void {
    for (const type of ['accept', 'pack', 'ready']) this.seller(type, group);
  }

  deliver100(name: string, group = 0): void {
    for (const type of ['accept', 'pick-up', 'in-transit', 'arrive', 'request-code', 'verify-code']) {
      this.drives(name, type, {}, group);
    }
    this.drives(name, 'record-cash', { amount: '125.00' }, group);
    this.drives(name, 'complete', {}, group);
  }
}

export function story(drivers: readonly string[] = ['sami'], twice = false): Story {
  const world = new Story();
  world.twice = twice;
  // Every repetition reaches the machines, as if no command row remembered it.
  if (twice) world.remembersMs = 0;
  world.addZone();
  world.addZone('zone-2');
  for (const name of drivers) world.addDriver(name);
  world.placeOrder([placedGroup(0)]);
  world.settle();
  return world;
}
