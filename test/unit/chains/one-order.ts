import type { DriverState } from '../../../actors/driver/state.ts';
import type { PlacedGroup } from '../../../actors/order/placing.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import type { Effect, Journal, JsonObject, ProjectionTable } from '../../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import { CommitRules } from '../../worlds/pure/commit-rules.ts';
import type { Chooser } from '../../worlds/pure/consumers.ts';
import type { Zones } from '../../worlds/pure/facts.ts';
import {
  dispatcher,
  driverCalled,
  driverCreation,
  idOf,
  ORDER,
  orderCreation,
  ZONE,
  zoneCreation,
} from '../../worlds/pure/fixtures.ts';
import { driverRef, orderRef, zoneRef } from '../../worlds/pure/message.ts';
import { PureWorld, type Turn } from '../../worlds/pure/pure-world.ts';
import { checkAgreement } from '../../worlds/pure/rest-rules.ts';

/**
 * Where the shop is, and who is offered a task: the first of `choice` whom the ticket does not exclude, whether or not
 * they fit.
 */
class Setting implements Zones, Chooser {
  homeZone: string | null = ZONE;
  insideZones = true;
  /** Drivers in the order in which they are offered a task. */
  choice: string[] = [];

  homeOf(): string | null {
    return this.homeZone;
  }

  cover(): boolean {
    return this.insideZones;
  }

  choose({ refused, excluded }: ZoneTicket): string | undefined {
    const out = [...refused, ...excluded.map(({ driverId }) => driverId)];
    return this.choice.find((candidate) => !out.includes(candidate));
  }

  chooseBatch(tickets: readonly ZoneTicket[]): [ZoneTicket, string | undefined][] {
    return tickets.map((ticket) => [ticket, this.choose(ticket)]);
  }

  mayFit(): boolean {
    return true;
  }
}

/** Records what was pushed, posted and passed to consumers, and checks it. */
class Witness {
  readonly rules = new CommitRules();
  readonly pushes: Extract<Effect, { do: 'push' }>[] = [];
  readonly journals: Journal[] = [];
  readonly notifications: JsonObject[] = [];
  readonly consumed: { consumer: string; payload: object }[] = [];

  readonly look = (world: PureWorld, turn: Turn): void => {
    this.rules.look(world, turn);
    for (const effect of turn.effects) {
      if (effect.do === 'push') this.pushes.push(effect);
      if (effect.do === 'post') this.journals.push(effect.journal);
      if (effect.do !== 'consume') continue;
      this.consumed.push(effect);
      if (effect.consumer === 'notify') this.notifications.push(effect.payload);
    }
  };
}

/**
 * The pure world with one order, its zones and its drivers; messages in flight are delivered in order unless a test
 * picks one.
 */
export class OneOrder extends PureWorld {
  readonly setting: Setting;
  readonly witness: Witness;

  constructor(setting = new Setting(), witness = new Witness()) {
    super({ zones: setting, chooser: setting, watch: witness.look, thorough: true });
    this.setting = setting;
    this.witness = witness;
  }

  placeOrder(groups?: readonly PlacedGroup[]): void {
    const event = orderCreation(groups);
    const rows = event.groups.map(({ groupId }) => ['order_groups', groupId] as [ProjectionTable, string]);
    this.create(orderRef(ORDER), event, [['orders', ORDER], ...rows]);
  }

  addZone(name = 'zone'): void {
    this.create(zoneRef(idOf(name)), zoneCreation(name));
  }

  /** A driver on duty, chosen after those added before. */
  addDriver(name: string, changes: { cashLimit?: string; capacity?: number } = {}): void {
    const driver = driverRef(idOf(name));
    this.create(driver, driverCreation(name), [['drivers', driver.key]]);
    this.setting.choice.push(driver.key);
    const terms = { zoneIds: [ZONE], cashLimit: '1000.00', capacity: 10, ...changes };
    this.give(dispatcher, driver, 'approve', terms);
    this.give(driverCalled(name), driver, 'start-shift', {});
  }

  orderState(): OrderState {
    return this.order(ORDER);
  }

  driverState(name: string): DriverState {
    return this.driver(idOf(name));
  }

  /** Delivers one message that is in flight, or leaves it there to be delivered once more. */
  deliverNext(index = 0, keep = false): void {
    const message = this.inFlight[index];
    if (message === undefined) return;
    if (!keep) this.inFlight.splice(index, 1);
    this.deliver(message);
  }

  /** Delivers until nothing is in flight, each message twice when `twice`; then all actors must agree. */
  settle(twice = false): void {
    for (let turns = 0; this.inFlight.length > 0; turns += 1) {
      if (turns > 10_000) throw new Error(`does not settle: ${this.inFlight[0]?.type}`);
      if (twice) this.deliverNext(0, true);
      this.deliverNext();
    }
    checkAgreement(this, this.witness.rules, true);
  }

  /** Advances the clock and fires what has become due. */
  passUntil(at: string): void {
    this.pass(Date.parse(at) - this.now);
    for (const [name, { dueAt }] of [...this.timers]) if (dueAt <= this.now) this.fire(name);
  }
}
