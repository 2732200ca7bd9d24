import { isDeepStrictEqual } from 'node:util';
import type { DriverEventType } from '../../../actors/driver/behaviours.ts';
import { driverRows } from '../../../actors/driver/project.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import { orderRows } from '../../../actors/order/project.ts';
import type { OrderState, TaskState } from '../../../actors/order/state.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type {
  ActorRef,
  Decision,
  DomainEvent,
  Effect,
  EventContext,
  JsonObject,
  Principal,
  ProjectionTable,
  RowOp,
} from '../../../actors/runtime/machine.ts';
import type { AnyMachine } from '../../../actors/runtime/registry.ts';
import { Broken } from './broken.ts';
import { type Chooser, runConsumer } from './consumers.ts';
import { type DeliveryCode, factsFor, type Zones } from './facts.ts';
import { system, T0 } from './fixtures.ts';
import { type Machines, REAL } from './machines.ts';
import { commandTo, type Message, type Unsent } from './message.ts';
import { ProjectionRows } from './projection-rows.ts';

export interface PureActor {
  ref: ActorRef;
  version: number;
  state: unknown;
  /** The state when the run began; null for an actor created during the run. */
  origin: unknown;
  /** The commits since then; recorded in thorough worlds only. */
  history: { version: number; events: readonly DomainEvent[] }[];
  /** Time of the last commit, in milliseconds. */
  at: number;
  /** Command rows: a repeated id that took effect is answered from here. */
  known: Map<string, { at: number; type: string; payload: JsonObject }>;
}

export interface Turn {
  actor: PureActor;
  message: Message;
  by: Principal;
  before: unknown;
  events: readonly DomainEvent[];
  effects: readonly Effect[];
}

export interface PureWorldOptions {
  machines?: Machines;
  zones: Zones;
  chooser: Chooser;
  /** Checks every commit; throws `Broken`. */
  watch(world: PureWorld, turn: Turn): void;
  /** The first step at which a commit's effects can be delivered: 0 (at once) unless their sender crashes. */
  wakesAt?(step: number): number;
  /** Makes ids from their parts: UUIDs, unless the test wants them short. */
  idOf?(...parts: readonly string[]): string;
  trace?: ((line: string) => void) | null;
  /**
   * States, events and effects go through JSON, as the database would return them; all projections are written and all
   * events recorded. Slower. Otherwise the projections hold only what facts and consumers read.
   */
  thorough: boolean;
}

const HOUR = 3_600_000;
const UNCHANGED: Decision<never> = { outcome: 'unchanged' };

/** The tables of a driver's rows that facts read, and the events that write them. */
const READ_BY_FACTS = new Set<ProjectionTable>(['driver_collections', 'settlements']);
const OF_CASH = new Set<DriverEventType>([
  'CASH_COLLECTED',
  'CASH_UNCOLLECTED',
  'HAND_IN_OPENED',
  'SETTLEMENT_CLOSED',
]);

/**
 * The domain as pure functions: the real machines, the commands between them and the content of the tables, without the
 * runtime. What the runtime promises is modelled: one command at a time per actor, the effects of a commit delivered at
 * least once and in any order, and an id that took effect remembered for a while. The test decides which message comes
 * next.
 */
export class PureWorld {
  readonly machines: Machines;
  readonly zones: Zones;
  readonly chooser: Chooser;
  readonly thorough: boolean;
  readonly rows = new ProjectionRows();
  /** Open alerts by their key. */
  readonly alerts = new Map<string, JsonObject>();
  readonly timers = new Map<string, Message & { dueAt: number }>();
  readonly actors = new Map<string, PureActor>();
  readonly code: DeliveryCode = { hash: 'hash-of-the-code', matches: true, lifetimeMs: HOUR / 2 };
  batchSeconds: number | null = null;
  /**
   * For how long a command that took effect is remembered, in milliseconds. 0: every repetition reaches the machine.
   */
  remembersMs = 48 * HOUR;
  inFlight: Message[] = [];
  step = 0;
  /** Commits so far. */
  turns = 0;
  readonly #options: PureWorldOptions;
  #now = Date.parse(T0);
  #text: string | null = T0;
  #count = 0;

  constructor(options: PureWorldOptions) {
    this.#options = options;
    this.machines = options.machines ?? REAL;
    this.zones = options.zones;
    this.chooser = options.chooser;
    this.thorough = options.thorough;
  }

  get now(): number {
    return this.#now;
  }

  /** Domain time, RFC 3339. */
  get nowText(): string {
    this.#text ??= new Date(this.#now).toISOString();
    return this.#text;
  }

  pass(milliseconds: number): void {
    if (milliseconds <= 0) return;
    this.#now += milliseconds;
    this.#text = null;
  }

  idOf(...parts: readonly string[]): string {
    return this.#options.idOf?.(...parts) ?? deterministicId(...parts);
  }

  freshId(): string {
    this.#count += 1;
    return this.idOf('fresh', String(this.#count));
  }

  trace(line: () => string): void {
    this.#options.trace?.(`${this.step}. ${line()}`);
  }

  /** Adds an actor in this state, without the commands that lead to it. */
  place(ref: ActorRef, state: unknown): void {
    this.#add(ref, { version: 1, state: this.thorough ? json(state) : state });
    if (!this.thorough || ref.kind === 'zone') return;
    const rows =
      ref.kind === 'order' ? orderRows(state as OrderState, 1) : driverRows(state as DriverState, 1);
    for (const { table, row } of rows) this.rows.seed(table, json(row));
  }

  /** An actor's first commit, with the rows of other tables that are written along with it. */
  create(ref: ActorRef, event: DomainEvent, besides: readonly [ProjectionTable, string][] = []): void {
    for (const [table, id] of besides) this.rows.seed(table, { id });
    const message = { ...commandTo(ref, this.idOf('creation', ref.key), 'create', {}), wakesAt: 0 };
    this.#commit(this.#add(ref, { version: 0, state: null }), null, message, system, [event], null);
  }

  #add(ref: ActorRef, { version, state }: { version: number; state: unknown }): PureActor {
    const actor = { ref, version, state, origin: state, history: [], at: this.#now, known: new Map() };
    this.actors.set(`${ref.kind}:${ref.key}`, actor);
    return actor;
  }

  actor({ kind, key }: ActorRef): PureActor {
    const actor = this.actors.get(`${kind}:${key}`);
    if (actor === undefined) throw new Error(`no ${kind} ${key}`);
    return actor;
  }

  order(key: string): OrderState {
    return this.actor({ kind: 'order', key }).state as OrderState;
  }

  driver(key: string): DriverState {
    return this.actor({ kind: 'driver', key }).state as DriverState;
  }

  orders(): OrderState[] {
    return this.#states('order') as OrderState[];
  }

  drivers(): DriverState[] {
    return this.#states('driver') as DriverState[];
  }

  #states(kind: ActorRef['kind']): unknown[] {
    const found: unknown[] = [];
    for (const { ref, state } of this.actors.values()) if (ref.kind === kind) found.push(state);
    return found;
  }

  /** All existing tasks, with their orders. */
  tasks(): { orderId: string; groupId: string; task: TaskState }[] {
    const found: { orderId: string; groupId: string; task: TaskState }[] = [];
    for (const { orderId, groups } of this.orders()) {
      for (const groupId of Object.keys(groups)) {
        const task = groups[groupId]?.task;
        if (task !== undefined) found.push({ orderId, groupId, task });
      }
    }
    return found;
  }

  /** A command from outside, decided at once; its effects are then in flight. */
  give(by: Principal, to: ActorRef, type: string, payload: object): Decision<DomainEvent> {
    this.#count += 1;
    const id = this.idOf('given', String(this.#count));
    return this.#execute({ ...commandTo(to, id, type, payload as JsonObject), wakesAt: 0 }, by);
  }

  send(message: Unsent, wakesAt = 0): void {
    this.inFlight.push({ ...message, wakesAt });
  }

  /** Sends a timer's command. With `keep` the timer stays, to fire once more. */
  fire(name: string, { wakesAt = 0, keep = false } = {}): void {
    const timer = this.timers.get(name);
    if (timer === undefined) return;
    if (!keep) this.timers.delete(name);
    this.send(timer, wakesAt);
  }

  /**
   * Delivers a message that was in flight to its actor or consumer.
   * @param seen The ticket as the turn read it, if that was some time ago.
   */
  deliver(message: Message, seen?: { ticket: unknown }): void {
    if (message.consumer) {
      runConsumer(this, message);
      return;
    }
    const decision = this.#execute(message, system, seen);
    if (decision.outcome === 'refused') {
      const why = decision.refusal.detail ?? decision.refusal.code;
      throw new Broken('no command between actors is refused', `${message.type}: ${why}`);
    }
  }

  /** One turn of an actor. */
  #execute(message: Message, by: Principal, seen?: { ticket: unknown }): Decision<DomainEvent> {
    const { to, type, id } = message;
    const actor = this.actor(to);
    const known = actor.known.get(id);
    if (known !== undefined && this.#now - known.at < this.remembersMs) {
      this.#repeated(message, known);
      return UNCHANGED;
    }
    const machine = this.machines[to.kind];
    const { thorough } = this;
    const payload = thorough ? json(message.payload) : message.payload;
    const state = thorough ? machine.upcast(json(actor.state) as JsonObject, machine.schema) : actor.state;
    const facts = { ...factsFor(this, actor, type, payload), ...seen };
    const decision = machine.decide(state, { ...payload, type, by }, facts);
    const events = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
    this.trace(() => `${by.role} → ${to.key} ${type} ${brief(payload)} [${id}]: ${outcomeOf(decision)}`);
    if (events.length > 0) this.#commit(actor, state, message, by, events, facts);
    return decision;
  }

  #repeated({ id, to, type, payload }: Message, known: { type: string; payload: JsonObject }): void {
    this.trace(() => `→ ${to.key} ${type} [${id}] is known`);
    // The runtime answers this with idempotency.MISMATCH. Only two runs of `choose` may differ.
    if (known.payload === payload && known.type === type) return;
    if (known.type === type && (type === 'offer' || brief(known.payload) === brief(payload))) return;
    throw new Broken('one id, one command', `${id} is ${known.type} and ${type} of ${to.key}`);
  }

  #commit(
    actor: PureActor,
    before: unknown,
    message: Message,
    by: Principal,
    decided: readonly DomainEvent[],
    facts: unknown,
  ): void {
    const { id, type, payload } = message;
    const { thorough } = this;
    const machine = this.machines[actor.ref.kind];
    const version = actor.version + 1;
    const context: EventContext = {
      version,
      at: this.nowText,
      by,
      command: type,
      reason: null,
      id: (name) => this.idOf(id, name),
    };
    const events = thorough ? sameAsJson(decided) : decided;
    let state = before;
    const effects: Effect[] = [];
    for (const event of events) {
      const former = state;
      state = machine.evolve(former, event);
      effects.push(...machine.react(former, event, state, context, facts));
    }
    const rows = this.#project(machine, state, events, context);
    if (!this.rows.accepts(rows)) {
      this.trace(() => 'the commit fails: no such ticket');
      this.send(message, this.step + 3);
      return;
    }
    for (const row of rows) this.rows.apply(row);
    actor.state = thorough ? json(state) : state;
    actor.version = version;
    this.turns += 1;
    if (thorough) actor.history.push({ version, events });
    actor.at = this.#now;
    actor.known.set(id, { at: this.#now, type, payload });
    const followed = thorough ? json(effects) : effects;
    this.#follow(actor.ref, id, followed);
    this.#options.watch(this, { actor, message, by, before, events, effects: followed });
  }

  #project(
    machine: AnyMachine,
    state: unknown,
    events: readonly DomainEvent[],
    context: EventContext,
  ): readonly RowOp[] {
    if (this.thorough) return json(machine.project(state, events, context));
    if (machine.kind === 'zone') return machine.project(state, events, context);
    if (machine.kind === 'order' || !events.some(({ type }) => OF_CASH.has(type as DriverEventType)))
      return [];
    return machine.project(state, events, context).filter(({ table }) => READ_BY_FACTS.has(table));
  }

  #follow(from: ActorRef, id: string, effects: readonly Effect[]): void {
    const wakesAt = this.#options.wakesAt?.(this.step) ?? 0;
    effects.forEach((effect, index) => {
      const effectId = this.idOf(id, String(index));
      switch (effect.do) {
        case 'command':
          this.send(commandTo(effect.to, effectId, effect.type, effect.payload), wakesAt);
          break;
        case 'set-timer': {
          const timer = commandTo(from, effectId, effect.type, effect.payload);
          this.setTimer(effect.name, timer, Date.parse(effect.dueAt));
          break;
        }
        case 'cancel-timer':
          this.timers.delete(timerKey(from, effect.name));
          break;
        case 'consume':
          this.#consume(effect, effectId, from, wakesAt);
      }
    });
  }

  /** @param dueAt milliseconds */
  setTimer(name: string, timer: Unsent, dueAt: number): void {
    this.timers.set(timerKey(timer.to, name), { ...timer, wakesAt: 0, dueAt });
  }

  /** Alerts are stored in the order of arrival; the order among alerts has its own tests. */
  #consume(effect: Extract<Effect, { do: 'consume' }>, id: string, from: ActorRef, wakesAt: number): void {
    const { consumer, payload } = effect;
    if (consumer === 'choose' || consumer === 'retry-waiting') {
      this.send({ ...commandTo(from, id, consumer, payload), consumer: true }, wakesAt);
    } else if (consumer === 'alert') {
      if (payload.close === true) this.alerts.delete(payload.dedupeKey);
      else this.alerts.set(payload.dedupeKey, payload);
    }
  }
}

/** A timer's key includes its actor's, since timers of different actors share names. */
function timerKey({ key }: ActorRef, name: string): string {
  return `${key} ${name}`;
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function sameAsJson(events: readonly DomainEvent[]): readonly DomainEvent[] {
  const stored = json(events);
  if (!isDeepStrictEqual(stored, events)) throw new Broken('events are JSON', JSON.stringify(events));
  return stored;
}

const BRIEF_FIELDS = [
  'taskId',
  'groupId',
  'driverId',
  'offerId',
  'round',
  'attempt',
  'reason',
  'rule',
  'waitingRound',
];

/** The parts of a payload that tell what it is about. */
function brief(payload: JsonObject): string {
  return BRIEF_FIELDS.flatMap((name) => (payload[name] === undefined ? [] : `${name}=${payload[name]}`)).join(
    ' ',
  );
}

function outcomeOf(decision: Decision<DomainEvent>): string {
  if (decision.outcome === 'refused') return `refused, ${decision.refusal.detail}`;
  if (decision.outcome === 'unchanged') return 'unchanged';
  return decision.events.map((event) => event.type).join(', ');
}
