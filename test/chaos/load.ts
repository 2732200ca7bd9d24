import type { ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import type { Attempt, Checker } from './checker.ts';
import type { Cluster } from './cluster.ts';
import type { NodeProcess, Outcome, Request } from './node-process.ts';
import { idOf, type OpBook, type OpType } from './op-book.ts';
import type { Answer } from './protocol.ts';
import type { Takeover } from './takeover.ts';

export interface LoadOptions {
  cluster: Cluster;
  actors: readonly ActorRef[];
  book: OpBook;
  checker: Checker;
  takeover: Takeover;
  chance: Chance;
  callers: number;
  /** Commands that all callers together begin per second, at most. */
  rate: number;
  /** Milliseconds since the run began. */
  now(): number;
  /** Once it is aborted, callers stop waiting. */
  signal: AbortSignal;
}

/** Milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;
const FIRST_PAUSE = 120;
/** The longest pause before a retry; refusals name a second. */
const MAX_PAUSE_MS = 1_000;
/** The number of actors that get a large share of the load. */
const HOT = 8;
const HOT_SHARE = 0.15;
/**
 * Shares of callers that give up at the first failure, of those that send to two processes at once, and of repeats of
 * old commands.
 */
const FICKLE = 0.02;
const HASTY = 0.03;
const REPEATED = 0.02;

/** Callers that send a command, wait for the response, and repeat the same command until they have one. */
export class Load {
  /** Answered commands by kind: written, answered without a write, read from PostgreSQL, repeated. */
  readonly answered = { written: 0, told: 0, read: 0, repeated: 0 };
  readonly failures = new Map<string, number>();
  readonly latencies: number[] = [];
  abandoned = 0;
  readonly #options: LoadOptions;
  readonly #callers: Promise<void>[];
  #stopping = false;
  #seen = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#callers = Array.from({ length: options.callers }, () => this.#call());
  }

  /** Commands that went through the runtime and were acknowledged, each counted once. */
  get acknowledged(): number {
    return this.answered.written + this.answered.told;
  }

  /** Resolves when every caller has the response it waits for. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#callers);
  }

  /** One command on an actor, sent once to some process. */
  async probe(actor: number): Promise<void> {
    const op = this.#begin('add', actor, 1);
    const node = this.#options.cluster.choose();
    if (node === undefined) return;
    if ((await this.#attempt(op, node, this.#options.checker.floor(actor))).kind === 'answer')
      this.#count(op);
  }

  async #call(): Promise<void> {
    const { chance, callers, rate, actors } = this.#options;
    const interval = (callers / rate) * 1_000;
    while (!this.#stopping) {
      await pause(-Math.log(1 - chance.unit()) * interval);
      if (this.#stopping) return;
      if (chance.happens(REPEATED)) await this.#repeatOld();
      else {
        const actor = chance.happens(HOT_SHARE)
          ? chance.whole(0, HOT - 1)
          : chance.whole(0, actors.length - 1);
        await this.#persist(this.#begin(this.#chooseType(), actor, chance.whole(1, 100)));
      }
    }
  }

  #chooseType(): OpType {
    const drawn = this.#options.chance.unit();
    if (drawn < 0.45) return 'add';
    if (drawn < 0.63) return 'risk';
    if (drawn < 0.75) return 'send';
    return drawn < 0.89 ? 'look' : 'read';
  }

  #begin(type: OpType, actor: number, amount: number): number {
    return this.#options.book.add(type, actor, amount);
  }

  /** Sends the command to one process after the other until there is a response. */
  async #persist(op: number): Promise<void> {
    const { cluster, checker, book, chance } = this.#options;
    const { actor } = book.get(op);
    const [floor, began] = [checker.floor(actor), performance.now()];
    let last: NodeProcess | null = null;
    let interval = FIRST_PAUSE;
    while (performance.now() - began < ANSWER_TIMEOUT_MS) {
      if (this.#options.signal.aborted) return;
      const node = cluster.choose(last);
      if (node !== undefined) {
        const other = chance.happens(HASTY) ? cluster.choose(node) : undefined;
        const nodes = [node, ...(other === undefined ? [] : [other])];
        const outcomes = await Promise.all(nodes.map((each) => this.#attempt(op, each, floor)));
        if (outcomes.some(({ kind }) => kind === 'answer')) {
          if (nodes.length === 1) this.#latency(performance.now() - began);
          this.#count(op);
          return;
        }
        last = node;
        if (chance.happens(FICKLE)) {
          this.abandoned += 1;
          return;
        }
      }
      await pause(interval * (0.5 + chance.unit()));
      interval = Math.min(MAX_PAUSE_MS, interval * 2);
    }
    checker.report('unanswered', op, `no answer within ${ANSWER_TIMEOUT_MS / 1_000} s`);
  }

  /** Repeats a command from long ago, as if its response had been lost: the response must be the same as then. */
  async #repeatOld(): Promise<void> {
    const { book, chance, cluster, checker } = this.#options;
    if (book.count === 0) return;
    const op = chance.whole(0, book.count - 1);
    const { type, actor } = book.get(op);
    const node = cluster.choose();
    // A command that was given up may take effect now: from here on, it counts as begun before everything known so far.
    if (type === 'read' || type === 'look' || node === undefined || book.get(op).state !== 'written') return;
    const outcome = await this.#attempt(op, node, 0, checker.floor(actor));
    if (outcome.kind === 'answer') this.answered.repeated += 1;
  }

  async #attempt(
    op: number,
    node: NodeProcess,
    firstFloor: number,
    floor = this.#options.checker.floor(this.#options.book.get(op).actor),
  ): Promise<Outcome> {
    const { actor } = this.#options.book.get(op);
    const attempt: Attempt = { op, floor, firstFloor, startedAt: this.#options.now() };
    const sentAt = performance.now();
    this.#options.book.attempted(op);
    const outcome = await node.ask(this.#request(op), (answer) =>
      this.#judge(attempt, answer, actor, sentAt),
    );
    if (outcome.kind !== 'answer') this.#failed(outcome, op);
    return outcome;
  }

  /** Where these actors are in the list of all. */
  placesOf(refs: readonly ActorRef[]): number[] {
    const keys = new Set(refs.map(({ key }) => key));
    return this.#options.actors.flatMap(({ key }, place) => (keys.has(key) ? [place] : []));
  }

  #judge(attempt: Attempt, answer: Answer, actor: number, sentAt: number): void {
    const { checker, takeover, book } = this.#options;
    checker.answered(attempt, answer);
    if (book.get(attempt.op).type !== 'read') takeover.answered(actor, answer.node, answer.replayed, sentAt);
  }

  #request(op: number): Request {
    const { actors, book } = this.#options;
    const { type, actor } = book.get(op);
    const ref = actors[actor] ?? { kind: 'driver', key: '' };
    if (type === 'read') return { t: 'read', ref };
    return { t: 'run', ref, type, payload: this.#payload(op, ref), id: idOf(op) };
  }

  /** The same payload for every attempt. */
  #payload(op: number, ref: ActorRef): JsonObject {
    const { actors, book } = this.#options;
    const { type, actor, amount } = book.get(op);
    if (type === 'look') return {};
    if (type !== 'send') return { amount };
    const to = actors[(actor + 1 + (op % (actors.length - 1))) % actors.length] ?? ref;
    return { amount, transfer: `${ref.kind}/${ref.key}/${op}`, to: to.key, toKind: to.kind };
  }

  #failed(outcome: Exclude<Outcome, { kind: 'answer' }>, op: number): void {
    const name = outcome.kind === 'failed' ? outcome.code : outcome.kind;
    this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
    if (outcome.kind !== 'failed') return;
    if (name === 'idempotency.MISMATCH' || name === 'common.NOT_FOUND') {
      this.#options.checker.report('untrue', op, `${name}: ${outcome.detail}`);
    }
  }

  #count(op: number): void {
    const { type, state } = this.#options.book.get(op);
    if (type === 'read') this.answered.read += 1;
    else if (state === 'written') this.answered.written += 1;
    else this.answered.told += 1;
  }

  /** Records about every fourth latency, which is enough for the distribution. */
  #latency(milliseconds: number): void {
    this.#seen += 1;
    const maxSamples = 100_000;
    if (this.latencies.length < maxSamples) this.latencies.push(milliseconds);
    else {
      const place = Math.floor(this.#options.chance.unit() * this.#seen);
      if (place < maxSamples) this.latencies[place] = milliseconds;
    }
  }
}
