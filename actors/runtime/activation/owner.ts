import type { GroupStore, GroupWriteResult } from '../activation-ports.ts';
import type { Riders } from '../piggybacked-outbox.ts';
import type { Clock, Timers } from '../ports.ts';
import type { Registry } from '../registry.ts';
import type { Relay } from '../relay.ts';
import type { StoredCommand } from '../store.ts';
import type { Activation, Turn } from './activation.ts';
import type { ActivationDirectory } from './activation-directory.ts';
import { mismatchError, refusalError, unavailable } from './answers.ts';
import { Batcher } from './batcher.ts';
import { checkTurn, decideTurn, readFacts } from './decide-turn.ts';
import { type ActivationLimits, MAX_FENCED_RETRIES, MAX_UNKNOWN_RETRIES } from './limits.ts';
import type { Message } from './message.ts';
import type { ActivationMetrics } from './metrics.ts';
import { ALL_ROWS, mayChange, type OwnRows } from './own-rows.ts';

export interface OwnerOptions {
  store: GroupStore;
  registry: Registry;
  clock: Clock;
  limits: ActivationLimits;
  timers: Timers;
  metrics: ActivationMetrics;
  actors: ActivationDirectory;
  ownRows: OwnRows;
  /** Finished outbox rows that a batch deletes along with its work. */
  riders(): Riders;
  /** Routes a command again after its actor was deactivated. */
  again(message: Message): void;
}

/** Maximum number of commands of one actor whose facts are read at once: as many as there are connections for it. */
const MAX_CONCURRENT_FACT_READS = 8;

const NOTHING_FOLLOWS = Promise.resolve();

/** Runs the commands of the actors in memory, one at a time per actor, and answers them after their commit. */
export class Owner {
  readonly batcher: Batcher;
  readonly #options: OwnerOptions;
  #relay: Relay | null = null;

  constructor(options: OwnerOptions) {
    this.#options = options;
    this.batcher = new Batcher({
      ...options,
      onBatch: (turns, results, cause) => this.#onBatch(turns, results, cause),
      onSent: (actor) => this.#resume(actor),
    });
  }

  useRelay(relay: Relay): void {
    this.#relay = relay;
  }

  /** Puts a command into its actor's mailbox. Returns false when it is full. */
  deliver(actor: Activation, message: Message): boolean {
    const full = actor.mailbox.interactiveWaiting >= this.#options.limits.mailbox;
    if (full && !message.background && !message.admitted) return false;
    message.admitted = true;
    actor.mailbox.push(message);
    this.#resume(actor);
    return true;
  }

  /** Removes an actor from memory. Returns its pending commands, decided or not, in order. */
  evict(actor: Activation): Message[] {
    if (!actor.alive) return [];
    actor.alive = false;
    this.#options.actors.remove(actor);
    const undone = this.batcher.withdraw(actor).map(({ message }) => message);
    undone.push(...actor.mailbox.drain());
    actor.notifyWaiters();
    return undone;
  }

  /** Refuses commands that have waited too long for their turn. */
  expire(actor: Activation, now: number): void {
    if (actor.mailbox.interactiveWaiting === 0) return;
    for (const message of actor.mailbox.expired(now - this.#options.limits.age)) this.#expired(message);
  }

  #resume(actor: Activation): void {
    if (!actor.pumping && actor.mailbox.size > 0) void this.#pump(actor);
  }

  /**
   * Decides the actor's commands; there is one pump per actor. Stops when enough is decided ahead, and the next batch
   * resumes it.
   */
  async #pump(actor: Activation): Promise<void> {
    const { limits } = this.#options;
    actor.pumping = true;
    while (actor.alive && actor.unsent.length < limits.perActorAndBatch) {
      const together = this.#take(actor);
      const [first, second] = together;
      if (first === undefined) break;
      if (second === undefined) await this.#run(actor, first, () => this.#decide(actor, first));
      else await this.#runAll(actor, together);
    }
    actor.pumping = false;
    actor.notifyWaiters();
  }

  /**
   * The next command, and those after it whose facts can be read at the same time because no earlier one changes them.
   */
  #take(actor: Activation): Message[] {
    const { limits } = this.#options;
    const room = Math.min(MAX_CONCURRENT_FACT_READS, limits.perActorAndBatch - actor.unsent.length);
    const taken: Message[] = [];
    const rows = new Set<string>();
    for (let next = actor.mailbox.peek(); next !== undefined; next = actor.mailbox.peek()) {
      if (this.#isExpired(next)) {
        actor.mailbox.shift();
        this.#expired(next);
        continue;
      }
      const own = this.#ownRowsAtRest(actor, next, rows);
      if (own === null && taken.length > 0) break;
      actor.mailbox.shift();
      taken.push(next);
      if (own === null || taken.length === room) break;
      rows.add(own);
    }
    return taken;
  }

  /**
   * The one record whose rows the facts are read from, if neither a turn being written nor one in `ahead` may change
   * them.
   */
  #ownRowsAtRest(actor: Activation, message: Message, ahead: ReadonlySet<string>): string | null {
    const { ownRows } = this.#options;
    const own = ownRows(message.request);
    const known = message.known !== null || actor.recent.has(message.request.id);
    if (own === null || own === ALL_ROWS || known || ahead.has(own)) return null;
    return actor.isSettled((turn) => mayChange(ownRows(turn.message.request), own)) ? own : null;
  }

  async #runAll(actor: Activation, messages: readonly Message[]): Promise<void> {
    const read = await Promise.allSettled(messages.map((each) => readFacts(this.#options, actor, each)));
    for (const [index, message] of messages.entries()) {
      const facts = read[index];
      await this.#run(actor, message, async () => {
        if (facts?.status === 'rejected') throw facts.reason;
        return facts === undefined || !actor.alive
          ? null
          : decideTurn(this.#options, actor, message, facts.value);
      });
    }
  }

  /** `decide` returns null when the actor was evicted meanwhile, since its state is not valid any more. */
  async #run(
    actor: Activation,
    message: Message,
    decide: () => Promise<Turn | null | 'answered'>,
  ): Promise<void> {
    try {
      const turn = await decide();
      if (turn === 'answered') return;
      if (turn === null || !actor.alive) this.#options.again(message);
      else this.batcher.add(turn);
    } catch (error) {
      this.#options.metrics.command('failed');
      message.reject(error);
    }
  }

  #isExpired({ background, since }: Message): boolean {
    const { limits, timers } = this.#options;
    return !background && timers.now() - since > limits.age;
  }

  async #decide(actor: Activation, message: Message): Promise<Turn | null | 'answered'> {
    const { id } = message.request;
    if (message.known === null && actor.recent.has(id)) {
      // Its first run may not be committed yet.
      await actor.settled();
      if (!actor.alive) return null;
      message.known = await this.#find(actor, id);
      if (message.known === null) actor.recent.forget(id);
    }
    if (!actor.alive) return null;
    if (message.known !== null) return this.#repeat(actor, message, message.known);
    await this.#settleRows(actor, message);
    if (!actor.alive) return null;
    const facts = await readFacts(this.#options, actor, message);
    return actor.alive ? decideTurn(this.#options, actor, message, facts) : null;
  }

  async #settleRows(actor: Activation, { request }: Message): Promise<void> {
    const { ownRows } = this.#options;
    const read = ownRows(request);
    if (read === null) return;
    await actor.settled((turn) => mayChange(ownRows(turn.message.request), read));
  }

  #repeat(actor: Activation, message: Message, known: StoredCommand): Turn | 'answered' {
    if (known.requestHash.equals(message.requestHash))
      return checkTurn(actor, message, known.outcome, { replayed: true });
    this.#options.metrics.command('failed');
    message.reject(mismatchError());
    return 'answered';
  }

  async #find(actor: Activation, id: string): Promise<StoredCommand | null> {
    try {
      return await this.#options.store.find(actor.ref, id);
    } catch (error) {
      throw unavailable('This record cannot be read now.', error);
    }
  }

  #onBatch(turns: readonly Turn[], results: readonly GroupWriteResult[] | 'unknown', cause: unknown): void {
    if (results === 'unknown') this.#options.metrics.unknownOutcome(turns.length);
    const undone: Message[] = [];
    const lost = new Set<Activation>();
    const spoiled = spoiledActors(turns, results);
    turns.forEach((turn, index) => {
      const result = results === 'unknown' ? null : (results[index] ?? null);
      if (result?.kind === 'done') {
        this.#answer(turn);
        return;
      }
      lost.add(turn.actor);
      if (this.#mayRunAgain(turn, result, spoiled, cause)) undone.push(turn.message);
    });
    for (const actor of lost) undone.push(...this.evict(actor));
    for (const message of undone) this.#options.again(message);
  }

  /** Counts why the turn failed; refuses its command once that has happened too often. */
  #mayRunAgain(
    { actor, message }: Turn,
    result: GroupWriteResult | null,
    spoiled: ReadonlySet<Activation>,
    cause: unknown,
  ): boolean {
    switch (result?.kind) {
      case 'failed':
        this.#options.metrics.command('failed');
        message.reject(result.error);
        return false;
      case 'duplicate':
        message.known = result.stored;
        return true;
      case 'fenced':
        if (spoiled.has(actor)) return true;
        this.#options.metrics.fenced();
        message.fenced += 1;
        if (message.fenced <= MAX_FENCED_RETRIES) return true;
        break;
      default:
        message.unknown += 1;
        if (message.unknown <= MAX_UNKNOWN_RETRIES) return true;
    }
    this.#options.metrics.command('failed');
    message.reject(unavailable('This record is busy. Repeat the request.', cause));
    return false;
  }

  #answer({ message, outcome, version, replayed, outbox }: Turn): void {
    // Effects start even when the command is refused: a counted wrong code is an event too.
    const relay = outbox === null ? null : this.#relay;
    const effects = outbox === null || relay === null ? NOTHING_FOLLOWS : relay.deliver(outbox);
    this.#options.metrics.command(replayed ? 'repeated' : outcome.ok ? 'accepted' : 'refused');
    if (outcome.ok) message.resolve({ version, replayed, reply: outcome.reply, effects });
    else message.reject(refusalError(outcome.refusal));
  }

  #expired(message: Message): void {
    this.#options.metrics.shed('age');
    message.reject(unavailable('This record has too much to do. Repeat the request.'));
  }
}

/**
 * Actors with further turns that were decided on top of a failed one. They are evicted, but this does not count as
 * fenced.
 */
function spoiledActors(
  turns: readonly Turn[],
  results: readonly GroupWriteResult[] | 'unknown',
): ReadonlySet<Activation> {
  const spoiled = new Set<Activation>();
  if (results === 'unknown') return spoiled;
  turns.forEach(({ actor }, index) => {
    const kind = results[index]?.kind;
    if (kind === 'failed' || kind === 'duplicate') spoiled.add(actor);
  });
  return spoiled;
}
