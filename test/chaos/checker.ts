import { idOf, type OpBook } from './op-book.ts';
import type { Answer } from './protocol.ts';

export type Fault =
  /** Acknowledged, and not there at the end. */
  | 'lost'
  /** Took effect, or was said to, more than once. */
  | 'doubled'
  /** Answered from a state that was older than one somebody had been told of before. */
  | 'stale'
  /** Acknowledged before another began, and yet placed behind it. */
  | 'order'
  /** What was told isn't what the history says. */
  | 'untrue'
  /** A chain that isn't finished, points that came to be or went. */
  | 'chain'
  /** Never answered. */
  | 'unanswered';

export interface Violation {
  fault: Fault;
  command: string;
  actor: string;
  evidence: string;
  /** Milliseconds since the run began. */
  at: number;
}

export interface Attempt {
  op: number;
  /** The newest version anybody was told of before this attempt left, and before the op's first one did. */
  floor: number;
  firstFloor: number;
  /** Milliseconds since the run began. */
  startedAt: number;
}

const KEPT = 200;

/**
 * Judges answers as they come: per actor it remembers the newest version that anybody was told of, and in the book
 * what each op was told. The rest is for the audit.
 */
export class Checker {
  readonly violations: Violation[] = [];
  readonly counts = new Map<Fault, number>();
  readonly #book: OpBook;
  readonly #actors: readonly string[];
  readonly #newest: Uint32Array;
  readonly #now: () => number;

  constructor(book: OpBook, actors: readonly string[], now: () => number) {
    this.#book = book;
    this.#actors = actors;
    this.#newest = new Uint32Array(actors.length);
    this.#now = now;
  }

  /** The least that a command which begins now must see. */
  floor(actor: number): number {
    return this.#newest[actor] ?? 0;
  }

  answered(attempt: Attempt, answer: Answer): void {
    const { op } = attempt;
    const { actor } = this.#book.get(op);
    if (answer.now < attempt.floor || answer.now < answer.version) {
      this.report('stale', op, `answered at version ${answer.now}, told before: ${attempt.floor}`, attempt);
    }
    if (answer.kind === 'written') this.#written(attempt, answer);
    else this.#told(attempt, answer);
    this.#newest[actor] = Math.max(this.floor(actor), answer.now, answer.version);
  }

  report(fault: Fault, op: number | null, evidence: string, attempt?: Attempt, actor?: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    if (this.violations.length >= KEPT) return;
    const name = op === null ? (actor ?? '') : (this.#actors[this.#book.get(op).actor] ?? '');
    const since = attempt === undefined ? '' : `; asked at ${attempt.startedAt.toFixed(0)} ms`;
    const type = op === null ? '' : `${this.#book.get(op).type}: `;
    this.violations.push({
      fault,
      command: op === null ? '' : idOf(op),
      actor: name,
      evidence: `${type}${evidence}${since}`,
      at: Math.round(this.#now()),
    });
  }

  #written(attempt: Attempt, { version, balance, replayed, node }: Answer): void {
    const { op } = attempt;
    const known = this.#book.get(op);
    if (version <= attempt.firstFloor) {
      this.report('order', op, `placed at ${version}, begun after ${attempt.firstFloor} was told`, attempt);
    }
    if (known.state === 'written' && (known.version !== version || known.balance !== balance)) {
      const [was, is] = [`${known.version} (balance ${known.balance})`, `${version} (balance ${balance})`];
      this.report('doubled', op, `told ${was}, then ${is} by ${node}`, attempt);
      return;
    }
    if (!replayed && !this.#book.firstTime(op))
      this.report('doubled', op, `twice new at ${version}`, attempt);
    this.#book.answered(op, 'written', version, balance);
  }

  /** A refusal is decided again with each attempt: a later one may be written, and an earlier one answer after it. */
  #told({ op }: Attempt, { version, balance }: Answer): void {
    if (this.#book.get(op).state === 'open') this.#book.answered(op, 'told', version, balance);
  }
}
