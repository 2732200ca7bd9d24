import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import { canonicalJson } from '../../actors/runtime/canonical-json.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { type AnyConsumer, Relay } from '../../actors/runtime/relay.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { applyEvents } from '../../actors/runtime/turn.ts';
import { LEASE_TIMING } from '../../db/redis/lease-registry.ts';
import { NodeOwnership } from '../../db/redis/ownership.ts';
import { NodeTransport } from '../../db/redis/transport.ts';
import { everyConsumer } from '../support/consumers.ts';
import { type CounterState, counterMachine } from '../support/counter-machine.ts';
import type { Books, CounterProcess, Ground } from '../support/counter-process.ts';
import { commandTo } from '../support/counter-runtime.ts';
import { silent } from '../support/ownership-world.ts';
import { SimGroupStore } from './group-store.ts';
import { DAWN, Host } from './host.ts';
import { SimRegister } from './redis.ts';
import { SimActorStore, SimOutboxStore, SimTimerStore } from './stores.ts';
import { World } from './world.ts';

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;
const refOf = (key: string): ActorRef => ({ kind: 'zone', key });

/** Counters on simulated ports. Virtual time passes while a caller waits for something, and stands still otherwise. */
export class SimGround implements Ground {
  readonly world = new World({ seed: 1, timing: LEASE_TIMING });
  readonly #sticky: boolean;
  readonly clock: CounterProcess['clock'];
  #awaited = 0;
  #driving = false;

  constructor(sticky: boolean) {
    this.#sticky = sticky;
    let leap = 0;
    this.clock = {
      now: () => new Date(DAWN + Math.floor(this.world.schedule.now) + leap),
      advance: (milliseconds) => {
        leap += milliseconds;
      },
    };
  }

  async start(options?: { effects: false }): Promise<CounterProcess> {
    const host = new Host('p', this.world.schedule, this.world.random);
    const process = new SimCounterProcess(this, host, this.#sticky, options?.effects !== false);
    // At first Redis lets no one claim.
    await this.until(new Promise((resolve) => host.timers.after(4_000, () => resolve(null))));
    return process;
  }

  async close(): Promise<void> {
    if (this.world.audit.found !== null) throw this.world.audit.found;
  }

  create(): ActorRef {
    const { world } = this;
    const [ref, id] = [refOf(world.newId()), world.newId()];
    const request = {
      ...{ ref, type: 'create', by: SYSTEM, id, requestHash: Buffer.alloc(32), reason: null },
      ...{ requestId: null, correlationId: id },
    };
    const events = [{ v: 1, type: 'ADDED', amount: 0 }];
    const outcome = { ok: true, reply: {} } as const;
    const decided = { events, outcome, facts: null, at: this.clock.now().toISOString() };
    world.database.create(
      applyEvents(counterMachine as never, request, { version: 0, state: null }, decided),
    );
    return ref;
  }

  /** Lets virtual time pass until the work is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    this.#awaited += 1;
    void this.#drive();
    try {
      return await work;
    } finally {
      this.#awaited -= 1;
    }
  }

  async #drive(): Promise<void> {
    if (this.#driving) return;
    this.#driving = true;
    // A caller that started waiting just when the driving ended relies on this.
    while (this.#awaited > 0) await this.world.schedule.drive(() => this.#awaited > 0);
    this.#driving = false;
  }

  readonly books: Books = {
    versions: async (key) => this.world.database.actor(refOf(key)).commands.map(({ version }) => version),
    holdRow: async (key) => {
      const { locks } = this.world.database;
      const holder = { name: 'test' };
      await this.until(locks.wait(`zone:${key}`, holder, 1_000));
      return async () => locks.release(`zone:${key}`, holder);
    },
    outbox: async () => {
      const { outbox } = this.world.database;
      return [...outbox.values()].map((record) => ({
        ...{ attempts: record.attempts, parked: record.parked, error: record.error },
        putBack: async () => {
          outbox.set(record.id, { ...record });
        },
      }));
    },
    makeOutboxDue: async () => {
      for (const record of this.world.database.outbox.values()) record.nextAt = 0;
    },
    emptyOutbox: async () => this.world.database.outbox.clear(),
    timers: async (key) => [...this.world.database.timers.values()].filter(({ ref }) => ref.key === key),
    endTimer: async (key, name, timerId) => this.world.database.endTimer(refOf(key), name, timerId),
  };
}

class SimCounterProcess implements CounterProcess {
  readonly failures: CounterProcess['failures'] = [];
  readonly consumed: string[] = [];
  readonly clock: CounterProcess['clock'];
  consumer: AnyConsumer = async () => undefined;
  readonly #ground: SimGround;
  readonly #runtime: ActorRuntime;
  readonly #relay: Relay;
  readonly #timers: TimerRunner;
  readonly #end: () => Promise<void>;

  constructor(ground: SimGround, host: Host, sticky: boolean, effects: boolean) {
    this.#ground = ground;
    this.clock = ground.clock;
    const { clock } = this;
    const { database, links, random } = ground.world;
    const registration = register(counterMachine, async () => ({ now: '' }));
    const registry: Registry = { order: registration, driver: registration, zone: registration };
    const hashRequest = (type: string, payload: object) => Buffer.from(type + canonicalJson(payload));
    const store = new SimActorStore(host, links.turns, database, random);
    const rowLocked = new RowLockedRuntime({ store, registry, clock, hashRequest });
    const outbox = new SimOutboxStore(host, links.work, database);
    const owner = sticky ? this.#own(host, rowLocked, registry, hashRequest) : null;
    this.#runtime = owner?.runtime ?? rowLocked;
    this.#end = owner?.end ?? (async () => undefined);
    this.#relay = new Relay({
      ...{
        runtime: this.#runtime,
        outbox: owner?.runtime.piggybackedOutbox(outbox) ?? new PiggybackedOutbox(outbox, host.timers),
        timers: host.timers,
      },
      pusher: { push: () => undefined },
      onFailure: (error, _effect, parked) => this.failures.push({ error, parked }),
    });
    const consume: AnyConsumer = async (payload, context) => {
      this.consumed.push(context.effectId);
      return (await this.consumer(payload, context)) || undefined;
    };
    this.#relay.useConsumers(everyConsumer(consume));
    if (effects) {
      rowLocked.useRelay(this.#relay);
      owner?.runtime.useRelay(this.#relay);
    }
    this.#timers = new TimerRunner({
      ...{ runtime: this.#runtime, timers: new SimTimerStore(host, links.work, database), clock },
      onFailure: (error, _timer, parked) => this.failures.push({ error, parked }),
    });
  }

  #own(
    host: Host,
    fallback: RowLockedRuntime,
    registry: Registry,
    hashRequest: (type: string, payload: object) => Buffer,
  ) {
    const { links, schedule, memory, timing, audit, database, switchboard } = this.#ground.world;
    const node = this.#ground.world.newId();
    const common = { node, log: silent, time: host.timers };
    const ownership = new NodeOwnership({
      ...{ ...common, register: new SimRegister(host, links.redis, schedule, memory, timing, audit), timing },
      newId: () => this.#ground.world.newId(),
    });
    const line = switchboard.line(host, node);
    const wire = new NodeTransport({ ...common, line, incarnation: () => ownership.incarnation });
    const runtime = new ActivationRuntime({
      store: new SimGroupStore(host, links.group, database),
      ...{ ownership, wire, fallback, registry, clock: this.clock, hashRequest, timers: host.timers },
      ownRows: () => null,
    });
    void ownership.start();
    const end = async () => {
      ownership.retire();
      await runtime.handOver();
      runtime.close();
      wire.close();
      await ownership.close();
    };
    return { runtime, end };
  }

  async create(): Promise<string> {
    return this.#ground.create().key;
  }

  async execute(request: CommandRequest): Promise<CommandResult> {
    const result = await this.#ground.until(this.#runtime.execute(request));
    void this.#ground.until(result.effects);
    return result;
  }

  command(key: string, type: string, payload = {}, id = this.#ground.world.newId()): Promise<CommandResult> {
    return this.execute(commandTo(key, type, payload, id));
  }

  async state(key: string): Promise<CounterState & { version: number; epoch: number }> {
    const { state, version, epoch } = this.#ground.world.database.actor(refOf(key));
    return { ...(JSON.parse(state) as CounterState), version, epoch };
  }

  async outboxSize(): Promise<number> {
    return this.#ground.world.database.outbox.size;
  }

  sweep(limit: number): Promise<number> {
    return this.#ground.until(this.#relay.sweep(limit));
  }

  runTimers(limit: number): Promise<number> {
    return this.#ground.until(this.#timers.run(limit));
  }

  async close(): Promise<void> {
    await this.#ground.until(this.#relay.drain(5_000));
    await this.#ground.until(this.#end());
  }
}
