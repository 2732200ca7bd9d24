import { WaslError } from '../../errors.ts';
import type { Clock, Timers } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { Relay } from '../relay.ts';
import { type Riders, RidingOutbox } from '../riding-outbox.ts';
import type { ActorRuntime, CommandRequest, CommandResult } from '../runtime.ts';
import type { ForwardedAnswer, GroupStore, Ownership, Wire } from '../sticky-ports.ts';
import type { OutboxStore } from '../store.ts';
import { ActorTable, idOf } from './actor-table.ts';
import { answerOf, ElsewhereError, faultAnswer, internalFault, unavailable } from './answers.ts';
import { Forwarder } from './forwarder.ts';
import { FORWARDED_AGE, STICKY_LIMITS, type StickyLimits } from './limits.ts';
import type { Message } from './message.ts';
import { NO_METRICS, type StickyMetrics } from './metrics.ts';
import { Opener } from './opener.ts';
import type { OwnRows } from './own-rows.ts';
import type { OwnedActor } from './owned-actor.ts';
import { Owner } from './owner.ts';

export interface StickyRuntimeOptions {
  store: GroupStore;
  ownership: Ownership;
  wire: Wire;
  /** Runs a command by row lock: without Redis, and while this process hands over. */
  fallback: ActorRuntime;
  registry: Registry;
  clock: Clock;
  /** Keyed hash of a command's type and payload: bodies themselves are never kept. */
  hashRequest(type: string, payload: object): Buffer;
  ownRows: OwnRows;
  timers: Timers;
  /**
   * What a forwarded command's fault that is no WaslError is told as to its sender; here is also where to log it,
   * for its cause doesn't travel. By default common.INTERNAL.
   */
  faultOf?(error: unknown): WaslError;
  limits?: Partial<StickyLimits>;
  metrics?: StickyMetrics;
}

export interface StickyGauges {
  /** Actors in memory. */
  actors: number;
  /** Commands that are not answered yet, the service's own included. */
  unanswered: number;
  /** Turns decided and not yet in a batch. */
  decided: number;
}

const NO_RIDERS: Riders = { ids: [], ended: () => undefined, stayed: () => undefined };

/** Milliseconds between two looks for what waited too long or is not needed in memory. */
const SWEEP = 250;

/**
 * Owners in memory: one command at a time per actor, decided at once, written by group commit. Nothing leaves before
 * its commit, and nothing is answered from memory alone. PostgreSQL's version and epoch decide in the end, so an
 * owner that is none any more can only find itself fenced.
 */
export class StickyRuntime implements ActorRuntime {
  readonly #options: StickyRuntimeOptions;
  readonly #limits: StickyLimits;
  readonly #timers: Timers;
  readonly #metrics: StickyMetrics;
  readonly #actors: ActorTable;
  readonly #owner: Owner;
  readonly #opener: Opener;
  readonly #forwarder: Forwarder;
  readonly #stopSweeping: () => void;
  #outbox: RidingOutbox | null = null;
  #people = 0;
  #unanswered = 0;
  #handingOver = false;

  constructor(options: StickyRuntimeOptions) {
    this.#options = options;
    this.#limits = { ...STICKY_LIMITS, ...options.limits };
    this.#timers = options.timers;
    this.#metrics = options.metrics ?? NO_METRICS;
    this.#actors = new ActorTable(this.#limits);
    const { store, ownership, registry, clock } = options;
    const [limits, timers, metrics, actors] = [this.#limits, this.#timers, this.#metrics, this.#actors];
    this.#opener = new Opener({ store, ownership, registry, timers, metrics, actors });
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
    this.#stopSweeping = timers.every(SWEEP, () => this.#sweep());
    ownership.onLost(() => this.#dropAll());
    options.wire.serve((request) => this.#serve(request));
  }

  /** The relay executes chain commands through this runtime, so it comes to be after it. */
  useRelay(relay: Relay): void {
    this.#owner.useRelay(relay);
  }

  /** The outbox for that relay: its finished rows are deleted along with the next commit. */
  ridingOutbox(outbox: OutboxStore): RidingOutbox {
    this.#outbox = new RidingOutbox(outbox, this.#timers);
    return this.#outbox;
  }

  gauges(): StickyGauges {
    return { actors: this.#actors.size, unanswered: this.#unanswered, decided: this.#owner.batcher.depth };
  }

  execute(request: CommandRequest): Promise<CommandResult> {
    return this.#accept(request, false);
  }

  /**
   * Before a planned stop: claims nothing any more, finishes what was taken on, then gives all actors back. Commands
   * that still come go to whoever owns their actors or run by row lock, forwarded ones go back to their sender.
   * Resolves when other processes can claim every actor.
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

  /** Ends the timers; call it after handOver. */
  close(): void {
    this.#stopSweeping();
  }

  #accept(request: CommandRequest, forwarded: boolean): Promise<CommandResult> {
    const system = request.by.role === 'SYSTEM';
    if (!system && this.#people >= this.#limits.process) {
      this.#metrics.shed('process');
      return Promise.reject(unavailable('The service has too much to do. Repeat the request.'));
    }
    return new Promise((resolve, reject) => {
      if (!system) this.#people += 1;
      this.#unanswered += 1;
      const settle = () => {
        if (!system) this.#people -= 1;
        this.#unanswered -= 1;
      };
      this.#dispatch({
        request,
        requestHash: request.requestHash ?? this.#options.hashRequest(request.type, request.payload),
        system,
        forwarded,
        since: this.#timers.now() - (forwarded ? FORWARDED_AGE : 0),
        admitted: false,
        fenced: 0,
        unknown: 0,
        forwards: 0,
        astray: false,
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

  #deliver(actor: OwnedActor, message: Message): void {
    if (this.#owner.deliver(actor, message)) return;
    this.#metrics.shed('mailbox');
    message.reject(unavailable('This record has too much to do. Repeat the request.'));
  }

  async #open(message: Message): Promise<void> {
    try {
      const known = this.#forwarder.knownOwnerFor(message);
      if (known !== null) return await this.#forwarder.forward(message, known, true);
      const opened = await this.#opener.open(message.request.ref);
      if (opened.kind === 'unavailable') await this.#degrade(message, undefined);
      else if (opened.kind === 'theirs') await this.#forwarder.forward(message, opened.owner, false);
      else if (!opened.actor.alive || this.#handingOver) this.#dispatch(message);
      else this.#deliver(opened.actor, message);
    } catch (error) {
      message.reject(error);
    }
  }

  /**
   * By row lock, after what this process still has to do on the actor: that would only be fenced. A live owner of it
   * elsewhere would be fenced too, so it is asked first.
   */
  async #degrade(message: Message, actor: OwnedActor | undefined): Promise<void> {
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

  /** Null too when the way to the owner has failed before. */
  async #ownerElsewhere({ astray, request }: Message): Promise<string | null> {
    if (astray) return null;
    const claim = await this.#options.ownership.claim(request.ref).catch(() => null);
    return claim?.kind === 'theirs' ? claim.owner : null;
  }

  /** Idle actors leave memory and can be claimed by others. */
  async #giveBack(actors: readonly OwnedActor[]): Promise<void> {
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
      const { faultOf = internalFault } = this.#options;
      return faultAnswer(error instanceof WaslError ? error : faultOf(error));
    }
  }

  /** The lease lapsed or Redis lost its memory: others may own every actor by now. */
  #dropAll(): void {
    this.#opener.startNewEra();
    this.#forwarder.clear();
    const undone = this.#actors.values().flatMap((actor) => this.#owner.evict(actor));
    for (const message of undone) this.#dispatch(message);
  }

  #sweep(): void {
    const now = this.#timers.now();
    if (this.#people > 0) this.#actors.each((actor) => this.#owner.expire(actor, now));
    this.#actors.pack(now);
    this.#forwarder.sweep(now);
    const leaving = this.#actors.dispensable(now);
    if (leaving.length === 0) return;
    this.#metrics.passivated(leaving.length);
    void this.#giveBack(leaving);
  }
}
