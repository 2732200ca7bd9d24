import { WaslError } from '../../errors.ts';
import type { CommandTransport, ForwardedAnswer, GroupStore, Ownership } from '../activation-ports.ts';
import { PiggybackedOutbox, type Riders } from '../piggybacked-outbox.ts';
import type { Clock, Timers } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { Relay } from '../relay.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from '../runtime.ts';
import type { OutboxStore } from '../store.ts';
import type { Activation } from './activation.ts';
import { ActivationDirectory, idOf } from './activation-directory.ts';
import { Activator } from './activator.ts';
import { answerOf, ElsewhereError, errorAnswer, internalError, unavailable } from './answers.ts';
import { Forwarder } from './forwarder.ts';
import { ACTIVATION_LIMITS, type ActivationLimits, FORWARDED_AGE_MS } from './limits.ts';
import type { Message } from './message.ts';
import { type ActivationMetrics, NO_METRICS } from './metrics.ts';
import type { OwnRows } from './own-rows.ts';
import { Owner } from './owner.ts';

export interface ActivationRuntimeOptions {
  store: GroupStore;
  ownership: Ownership;
  wire: CommandTransport;
  /** Runs commands by row lock: without Redis, and while this process hands over. */
  fallback: ActorRuntime;
  registry: Registry;
  clock: Clock;
  /** Keyed hash of a command's type and payload; payloads themselves are never stored. */
  hashRequest(type: string, payload: object): Buffer;
  ownRows: OwnRows;
  timers: Timers;
  /**
   * Converts an unexpected error of a forwarded command to the one reported to its sender. The error's cause is not
   * sent, so it must be logged here. Default: common.INTERNAL.
   */
  toWaslError?(error: unknown): WaslError;
  limits?: Partial<ActivationLimits>;
  metrics?: ActivationMetrics;
}

export interface ActivationGauges {
  /** Actors in memory. */
  actors: number;
  /** Commands not answered yet, including those of the service itself. */
  unanswered: number;
  /** Turns decided and not in a batch yet. */
  decided: number;
}

const NO_RIDERS: Riders = { ids: [], ended: () => undefined, stayed: () => undefined };

/** Milliseconds between two checks for expired commands and idle actors. */
const SWEEP_INTERVAL_MS = 250;

/**
 * Runs actors in the memory of their owners: one command at a time per actor, decided at once, written by group commit.
 * No effect or answer leaves before its commit, so nothing is answered from memory alone. PostgreSQL's version and
 * epoch are authoritative, so a former owner can only find itself fenced.
 */
export class ActivationRuntime implements ActorRuntime {
  readonly #options: ActivationRuntimeOptions;
  readonly #limits: ActivationLimits;
  readonly #timers: Timers;
  readonly #metrics: ActivationMetrics;
  readonly #actors: ActivationDirectory;
  readonly #owner: Owner;
  readonly #opener: Activator;
  readonly #forwarder: Forwarder;
  readonly #stopSweeping: () => void;
  #outbox: PiggybackedOutbox | null = null;
  #interactive = 0;
  #unanswered = 0;
  #handingOver = false;

  constructor(options: ActivationRuntimeOptions) {
    this.#options = options;
    this.#limits = { ...ACTIVATION_LIMITS, ...options.limits };
    this.#timers = options.timers;
    this.#metrics = options.metrics ?? NO_METRICS;
    this.#actors = new ActivationDirectory(this.#limits);
    const { store, ownership, registry, clock } = options;
    const [limits, timers, metrics, actors] = [this.#limits, this.#timers, this.#metrics, this.#actors];
    this.#opener = new Activator({ store, ownership, registry, timers, metrics, actors });
    this.#owner = new Owner({
      ...{ store, registry, clock, limits, timers, metrics, actors },
      ownRows: options.ownRows,
      riders: () => this.#outbox?.take() ?? NO_RIDERS,
      again: (message) => this.#dispatch(message),
    });
    this.#forwarder = new Forwarder({
      ...{ wire: options.wire, ownership, timers, limits, metrics },
      again: (message) => this.#dispatch(message),
    });
    this.#stopSweeping = timers.every(SWEEP_INTERVAL_MS, () => this.#sweep());
    ownership.onLost(() => this.#dropAll());
    options.wire.serve((request) => this.#serve(request));
  }

  /** Set after construction, because the relay executes chained commands through this runtime. */
  useRelay(relay: Relay): void {
    this.#owner.useRelay(relay);
  }

  /** The outbox for that relay: its finished rows are deleted along with the next commit. */
  piggybackedOutbox(outbox: OutboxStore): PiggybackedOutbox {
    this.#outbox = new PiggybackedOutbox(outbox, this.#timers);
    return this.#outbox;
  }

  gauges(): ActivationGauges {
    return { actors: this.#actors.size, unanswered: this.#unanswered, decided: this.#owner.batcher.depth };
  }

  execute(request: CommandRequest): Promise<CommandResult> {
    return this.#accept(request, false);
  }

  /**
   * Prepares a planned stop: claims no further actors, finishes accepted commands, then releases all actors. Commands
   * that still arrive are forwarded to their actors' owners or run by row lock; forwarded ones are returned to their
   * sender. Resolves when other processes can claim every actor.
   */
  async handOver(): Promise<void> {
    this.#handingOver = true;
    this.#options.ownership.retire();
    await this.#opener.opened();
    await Promise.all(this.#actors.values().map((actor) => actor.quiet()));
    await this.#giveBack(this.#actors.values());
    await this.#owner.batcher.drained();
    await this.#outbox?.emptied();
  }

  /** Stops the timers; call it after handOver. */
  close(): void {
    this.#stopSweeping();
  }

  #accept(request: CommandRequest, forwarded: boolean): Promise<CommandResult> {
    const background = request.by.role === 'SYSTEM';
    if (!background && this.#interactive >= this.#limits.process) {
      this.#metrics.shed('process');
      return Promise.reject(unavailable('The service has too much to do. Repeat the request.'));
    }
    return new Promise((resolve, reject) => {
      if (!background) this.#interactive += 1;
      this.#unanswered += 1;
      const settle = () => {
        if (!background) this.#interactive -= 1;
        this.#unanswered -= 1;
      };
      this.#dispatch({
        request,
        requestHash: request.requestHash ?? this.#options.hashRequest(request.type, request.payload),
        background,
        forwarded,
        since: this.#timers.now() - (forwarded ? FORWARDED_AGE_MS : 0),
        admitted: false,
        fenced: 0,
        unknown: 0,
        forwards: 0,
        misrouted: false,
        known: null,
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
    });
  }

  #dispatch(message: Message): void {
    const actor = this.#actors.use(idOf(message.request.ref), this.#timers.now());
    if (this.#handingOver || !this.#options.ownership.available) void this.#degrade(message, actor);
    else if (actor !== undefined) this.#deliver(actor, message);
    else void this.#open(message);
  }

  #deliver(actor: Activation, message: Message): void {
    if (this.#owner.deliver(actor, message)) return;
    this.#metrics.shed('mailbox');
    message.reject(unavailable('This record has too much to do. Repeat the request.'));
  }

  async #open(message: Message): Promise<void> {
    try {
      const known = this.#forwarder.knownOwnerFor(message);
      if (known !== null) return await this.#forwarder.forward(message, known, true);
      const opened = await this.#opener.activate(message.request.ref);
      if (opened.kind === 'unavailable') await this.#degrade(message, undefined);
      else if (opened.kind === 'theirs') await this.#forwarder.forward(message, opened.owner, false);
      else if (!opened.actor.alive || this.#handingOver) this.#dispatch(message);
      else this.#deliver(opened.actor, message);
    } catch (error) {
      message.reject(error);
    }
  }

  /**
   * Runs the command by row lock, after this process has finished its own work on the actor, which would otherwise be
   * fenced. A live owner in another process would be fenced too, so the command is forwarded to it if possible.
   */
  async #degrade(message: Message, actor: Activation | undefined): Promise<void> {
    try {
      await actor?.quiet();
      if (actor?.idle === true) await this.#giveBack([actor]);
      if (this.#handingOver && message.forwarded) throw new ElsewhereError();
      const owner = await this.#ownerElsewhere(message);
      if (owner !== null) return await this.#forwarder.forward(message, owner, false);
      this.#metrics.degraded();
      message.resolve(await this.#options.fallback.execute(message.request));
    } catch (error) {
      message.reject(error);
    }
  }

  /** Null also if forwarding to the owner has failed before. */
  async #ownerElsewhere({ misrouted, request }: Message): Promise<string | null> {
    if (misrouted) return null;
    const claim = await this.#options.ownership.claim(request.ref).catch(() => null);
    return claim?.kind === 'theirs' ? claim.owner : null;
  }

  /** Deactivates idle actors and releases them. */
  async #giveBack(actors: readonly Activation[]): Promise<void> {
    const leaving = actors.filter((actor) => actor.alive);
    for (const actor of leaving) {
      for (const message of this.#owner.evict(actor)) this.#dispatch(message);
    }
    await this.#opener.release(leaving.map(({ ref }) => ref));
  }

  async #serve(request: CommandRequest): Promise<ForwardedAnswer> {
    try {
      return answerOf(await this.#accept(request, true));
    } catch (error) {
      const { toWaslError = internalError } = this.#options;
      return errorAnswer(error instanceof WaslError ? error : toWaslError(error));
    }
  }

  /** The lease expired or Redis was emptied: other processes may own every actor now. */
  #dropAll(): void {
    this.#opener.bumpGeneration();
    this.#forwarder.clear();
    const undone = this.#actors.values().flatMap((actor) => this.#owner.evict(actor));
    for (const message of undone) this.#dispatch(message);
  }

  #sweep(): void {
    const now = this.#timers.now();
    if (this.#interactive > 0) this.#actors.each((actor) => this.#owner.expire(actor, now));
    this.#actors.pack(now);
    this.#forwarder.sweep(now);
    const leaving = this.#actors.idle(now);
    if (leaving.length === 0) return;
    this.#metrics.passivated(leaving.length);
    void this.#giveBack(leaving);
  }
}
