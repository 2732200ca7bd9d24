import { idOf, type OpBook } from './op-book.ts';
import type { Answer } from './protocol.ts';

export type Fault =
  /** Acknowledged, and missing at the end. */
  | 'lost'
  /** Took effect, or was reported to, more than once. */
  | 'doubled'
  /** Answered from a state older than one that had been shown before. */
  | 'stale'
  /** Acknowledged before another command began, and yet placed behind it. */
  | 'order'
  /** A response differs from the history. */
  | 'untrue'
  /** A chain that is not finished, or points that appeared or vanished. */
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
  /**
   * The newest version that any response had shown before this attempt was sent, and before the command's first attempt
   * was.
   */
  floor: number;
  firstFloor: number;
  /** Milliseconds since the run began. */
  startedAt: number;
}

const MAX_VIOLATIONS = 200;

/**
 * Judges responses as they come: it remembers the newest version shown of each actor, and in the book the response to
 * each command. The audit does the rest.
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

  /** The oldest version that a command which begins now may see. */
  floor(actor: number): number {
    return this.#newest[actor] ?? 0;
  }

  answered(attempt: Attempt, answer: Answer): void {
    const { op } = attempt;
    const { actor } = this.#book.get(op);
    if (answer.now < attempt.floor || answer.now < answer.version) {
      this.report('stale', op, `answered at version ${answer.now}, shown before: ${attempt.floor}`, attempt);
    }
    if (answer.kind === 'written') this.#written(attempt, answer);
    else this.#told(attempt, answer);
    this.#newest[actor] = Math.max(this.floor(actor), answer.now, answer.version);
  }

  report(fault: Fault, op: number | null, evidence: string, attempt?: Attempt, actor?: string): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    if (this.violations.length >= MAX_VIOLATIONS) return;
    const name = op === null ? (actor ?? '') : (this.#actors[this.#book.get(op).actor] ?? '');
    const since = attempt === undefined ? '' : `; sent at ${attempt.startedAt.toFixed(0)} ms`;
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
      this.report('order', op, `placed at ${version}, begun after ${attempt.firstFloor} was shown`, attempt);
    }
    if (known.state === 'written' && (known.version !== version || known.balance !== balance)) {
      const [was, is] = [`${known.version} (balance ${known.balance})`, `${version} (balance ${balance})`];
      this.report('doubled', op, `answered with ${was}, then ${is} by ${node}`, attempt);
      return;
    }
    if (!replayed && !this.#book.firstTime(op))
      this.report('doubled', op, `new for a second time at ${version}`, attempt);
    this.#book.answered(op, 'written', version, balance);
  }

  /**
   * A refusal is decided again with each attempt: a later attempt may be written, and an earlier one answered after it.
   */
  #told({ op }: Attempt, { version, balance }: Answer): void {
    if (this.#book.get(op).state === 'open') this.#book.answered(op, 'told', version, balance);
  }
}
