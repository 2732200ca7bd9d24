import { expect } from 'chai';
import type { ActorRef, Principal } from '../../../actors/runtime/machine.ts';
import { dispatcher, driverCalled, groupId, idOf, ORDER, placedGroup, sellerOf } from './fixtures.ts';
import { checkInvariants } from './invariants.ts';
import { World } from './world.ts';

export const order: ActorRef = { kind: 'order', key: ORDER };
export const driverRef = (name: string): ActorRef => ({ kind: 'driver', key: idOf(name) });

export class Story extends World {
  twice = false;

  /** The one task of the story. */
  task(group = 0) {
    const task = this.order().groups[groupId(group)]?.task;
    if (task === undefined) throw new Error('no task');
    return task;
  }

  /** A command that must be accepted, with all that follows from it. */
  does(by: Principal, type: string, payload: object, ref: ActorRef = order): void {
    const decision = this.give(ref, type, payload, by);
    expect(decision.outcome, `${type}: ${JSON.stringify(decision)}`).to.equal('accepted');
    this.settle(this.twice);
    checkInvariants(this);
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
  world.remembers = !twice;
  world.addZone();
  world.addZone('zone-2');
  for (const name of drivers) world.addDriver(name);
  world.placeOrder([placedGroup(0)]);
  world.settle();
  return world;
}
