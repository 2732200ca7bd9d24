import type { DriverState } from '../../actors/driver/state.ts';
import type { OrderState, TaskState } from '../../actors/order/state.ts';
import type {
  ActorKind,
  ActorRef,
  Decision,
  DomainEvent,
  Effect,
  JsonObject,
  Principal,
  RowOp,
} from '../../actors/runtime/machine.ts';
import type { AnyMachine } from '../../actors/runtime/registry.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { START, system, type Zones, zonesOpen } from './city.ts';
import { type Collected, factsFor } from './facts.ts';
import { TicketRows } from './ticket-rows.ts';

export type Machines = Readonly<Record<ActorKind, AnyMachine>>;

export interface ModelActor {
  ref: ActorRef;
  version: number;
  state: unknown;
  /** As it was when the run began. */
  origin: unknown;
  /** The commits since then; kept by thorough runs. */
  history: { version: number; events: readonly DomainEvent[] }[];
  /** Milliseconds of the last commit. */
  at: number;
  /** Command rows: for 48 hours an id is answered from here. */
  known: Map<string, { at: number; type: string; payload: JsonObject }>;
}

/** A word on its way, to an actor or to a consumer. */
export interface Message {
  id: string;
  to: ActorRef;
  /** A command's type; of a consumer's word `choose` or `retry-waiting`. */
  type: string;
  consumer: boolean;
  payload: JsonObject;
  /** Not before this step: its sender has crashed, and the sweeper will find it. */
  wakesAt: number;
  /** It has been delivered before. */
  repeated?: true;
}

export interface Turn {
  actor: ModelActor;
  message: Message;
  by: Principal;
  before: unknown;
  events: readonly DomainEvent[];
  effects: readonly Effect[];
}

/** A rule of the chain that doesn't hold. */
export class Broken extends Error {
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

export interface WorldOptions {
  machines: Machines;
  random: Chance;
  /** Looks at every commit; throws `Broken`. */
  watch(world: World, turn: Turn): void;
  trace: ((line: string) => void) | null;
  /** States go through JSON, as the database would give them back; all projections are made, all events kept. Slower. */
  thorough: boolean;
}

const HOURS_48 = 48 * 3_600_000;
/** How often a sender dies between its commit and what follows from it. */
const CRASHES = 0.08;

/**
 * Actors, the words between them, and what stands in the tables: the real machines as pure functions, without the
 * runtime. What the runtime promises is modelled: one command at a time for each actor, everything that follows from a
 * commit delivered at least once and in any order, and an id that took effect known for 48 hours.
 */
export class World {
  readonly options: WorldOptions;
  readonly zones: Zones = zonesOpen();
  readonly tickets = new TicketRows();
  readonly alerts = new Set<string>();
  readonly timers = new Map<string, Message & { dueAt: number }>();
  readonly collections: Collected[] = [];
  readonly actors = new Map<string, ModelActor>();
  batchSeconds: number | null = null;
  bag: Message[] = [];
  step = 0;
  /** Commits so far. */
  turns = 0;
  #now = START;
  #text: string | null = null;
  #count = 0;

  constructor(options: WorldOptions) {
    this.options = options;
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

  add(kind: ActorKind, key: string, state: unknown): void {
    const ref = { kind, key };
    const actor = { ref, version: 1, state, origin: state, history: [], at: START, known: new Map() };
    this.actors.set(`${kind}:${key}`, actor);
  }

  actor(kind: ActorKind, key: string): ModelActor {
    const actor = this.actors.get(`${kind}:${key}`);
    if (actor === undefined) throw new Error(`no ${kind} ${key}`);
    return actor;
  }

  order(key: string): OrderState {
    return this.actor('order', key).state as OrderState;
  }

  driver(key: string): DriverState {
    return this.actor('driver', key).state as DriverState;
  }

  trace(line: () => string): void {
    this.options.trace?.(`${this.step}. ${line()}`);
  }

  /** A word of somebody outside, given at once. */
  give(
    by: Principal,
    kind: ActorKind,
    key: string,
    type: string,
    payload: JsonObject,
  ): Decision<DomainEvent> | null {
    this.#count += 1;
    const message = { ...word(`given-${this.#count}`, { kind, key }, type, payload), wakesAt: 0 };
    return this.execute(message, by);
  }

  send(message: Omit<Message, 'wakesAt'>, wakesAt = 0): void {
    this.bag.push({ ...message, wakesAt });
  }

  freshId(): string {
    this.#count += 1;
    return `fresh-${this.#count}`;
  }

  /**
   * One turn of an actor. Null when nothing was decided: the id is known, or the commit failed.
   * @param seen The ticket as the turn read it, if that was some time ago.
   */
  execute(message: Message, by: Principal, seen?: { ticket: unknown }): Decision<DomainEvent> | null {
    const { to, type, payload, id } = message;
    const actor = this.actor(to.kind, to.key);
    const known = actor.known.get(id);
    if (known !== undefined && this.#now - known.at < HOURS_48) {
      this.#repeated(message, known);
      return null;
    }
    const machine = this.options.machines[to.kind];
    const { thorough } = this.options;
    const state = thorough ? machine.upcast(json(actor.state) as JsonObject, machine.schema) : actor.state;
    const facts = { ...factsFor(this, actor, type, payload), ...seen };
    const decision = machine.decide(state, { ...payload, type, by }, facts);
    const events = decision.outcome === 'unchanged' ? [] : (decision.events ?? []);
    this.trace(() => `${by.role} → ${to.key} ${type} ${brief(payload)} [${id}]: ${told(decision)}`);
    if (events.length > 0) this.#commit(actor, machine, message, by, thorough ? json(events) : events, facts);
    return decision;
  }

  #repeated({ id, to, type, payload }: Message, known: { type: string; payload: JsonObject }): void {
    this.trace(() => `→ ${to.key} ${type} [${id}] is known`);
    // What the runtime answers with idempotency.MISMATCH. Two runs of `choose` may differ, nobody else may.
    if (known.payload === payload && known.type === type) return;
    if (known.type === type && (type === 'offer' || brief(known.payload) === brief(payload))) return;
    throw new Broken('one id, one command', `${id} is ${known.type} and ${type} of ${to.key}`);
  }

  #commit(
    actor: ModelActor,
    machine: AnyMachine,
    message: Message,
    by: Principal,
    events: readonly DomainEvent[],
    facts: unknown,
  ): void {
    const { id, type, payload } = message;
    const version = actor.version + 1;
    const context = {
      version,
      at: this.nowText,
      by,
      command: type,
      reason: null,
      id: (name: string) => `${id}/${name}`,
    };
    const before = actor.state;
    let state = before;
    const effects: Effect[] = [];
    for (const event of events) {
      const former = state;
      state = machine.evolve(former, event);
      effects.push(...machine.react(former, event, state, context, facts));
    }
    const rows: readonly RowOp[] =
      actor.ref.kind === 'zone' || this.options.thorough ? machine.project(state, events, context) : [];
    if (!this.tickets.accepts(rows)) {
      this.trace(() => 'the commit fails: no such ticket');
      this.send(message, this.step + 3);
      return;
    }
    for (const row of rows) this.tickets.apply(row);
    actor.state = state;
    actor.version = version;
    this.turns += 1;
    if (this.options.thorough) actor.history.push({ version, events });
    actor.at = this.#now;
    actor.known.set(id, { at: this.#now, type, payload });
    this.#follow(actor, message, effects);
    this.options.watch(this, { actor, message, by, before, events, effects });
  }

  #follow(actor: ModelActor, { id }: Message, effects: readonly Effect[]): void {
    const { random } = this.options;
    const wakesAt = random.happens(CRASHES) ? this.step + 5 + random.below(60) : 0;
    effects.forEach((effect, index) => {
      const effectId = `${id}.${index}`;
      switch (effect.do) {
        case 'command':
          this.send(word(effectId, effect.to, effect.type, effect.payload), wakesAt);
          break;
        case 'set-timer': {
          const timer = word(effectId, actor.ref, effect.type, effect.payload);
          this.timers.set(timerKey(actor.ref, effect.name), {
            ...{ ...timer, wakesAt: 0 },
            dueAt: Date.parse(effect.dueAt),
          });
          break;
        }
        case 'cancel-timer':
          this.timers.delete(timerKey(actor.ref, effect.name));
          break;
        case 'consume':
          this.#consume(effect, effectId, actor.ref, wakesAt);
      }
    });
  }

  /** Alerts are kept as they come: their own order is not what is looked at here. */
  #consume(effect: Extract<Effect, { do: 'consume' }>, id: string, ref: ActorRef, wakesAt: number): void {
    const { consumer, payload } = effect;
    if (consumer === 'choose' || consumer === 'retry-waiting') {
      this.send({ ...word(id, ref, consumer, payload), consumer: true }, wakesAt);
    } else if (consumer === 'alert') {
      const key = String(payload.dedupeKey);
      if (payload.close === true) this.alerts.delete(key);
      else this.alerts.add(key);
    }
  }

  /** All tasks there are, with their orders. */
  tasks(): { orderId: string; groupId: string; task: TaskState }[] {
    const found: { orderId: string; groupId: string; task: TaskState }[] = [];
    for (const { ref, state } of this.actors.values()) {
      if (ref.kind !== 'order') continue;
      const { groups } = state as OrderState;
      for (const groupId of Object.keys(groups)) {
        const task = groups[groupId]?.task;
        if (task !== undefined) found.push({ orderId: ref.key, groupId, task });
      }
    }
    return found;
  }

  orders(): OrderState[] {
    const found: OrderState[] = [];
    for (const { ref, state } of this.actors.values()) {
      if (ref.kind === 'order') found.push(state as OrderState);
    }
    return found;
  }

  drivers(): DriverState[] {
    const found: DriverState[] = [];
    for (const { ref, state } of this.actors.values()) {
      if (ref.kind === 'driver') found.push(state as DriverState);
    }
    return found;
  }

  /** Delivers to an actor what the service itself says. */
  deliver(message: Message, seen?: { ticket: unknown }): void {
    const decision = this.execute(message, system, seen);
    if (decision?.outcome === 'refused') {
      throw new Broken('no word between actors is refused', `${message.type}: ${decision.refusal.detail}`);
    }
  }
}

/** Every actor has its own. */
function timerKey({ key }: ActorRef, name: string): string {
  return `${key} ${name}`;
}

export function word(id: string, to: ActorRef, type: string, payload: JsonObject): Omit<Message, 'wakesAt'> {
  return { id, to, type, payload, consumer: false };
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const TOLD = [
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

/** The parts of a payload that say what it is about. */
function brief(payload: JsonObject): string {
  return TOLD.flatMap((name) => (payload[name] === undefined ? [] : `${name}=${payload[name]}`)).join(' ');
}

function told(decision: Decision<DomainEvent>): string {
  if (decision.outcome === 'refused') return `refused, ${decision.refusal.detail}`;
  if (decision.outcome === 'unchanged') return 'unchanged';
  return decision.events.map((event) => event.type).join(', ');
}
