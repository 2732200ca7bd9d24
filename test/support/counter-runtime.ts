import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../../actors/runtime/machine.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { type AnyConsumer, Relay } from '../../actors/runtime/relay.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import type { OutboxStore } from '../../actors/runtime/store.ts';
import { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { applyEvents } from '../../actors/runtime/turn.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { ActorCreator } from '../../db/stores/actor-creator.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { PgTimerStore } from '../../db/stores/timer-store.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { everyConsumer } from './consumers.ts';
import { type CounterState, counterMachine } from './counter-machine.ts';
import type { CounterProcess } from './counter-process.ts';
import { TestClock } from './test-clock.ts';

const creations = new ActorCreator();
const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;

const PERSON = { accountId: '01900000-0000-7000-8000-000000000001', role: 'DISPATCHER' } as const;

/** What an engine is built from. */
export interface EngineParts {
  url: string;
  registry: Registry;
  clock: TestClock;
  hashRequest(type: string, payload: object): Buffer;
  /** The row-locked runtime on the same database. */
  fallback: RowLockedRuntime;
}

/** The runtime under test, when it isn't the row-locked one. */
export interface Engine {
  runtime: ActorRuntime & { useRelay(relay: Relay): void };
  outbox(inner: OutboxStore): OutboxStore;
  close(): Promise<void>;
}

export interface CounterOptions {
  /** False: the process dies right after each commit. */
  effects?: boolean;
  engine?: (parts: EngineParts) => Engine;
}

/** One process: the real runtime and relay on a real database, with counters as actors. */
export class CounterRuntime implements CounterProcess {
  readonly database: Database;
  readonly turns: Database;
  readonly clock: TestClock;
  readonly runtime: ActorRuntime;
  readonly rowLocked: RowLockedRuntime;
  readonly relay: Relay;
  readonly timers: TimerRunner;
  readonly pushed: string[] = [];
  readonly failures: { error: unknown; parked: boolean }[] = [];
  /** Ids of the effects that the alert consumer received. */
  readonly consumed: string[] = [];
  /** Set to make the consumer fail. */
  consumer: AnyConsumer = async () => undefined;
  readonly #engine: Engine | null;
  readonly #secrets = new Secrets(onlyKey('test-application-secret-0123456789abcdef'));

  constructor(url: string, clock = new TestClock(), options: CounterOptions = {}) {
    this.clock = clock;
    this.database = openDatabase(url, { name: 'test-work', max: 10 });
    this.turns = openDatabase(url, { name: 'test-turns', max: 10 });
    const registration = register(counterMachine, async () => ({ now: '' }));
    const registry: Registry = { order: registration, driver: registration, zone: registration };
    const hashRequest = (type: string, payload: object) =>
      this.#secrets.lastingHash('request', type, JSON.stringify(payload));
    this.rowLocked = new RowLockedRuntime({
      store: new PgActorStore(this.turns),
      registry,
      clock,
      hashRequest,
    });
    this.#engine = options.engine?.({ url, registry, clock, hashRequest, fallback: this.rowLocked }) ?? null;
    this.runtime = this.#engine?.runtime ?? this.rowLocked;
    const outbox = new PgOutboxStore(this.database);
    this.relay = new Relay({
      runtime: this.runtime,
      outbox: this.#engine?.outbox(outbox) ?? outbox,
      pusher: { push: (_rooms, event) => this.pushed.push(event) },
      timers: realTimers,
      onFailure: (error, _effect, parked) => this.failures.push({ error, parked }),
    });
    const consume: AnyConsumer = async (payload, context) => {
      this.consumed.push(context.effectId);
      return (await this.consumer(payload, context)) || undefined;
    };
    this.relay.useConsumers(everyConsumer(consume));
    // Without the relay the process "dies" right after each commit.
    if (options.effects !== false) {
      this.rowLocked.useRelay(this.relay);
      this.#engine?.runtime.useRelay(this.relay);
    }
    this.timers = new TimerRunner({
      runtime: this.runtime,
      timers: new PgTimerStore(this.database),
      clock,
      onFailure: (error, _timer, parked) => this.failures.push({ error, parked }),
    });
  }

  async create(): Promise<string> {
    const key = uuidv7();
    const ref = { kind: 'zone', key } as const;
    const request = {
      ref,
      type: 'create',
      by: SYSTEM,
      id: uuidv7(),
      requestHash: Buffer.alloc(32),
      reason: null,
      requestId: null,
      correlationId: uuidv7(),
    };
    const decided = {
      events: [{ v: 1, type: 'ADDED', amount: 0 }],
      outcome: { ok: true, reply: {} } as const,
      facts: null,
      at: this.clock.now().toISOString(),
    };
    const registration = register(counterMachine, async () => ({ now: '' }));
    const commit = applyEvents(registration.machine, request, { version: 0, state: null }, decided);
    await inTransaction(this.database, (trx) => creations.write(trx, [{ commit, firstRows: [] }]));
    return key;
  }

  execute(request: CommandRequest): Promise<CommandResult> {
    return this.runtime.execute(request);
  }

  sweep(limit: number): Promise<number> {
    return this.relay.sweep(limit);
  }

  runTimers(limit: number): Promise<number> {
    return this.timers.run(limit);
  }

  command(
    key: string,
    type: string,
    payload: { [field: string]: string | number } = {},
    id: string = uuidv7(),
  ): Promise<CommandResult> {
    return this.runtime.execute(commandTo(key, type, payload, id, SYSTEM));
  }

  /** The same command from a person, to whom limits apply. */
  ask(
    key: string,
    type: string,
    payload: { [field: string]: string | number } = {},
    id: string = uuidv7(),
  ): Promise<CommandResult> {
    return this.runtime.execute(commandTo(key, type, payload, id, PERSON));
  }

  async state(key: string): Promise<CounterState & { version: number; epoch: number }> {
    const row = await this.database('actor').where({ kind: 'zone', key }).first('state', 'version', 'epoch');
    return { ...row.state, version: row.version, epoch: row.epoch };
  }

  async outboxSize(): Promise<number> {
    const [row] = await this.database('outbox').count<{ count: number }[]>('* as count');
    return Number(row?.count ?? 0);
  }

  async close(): Promise<void> {
    await this.relay.drain(5_000);
    await this.#engine?.close();
    await this.turns.destroy();
    await this.database.destroy();
  }
}

export function commandTo(
  key: string,
  type: string,
  payload: { [field: string]: string | number },
  id: string = uuidv7(),
  by: Principal = SYSTEM,
): CommandRequest {
  return {
    ref: { kind: 'zone', key },
    type,
    payload,
    by,
    id,
    requestId: null,
    correlationId: uuidv7(),
  };
}
