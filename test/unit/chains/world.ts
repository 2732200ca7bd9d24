import { expect } from 'chai';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import type { PlacedGroup } from '../../../actors/order/placing.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type {
  ActorKind,
  ActorRef,
  Command,
  Decision,
  DomainEvent,
  Effect,
  Journal,
  JsonObject,
  Machine,
  Principal,
} from '../../../actors/runtime/machine.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';
import {
  dispatcher,
  driverBirth,
  driverCalled,
  idOf,
  ORDER,
  orderBirth,
  system,
  T0,
  ZONE,
  zoneBirth,
} from './fixtures.ts';
import { WorldRows } from './world-rows.ts';

type AnyMachine = Machine<unknown, Command, DomainEvent, unknown>;
const MACHINES = {
  order: orderMachine,
  driver: driverMachine,
  zone: zoneMachine,
} as unknown as Record<ActorKind, AnyMachine>;

interface Actor {
  ref: ActorRef;
  version: number;
  /** As the database would give it back. */
  state: JsonObject;
  events: DomainEvent[];
}

export interface Message {
  id: string;
  ref: ActorRef;
  type: string;
  payload: JsonObject;
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * The three machines with what they say to each other, in memory: every state and event goes through JSON,
 * commands travel as messages, and `choose` takes the first driver of `choice` that the ticket doesn't exclude.
 */
export class World {
  now = T0;
  homeZone: string | null = ZONE;
  codeMatches = true;
  hash = 'hash-of-the-code';
  insideZones = true;
  /** Drivers in the order in which they are offered a task; the world asks them blindly. */
  choice: string[] = [];
  /** Off: every repetition reaches the machines, as if no command row remembered it. */
  remembers = true;

  readonly rows = new WorldRows();
  readonly journals: Journal[] = [];
  readonly timers = new Map<string, Message & { dueAt: string }>();
  readonly pushes: { rooms: readonly string[]; event: string; payload: JsonObject }[] = [];
  readonly notifications: JsonObject[] = [];
  readonly alerts = new Map<string, JsonObject>();
  readonly consumed: { consumer: string; payload: JsonObject }[] = [];
  queue: Message[] = [];

  readonly #actors = new Map<string, Actor>();
  readonly #done = new Set<string>();
  #count = 0;

  placeOrder(groups?: readonly PlacedGroup[]): void {
    const event = orderBirth(groups);
    this.rows.seed('orders', ORDER);
    for (const { groupId } of event.groups) this.rows.seed('order_groups', groupId);
    this.#birth({ kind: 'order', key: ORDER }, event);
  }

  addZone(name = 'zone'): void {
    this.#birth({ kind: 'zone', key: idOf(name) }, zoneBirth(name));
  }

  /** A driver on duty, who will be chosen after those added before. */
  addDriver(name: string, changes: { cashLimit?: string; capacity?: number } = {}): void {
    const key = idOf(name);
    this.rows.seed('drivers', key);
    this.#birth({ kind: 'driver', key }, driverBirth(name));
    this.choice.push(key);
    const terms = { zoneIds: [ZONE], cashLimit: '1000.00', capacity: 10, ...changes };
    this.give({ kind: 'driver', key }, 'approve', terms, dispatcher);
    this.give({ kind: 'driver', key }, 'start-shift', {}, driverCalled(name));
  }

  order(): OrderState {
    return this.actor({ kind: 'order', key: ORDER }).state as unknown as OrderState;
  }

  driver(name: string): DriverState {
    return this.actor({ kind: 'driver', key: idOf(name) }).state as unknown as DriverState;
  }

  drivers(): DriverState[] {
    return [...this.#actors.values()]
      .filter(({ ref }) => ref.kind === 'driver')
      .map(({ state }) => state as unknown as DriverState);
  }

  actors(): readonly Actor[] {
    return [...this.#actors.values()];
  }

  actor({ kind, key }: ActorRef): Actor {
    const actor = this.#actors.get(`${kind}:${key}`);
    if (actor === undefined) throw new Error(`no ${kind} ${key}`);
    return actor;
  }

  /** One command from outside, executed at once; what follows waits in the queue. */
  give(ref: ActorRef, type: string, payload: object, by: Principal): Decision<DomainEvent> {
    this.#count += 1;
    return this.#execute(
      { id: deterministicId('given', String(this.#count)), ref, type, payload: json(payload) as JsonObject },
      by,
    );
  }

  /** Delivers one message of the queue, or leaves it there to be delivered once more. */
  deliver(index = 0, keep = false): void {
    const message = this.queue[index];
    if (message === undefined) return;
    if (!keep) this.queue.splice(index, 1);
    const decision = this.#execute(message, system);
    if (decision.outcome === 'refused')
      throw new Error(`${message.type}: ${JSON.stringify(decision.refusal)}`);
  }

  /** Delivers until nothing is under way; each message twice when `twice`. */
  settle(twice = false): void {
    for (let turns = 0; this.queue.length > 0; turns += 1) {
      if (turns > 10_000) throw new Error(`never settles: ${this.queue[0]?.type}`);
      if (twice) this.deliver(0, true);
      this.deliver();
    }
  }

  /** Moves the clock and fires what has come due. */
  passUntil(at: string): void {
    this.now = at;
    for (const [name, timer] of [...this.timers]) {
      if (timer.dueAt > at) continue;
      this.timers.delete(name);
      this.queue.push(timer);
    }
  }

  #birth(ref: ActorRef, event: DomainEvent): void {
    const machine = MACHINES[ref.kind];
    const actor = { ref, version: 0, state: {}, events: [] as DomainEvent[] };
    this.#actors.set(`${ref.kind}:${ref.key}`, actor);
    this.#commit(
      actor,
      machine,
      null,
      [event],
      null,
      { id: `birth-${ref.key}`, ref, type: 'birth', payload: {} },
      system,
    );
  }

  #execute(message: Message, by: Principal): Decision<DomainEvent> {
    if (this.remembers && this.#done.has(message.id)) return { outcome: 'unchanged' };
    const actor = this.actor(message.ref);
    const machine = MACHINES[message.ref.kind];
    const state = machine.upcast(json(actor.state), machine.schema);
    const facts = this.#facts(message, actor);
    const command = { ...json(message.payload), type: message.type, by };
    const decision = machine.decide(state, command, facts);
    const events = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
    if (events.length > 0) {
      expect(json(events), 'events are JSON').to.deep.equal(events);
      this.#done.add(message.id);
      this.#commit(actor, machine, state, json(events), facts, message, by);
    }
    return decision;
  }

  #commit(
    actor: Actor,
    machine: AnyMachine,
    before: unknown,
    events: readonly DomainEvent[],
    facts: unknown,
    message: Message,
    by: Principal,
  ): void {
    actor.version += 1;
    const context = {
      version: actor.version,
      at: this.now,
      by,
      command: message.type,
      reason: null,
      id: (name: string) => deterministicId(message.id, String(actor.version), name),
    };
    let state = before;
    const effects: Effect[] = [];
    for (const event of events) {
      const next = machine.evolve(state, event);
      effects.push(...machine.react(state, event, next, context, facts));
      state = next;
    }
    for (const row of machine.project(state, events, context)) this.rows.apply(json(row));
    actor.state = json(state) as JsonObject;
    actor.events.push(...events);
    effects.forEach((effect, index) => {
      this.#follow(
        json(effect),
        deterministicId(message.id, String(actor.version), `effect-${index}`),
        actor.ref,
      );
    });
  }

  #follow(effect: Effect, id: string, from: ActorRef): void {
    switch (effect.do) {
      case 'command':
        this.queue.push({ id, ref: effect.to, type: effect.type, payload: effect.payload });
        break;
      case 'push':
        this.pushes.push(effect);
        break;
      case 'set-timer':
        this.timers.set(effect.name, {
          id,
          ref: from,
          type: effect.type,
          payload: effect.payload,
          dueAt: effect.dueAt,
        });
        break;
      case 'cancel-timer':
        this.timers.delete(effect.name);
        break;
      case 'post':
        if (this.journals.some(({ cause }) => cause === effect.journal.cause)) {
          throw new Error(`${effect.journal.cause} posted twice`);
        }
        this.journals.push(effect.journal);
        break;
      case 'consume':
        this.#consume(effect.consumer, effect.payload, id);
    }
  }

  #consume(consumer: string, payload: JsonObject, id: string): void {
    this.consumed.push({ consumer, payload });
    if (consumer === 'notify') this.notifications.push(payload);
    if (consumer === 'alert') {
      const key = String(payload.dedupeKey);
      if (payload.close === true) this.alerts.delete(key);
      else this.alerts.set(key, payload);
    }
    if (consumer === 'choose') this.#choose(payload, id);
    if (consumer === 'retry-waiting') {
      for (const { task_id, zone_id, round, attempt, status } of this.rows.all('zone_tickets')) {
        if (status !== 'WAITING') continue;
        const ref: ActorRef = { kind: 'zone', key: String(zone_id) };
        const again = { taskId: task_id ?? null, round: round ?? null, attempt: attempt ?? null };
        this.queue.push({ id: deterministicId(id, String(task_id)), ref, type: 'retry', payload: again });
      }
    }
  }

  #choose(payload: JsonObject, id: string): void {
    const { zoneId, taskId, round, attempt } = payload;
    const ref: ActorRef = { kind: 'zone', key: String(zoneId) };
    const ticket = this.rows.ticket(String(taskId));
    const out = [
      ...(ticket?.refused ?? []),
      ...(ticket?.excluded ?? []).map((exclusion) => exclusion.driverId),
    ];
    const driverId = this.choice.find((candidate) => !out.includes(candidate));
    const about = { taskId: taskId ?? null, round: round ?? null, attempt: attempt ?? null, policy: 'FIRST' };
    const chosen =
      driverId === undefined
        ? { type: 'no-candidate', payload: { ...about, candidates: [], excludedBy: { OTHER: out.length } } }
        : {
            type: 'offer',
            payload: {
              ...about,
              candidates: [],
              excludedBy: {},
              driverId,
              offerId: deterministicId(id, 'offer'),
            },
          };
    this.queue.push({ id: deterministicId(id, 'choice'), ref, ...chosen });
  }

  #facts({ type, payload, ref }: Message, actor: Actor): object {
    const fresh = (name: string) => deterministicId(ref.key, type, String(actor.version), name);
    const settlementId = type === 'approve-settlement' ? (payload.settlementId ?? null) : null;
    return {
      now: this.now,
      version: actor.version,
      homeZoneId: this.homeZone,
      taskId: deterministicId('task-of', String(payload.groupId)),
      dueIn: { STANDARD: 360, EXPRESS: 180 },
      offerTimeoutSeconds: 90,
      code: {
        codeId: fresh('code'),
        hash: this.hash,
        sealed: 'sealed-text',
        expiresAt: new Date(Date.parse(this.now) + 1_800_000).toISOString(),
      },
      codeMatches: this.codeMatches,
      plan: null,
      limitMinutes: 60,
      shiftId: fresh('shift'),
      routeId: fresh('route'),
      insideZones: this.insideZones,
      position: null,
      settlementId: fresh('settlement'),
      receiptNumber: fresh('receipt'),
      threshold: '5.00',
      ...this.#newest(ref.key),
      collections: this.rows
        .all('driver_collections')
        .filter(
          (row) => row.driver_id === ref.key && row.settlement_id === settlementId && row.reversed_at == null,
        )
        .map(({ id, task_id, order_id, amount }) => ({
          collectionId: id,
          taskId: task_id,
          orderId: order_id,
          amount,
        })),
      ticket: this.rows.ticket(String(payload.taskId)),
      collection: this.#collection(ref.key, String(payload.taskId)),
    };
  }

  #newest(driverId: string) {
    const newest = (rows: readonly { [column: string]: unknown }[]) =>
      rows
        .filter((row) => row.driver_id === driverId)
        .reduce<{ id: unknown; version: number }>(
          (latest, row) =>
            Number(row.actor_version) > latest.version
              ? { id: row.id, version: Number(row.actor_version) }
              : latest,
          { id: null, version: -1 },
        ).id;
    const reversed = this.rows.all('driver_collections').filter((row) => row.reversed_at != null);
    return { latestSettlementId: newest(this.rows.all('settlements')), latestReversedId: newest(reversed) };
  }

  #collection(driverId: string, taskId: string) {
    const row = this.rows
      .all('driver_collections')
      .find((each) => each.driver_id === driverId && each.task_id === taskId && each.reversed_at == null);
    if (row === undefined) return null;
    const { id: collectionId, order_id: orderId, amount, settlement_id: settlementId } = row;
    return { collectionId, taskId, orderId, amount, settlementId: settlementId ?? null };
  }
}
