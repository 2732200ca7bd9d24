import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import type { ActivationLimits } from '../../actors/runtime/activation/limits.ts';
import { ALL_ROWS } from '../../actors/runtime/activation/own-rows.ts';
import { canonicalJson } from '../../actors/runtime/canonical-json.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { type AnyConsumer, Relay } from '../../actors/runtime/relay.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { NodeOwnership } from '../../db/redis/ownership.ts';
import { NodeTransport } from '../../db/redis/transport.ts';
import { everyConsumer } from '../support/consumers.ts';
import { silent } from '../support/ownership-world.ts';
import { type AccountCommand, type AccountFacts, accountMachine } from './account-machine.ts';
import { SimGroupStore } from './group-store.ts';
import type { Host } from './host.ts';
import { SimRegister } from './redis.ts';
import { SimActorStore, SimOutboxStore, SimTimerStore } from './stores.ts';
import type { Surroundings } from './surroundings.ts';
import { WatchedOwnership } from './watched.ts';

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;
const DRAIN = 8_000;

export interface ProcessOptions {
  sticky: boolean;
  limits: Partial<ActivationLimits>;
  /** Milliseconds between two searches for due outbox rows and timers. */
  duties: number;
}

/** One process, composed as the server composes it, on simulated ports. */
export class SimProcess {
  readonly host: Host;
  readonly runtime: ActorRuntime;
  readonly relay: Relay;
  readonly timerRunner: TimerRunner;
  readonly actorStore: SimActorStore;
  readonly #world: Surroundings;
  /** Commands from outside, and scheduled jobs. */
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #sticky: ActivationRuntime | null;
  readonly #ownership: NodeOwnership | null;
  readonly #wire: NodeTransport | null;
  /** Accepts no more commands from outside. */
  closing = false;
  closed = false;

  constructor(world: Surroundings, host: Host, options: ProcessOptions) {
    this.#world = world;
    this.host = host;
    const { database, links, random } = world;
    const { clock, timers } = host;
    const registration = register(accountMachine, (key, _state, command) =>
      command.type === 'statement' || command.type === 'visit' || random.happens(0.1)
        ? links.reads.ask(host, `facts ${key.slice(-2)}`, () => factsOf(world, key, command))
        : Promise.resolve(factsOf(world, key, command)),
    );
    const registry: Registry = { order: registration, driver: registration, zone: registration };
    const hashRequest = (type: string, payload: object) => Buffer.from(type + canonicalJson(payload));
    this.actorStore = new SimActorStore(host, links.turns, database, random);
    const rowLocked = new RowLockedRuntime({ store: this.actorStore, registry, clock, hashRequest });
    const outbox = new SimOutboxStore(host, links.work, database);
    if (options.sticky) {
      const { ownership, wire } = this.#joinOwners();
      const watched = new WatchedOwnership(world, host, ownership);
      const sticky = new ActivationRuntime({
        store: watched.watch(new SimGroupStore(host, links.group, database)),
        ownership: watched,
        ...{ wire, fallback: rowLocked, registry, clock, hashRequest, timers },
        ownRows: ({ type, payload }) =>
          type === 'visit' ? String(payload.page) : type === 'statement' ? ALL_ROWS : null,
        limits: options.limits,
      });
      this.#sticky = sticky;
      this.#ownership = ownership;
      this.#wire = wire;
      this.runtime = sticky;
    } else {
      this.#sticky = null;
      this.#ownership = null;
      this.#wire = null;
      this.runtime = rowLocked;
    }
    this.relay = new Relay({
      runtime: this.runtime,
      outbox: this.#sticky?.piggybackedOutbox(outbox) ?? new PiggybackedOutbox(outbox, timers),
      pusher: { push: (_rooms, _event, _payload, id) => this.#push(id) },
      timers,
      onFailure: (error, { effect }, parked) =>
        world.schedule.note(host.name, `effect ${effect.do} failed${parked ? ', parked' : ''}: ${error}`),
    });
    this.relay.useConsumers(this.#consumers());
    rowLocked.useRelay(this.relay);
    this.#sticky?.useRelay(this.relay);
    this.timerRunner = new TimerRunner({
      ...{ runtime: this.runtime, clock, timers: new SimTimerStore(host, links.work, database) },
      onFailure: (error, { name }, parked) =>
        world.schedule.note(host.name, `timer ${name} failed${parked ? ', parked' : ''}: ${error}`),
    });
    void this.#ownership?.start();
    this.#onDuty(options.duties);
  }

  /** Gives a command as the API does: a planned stop waits for its response. */
  execute(request: CommandRequest): Promise<CommandResult> {
    return this.#track(this.runtime.execute(request));
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const done = () => this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }

  /** Stops as planned, in the order of the server's closers. */
  async handOver(): Promise<void> {
    this.closing = true;
    this.#world.schedule.note(this.host.name, 'planned stop');
    await Promise.allSettled([...this.#underWay]);
    await this.relay.drain(DRAIN);
    await this.#sticky?.handOver();
    this.#sticky?.close();
    this.#wire?.close();
    await this.#ownership?.close();
    this.closed = true;
    this.#world.schedule.note(this.host.name, 'stopped as planned');
  }

  /** What is still in memory, in words; null when nothing is under way and the limits hold. */
  leftover(actorsAllowed: number): string | null {
    const gauges = this.#sticky?.gauges() ?? { actors: 0, unanswered: 0, decided: 0 };
    const serving = this.#wire?.serving ?? 0;
    const { actors, unanswered, decided } = gauges;
    if (unanswered === 0 && decided === 0 && serving === 0 && actors <= actorsAllowed) return null;
    return `${this.host.name}: ${JSON.stringify({ ...gauges, serving })}`;
  }

  #joinOwners() {
    const { schedule, memory, timing, audit, links, switchboard } = this.#world;
    const { host } = this;
    const ownership = new NodeOwnership({
      register: new SimRegister(host, links.redis, schedule, memory, timing, audit),
      node: host.name,
      log: silent,
      time: host.timers,
      timing,
      newId: () => this.#world.newId(),
    });
    const wire = new NodeTransport({
      line: switchboard.line(host, host.name),
      node: host.name,
      incarnation: () => ownership.incarnation,
      log: silent,
      time: host.timers,
    });
    return { ownership, wire };
  }

  #push(id: string | undefined): unknown {
    const { random, audit, links } = this.#world;
    const away = links.redis.cut.has(null) || links.redis.cut.has(this.host);
    audit.pushed(id);
    return away && random.happens(0.5) ? Promise.resolve(false) : undefined;
  }

  #consumers() {
    const notify: AnyConsumer = async (_payload, { effectId, correlationId, requestId }) => {
      const { random, tally, faulty } = this.#world;
      if (faulty() && random.happens(0.1)) throw new Error('the consumer failed before its work');
      const { effects } = await this.runtime.execute({
        ...{ ref: tally, type: 'note', payload: {}, by: SYSTEM, id: deterministicId(effectId, 'note') },
        ...{ requestId, correlationId },
      });
      if (faulty() && random.happens(0.1)) throw new Error('the consumer failed after its work');
      return { effects };
    };
    return { ...everyConsumer(async () => undefined), notify };
  }

  async #doDuties(): Promise<void> {
    await this.relay.sweep(20).catch(() => undefined);
    await this.timerRunner.run(20).catch(() => undefined);
  }

  #onDuty(interval: number): void {
    const { timers } = this.host;
    const again = () => {
      timers.after(interval, async () => {
        if (this.closing) return;
        await this.#track(this.#doDuties());
        again();
      });
    };
    again();
  }
}

function factsOf({ database }: Surroundings, key: string, command: AccountCommand) {
  const row = database.projections.get(`drivers:${key}`);
  const page =
    command.type === 'visit' ? database.projections.get(`routes:${key}:${command.page}`) : undefined;
  // The runtime adds time and version.
  return { rowVersion: Number(row?.actor_version ?? 0), visits: Number(page?.version ?? 0) } as AccountFacts;
}
