import { v7 as uuidv7 } from 'uuid';
import { driverApplied } from '../../actors/driver/applying.ts';
import { driverMachine } from '../../actors/driver/machine.ts';
import { orderMachine } from '../../actors/order/machine.ts';
import { orderPlaced } from '../../actors/order/placing.ts';
import type { Point } from '../../actors/planning/point.ts';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import { EventQueue } from '../../actors/replay/event-queue.ts';
import type {
  ActorKind,
  ActorRef,
  DomainEvent,
  JsonObject,
  Principal,
  RowOp,
} from '../../actors/runtime/machine.ts';
import type { AnyMachine } from '../../actors/runtime/registry.ts';
import { zoneCreated } from '../../actors/zone/creation.ts';
import { zoneMachine } from '../../actors/zone/machine.ts';
import { SNAPSHOT_AFTER } from '../../db/stores/snapshot-store.ts';

export interface DayTerms {
  /** RFC 3339: when the first order is placed; orders come for ten hours. */
  begin: string;
  tasks: number;
  drivers: number;
  zones: number;
}

/** A command as stored in `actor_command`. */
export interface PlayedCommand {
  kind: ActorKind;
  key: string;
  version: number;
  at: string;
  type: string;
  role: string;
  events: string;
}

export interface PlayedSnapshot {
  kind: 'driver' | 'zone';
  key: string;
  version: number;
  at: string;
  state: string;
  rows: string | null;
}

/** Receives everything that the day produces. */
export interface DaySink {
  command(command: PlayedCommand): void;
  snapshot(snapshot: PlayedSnapshot): void;
  /** A group from ready to delivered. */
  group(group: { orderId: string; groupId: string; readyAt: string; endedAt: string | null }): void;
}

interface Actor {
  ref: ActorRef;
  version: number;
  state: unknown;
  changedAt: string;
  snapshotVersion: number;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
const OPEN_FOR = 10 * HOUR;
/** Number of drivers in an explanation. */
const EXPLAINED = 50;
const MACHINES = { order: orderMachine, driver: driverMachine, zone: zoneMachine } as unknown as Record<
  ActorKind,
  AnyMachine
>;
const SYSTEM: Principal = { accountId: null, role: 'SYSTEM' };
const SELLER_ID = uuidv7();
const SELLER: Principal = { accountId: uuidv7(), role: 'SELLER_OWNER', sellerId: SELLER_ID };

/** What happens at the door and on the way, in minutes after the previous step. */
const STEPS: readonly [type: string, minutes: number][] = [
  ['accept', 0.5],
  ['pick-up', 25],
  ['in-transit', 2],
  ['arrive', 30],
  ['request-code', 1],
  ['verify-code', 1],
  ['record-cash', 1],
  ['complete', 0.5],
];

/**
 * A day as the machines themselves decide it, so that its events are realistic: orders are placed, accepted, offered to
 * a driver by their zone, driven and paid; routes are retimed on the way. Everything goes well.
 */
export class PlayedDay {
  readonly #terms: DayTerms;
  readonly #sink: DaySink;
  readonly #random = new SeededRandom(20_260_212);
  readonly #actors = new Map<string, Actor>();
  readonly #tickets = new Map<string, { zoneId: string; ticket: JsonObject; row: RowOp['row'] }>();
  readonly #agenda = new EventQueue();
  readonly drivers: string[] = [];
  readonly zones: string[] = [];
  #now = 0;

  constructor(terms: DayTerms, sink: DaySink) {
    this.#terms = terms;
    this.#sink = sink;
  }

  /** Creates everyone, with what they are going to do. */
  open(): void {
    const begin = Date.parse(this.#terms.begin);
    this.#now = begin - HOUR;
    this.#hire();
    for (let count = 0; count < this.#terms.tasks; count += 1)
      this.#plan(begin + this.#random.unit() * OPEN_FOR, () => this.#place());
    for (const driverId of this.drivers)
      this.#retimeEvery(driverId, begin + this.#random.unit() * 5 * MINUTE);
  }

  /** @param until Milliseconds since the epoch. */
  play(until: number): void {
    this.#agenda.run(until);
  }

  #plan(at: number, act: () => void): void {
    this.#agenda.plan(at, () => {
      this.#now = at;
      act();
    });
  }

  #hire(): void {
    const at = this.#at();
    for (let count = 0; count < this.#terms.zones; count += 1) {
      const zoneId = uuidv7();
      this.zones.push(zoneId);
      const name = { en: `Zone ${count}`, ar: `منطقة ${count}` };
      this.#creation('zone', zoneId, zoneCreated({ at, zoneId, name, active: true }));
    }
    for (let count = 0; count < this.#terms.drivers; count += 1) {
      const driverId = uuidv7();
      this.drivers.push(driverId);
      const accountId = uuidv7();
      this.#creation(
        'driver',
        driverId,
        driverApplied({ at, driverId, accountId, fullName: `Driver ${count}` }),
      );
      const terms = { zoneIds: this.zones, cashLimit: '100000.00', capacity: 200 };
      const to = { kind: 'driver', key: driverId } as const;
      this.#say({ accountId: null, role: 'DISPATCHER' }, to, 'approve', terms);
      this.#say({ accountId, role: 'DRIVER', driverId }, to, 'start-shift', {});
    }
  }

  #place(): void {
    const [orderId, groupId, taskId] = [uuidv7(), uuidv7(), uuidv7()];
    const at = this.#at();
    const group = {
      ...{ groupId, sellerId: SELLER_ID, acceptBy: at, method: 'STANDARD' as const },
      promisedUntil: new Date(this.#now + 72 * HOUR).toISOString(),
      ...{ goods: '100.00', shipping: '25.00', commission: '10.00', pickup: this.#somewhere(), items: 2 },
    };
    const about = {
      at,
      orderId,
      number: 'W-2026-000001',
      buyerAccountId: uuidv7(),
      dropoff: this.#somewhere(),
    };
    const order = { kind: 'order', key: orderId } as const;
    this.#creation('order', orderId, orderPlaced({ ...about, groups: [group] }));
    const zoneId = this.#pick(this.zones);
    const facts = { homeZoneId: zoneId, taskId };
    for (const [index, type] of ['accept', 'pack', 'ready'].entries()) {
      this.#plan(this.#now + (index + 1) * 10 * MINUTE, () => {
        this.#say(SELLER, order, type, { groupId }, facts);
        if (type === 'ready') this.#assign(orderId, groupId, taskId, zoneId);
      });
    }
  }

  #assign(orderId: string, groupId: string, taskId: string, zoneId: string): void {
    const readyAt = this.#at();
    const driverId = this.#pick(this.drivers);
    this.#plan(this.#now + 2_000, () => {
      const about = { taskId, round: 1, attempt: 1, offerId: uuidv7(), driverId, policy: 'INSERTION' };
      const zone = { kind: 'zone', key: zoneId } as const;
      this.#say(SYSTEM, zone, 'offer', {
        ...about,
        candidates: this.#candidates(),
        excludedBy: { CAPACITY: 12 },
      });
      this.#drive(0, { orderId, groupId, taskId, driverId, readyAt });
    });
  }

  #drive(
    step: number,
    of: { orderId: string; groupId: string; taskId: string; driverId: string; readyAt: string },
  ): void {
    const { orderId, groupId, taskId, driverId, readyAt } = of;
    const [type, minutes] = STEPS[step] ?? ['', 0];
    if (type === '') {
      this.#sink.group({ orderId, groupId, readyAt, endedAt: this.#at() });
      return;
    }
    this.#plan(this.#now + minutes * MINUTE * (0.5 + this.#random.unit()), () => {
      const by = { accountId: null, role: 'DRIVER', driverId } as const;
      this.#say(by, { kind: 'order', key: orderId }, type, { taskId, amount: '125.00' });
      this.#drive(step + 1, of);
    });
  }

  /** Retimes routes as the scheduled job does now and then, for a driver with stops to go to. */
  #retimeEvery(driverId: string, at: number): void {
    this.#plan(at, () => {
      const { route } = this.#actor('driver', driverId).state as {
        route?: { routeId: string; version: number; stops: { done?: boolean }[] };
      };
      const open = route?.stops.filter(({ done }) => done !== true) ?? [];
      if (route !== undefined && open.length > 0) {
        const { routeId, version: routeVersion } = route;
        const about = { routeId, routeVersion, origin: this.#somewhere(), legs: open.map(() => 600) };
        this.#say(SYSTEM, { kind: 'driver', key: driverId }, 'retime-route', about);
      }
      const last = Date.parse(this.#terms.begin) + OPEN_FOR;
      if (this.#now < last) this.#retimeEvery(driverId, this.#now + 5 * MINUTE);
    });
  }

  #creation(kind: ActorKind, key: string, event: DomainEvent): void {
    const actor: Actor = { ref: { kind, key }, version: 0, state: null, changedAt: '', snapshotVersion: 0 };
    this.#actors.set(`${kind}:${key}`, actor);
    this.#commit(actor, 'creation', SYSTEM, [event], null);
  }

  /** Gives one command, and the commands that follow from it between the actors. */
  #say(by: Principal, to: ActorRef, type: string, payload: JsonObject, more: object = {}): void {
    const actor = this.#actor(to.kind, to.key);
    const facts = { ...this.#facts(actor, payload), ...more };
    const decision = MACHINES[to.kind].decide(actor.state, { ...payload, type, by }, facts);
    if (decision.outcome === 'refused') throw new Error(`${type}: ${decision.refusal.detail}`);
    const events = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
    if (events.length > 0) this.#commit(actor, type, by, events, facts);
  }

  #commit(actor: Actor, type: string, by: Principal, events: readonly DomainEvent[], facts: unknown): void {
    const { ref } = actor;
    const machine = MACHINES[ref.kind];
    const version = actor.version + 1;
    const at = this.#at();
    const context = { version, at, by, command: type, reason: null, id: (name: string) => name };
    const follows: { to: ActorRef; type: string; payload: JsonObject }[] = [];
    for (const event of events) {
      const before = actor.state;
      actor.state = machine.evolve(before, event);
      for (const effect of machine.react(before, event, actor.state, context, facts))
        if (effect.do === 'command') follows.push(effect);
    }
    actor.version = version;
    if (ref.kind === 'zone')
      this.#keepTickets(ref.key, machine.project(actor.state, events, context), events);
    this.#sink.command({ ...ref, version, at, type, role: by.role, events: JSON.stringify(events) });
    actor.changedAt = at;
    for (const { to, type: word, payload } of follows) this.#say(SYSTEM, to, word, payload);
  }

  #keepTickets(zoneId: string, rows: readonly RowOp[], events: readonly DomainEvent[]): void {
    for (const { table, op, row } of rows) {
      if (table !== 'zone_tickets') continue;
      const taskId = String(row.task_id);
      if (op === 'delete') {
        this.#tickets.delete(taskId);
        continue;
      }
      const known = this.#tickets.get(taskId);
      const queued = events.find((event) => 'ticket' in event) as { ticket?: JsonObject } | undefined;
      const ticket = queued?.ticket ?? known?.ticket ?? {};
      this.#tickets.set(taskId, { zoneId, ticket, row: { ...known?.row, ...row } });
    }
  }

  /** Makes snapshots, as the worker's scheduled job does every few minutes. */
  keep(): void {
    for (const actor of this.#actors.values()) {
      const { ref, version, state, changedAt: at } = actor;
      if (ref.kind === 'order' || version - actor.snapshotVersion < SNAPSHOT_AFTER[ref.kind]) continue;
      actor.snapshotVersion = version;
      const own = [...this.#tickets.values()].filter(({ zoneId }) => zoneId === ref.key);
      const rows = ref.kind === 'zone' ? JSON.stringify(own.map(({ row }) => row)) : null;
      this.#sink.snapshot({ kind: ref.kind, key: ref.key, version, at, state: JSON.stringify(state), rows });
    }
  }

  #facts({ ref, version }: Actor, payload: JsonObject): object {
    const now = this.#at();
    switch (ref.kind) {
      case 'zone':
        return { now, ticket: this.#tickets.get(String(payload.taskId))?.ticket ?? null, batchSeconds: null };
      case 'driver':
        return {
          ...{ now, version, insideZones: true, position: null, plan: null, limitMinutes: 60 },
          ...{ shiftId: uuidv7(), routeId: uuidv7(), travel: undefined },
        };
      case 'order': {
        const expiresAt = new Date(this.#now + HOUR).toISOString();
        return {
          ...{ now, dueIn: { STANDARD: 360, EXPRESS: 180 }, offerTimeoutSeconds: 900, codeMatches: true },
          code: { codeId: uuidv7(), hash: 'x'.repeat(64), sealed: 'sealed', expiresAt },
        };
      }
    }
  }

  #candidates(): JsonObject[] {
    return Array.from({ length: EXPLAINED }, () => ({
      ...{
        driverId: this.#pick(this.drivers),
        name: 'Somebody who drives',
        cost: 1_234,
        detour: 567,
        late: 0,
      },
    }));
  }

  #actor(kind: ActorKind, key: string): Actor {
    const actor = this.#actors.get(`${kind}:${key}`);
    if (actor === undefined) throw new Error(`no ${kind} ${key}`);
    return actor;
  }

  #at(): string {
    return new Date(this.#now).toISOString();
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random.unit() * list.length)] as T;
  }

  #somewhere(): Point {
    return { latitude: 25.2 + this.#random.unit() * 0.2, longitude: 51.4 + this.#random.unit() * 0.15 };
  }
}
