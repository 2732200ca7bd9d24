import { seededChance } from '../../scripts/shared/chance.ts';
import { type Attempt, Checker } from '../chaos/checker.ts';
import { Load } from '../chaos/load.ts';
import { OpBook } from '../chaos/op-book.ts';
import type { Answer } from '../chaos/protocol.ts';
import { Takeover } from '../chaos/takeover.ts';
import type { Ground } from './ground.ts';

export interface LoadedOptions {
  seed: number;
  callers: number;
  rate: number;
  signal: AbortSignal;
  /** What was sent before; its answers are not judged again. */
  after?: OpBook;
}

/** Remembers when each written command was acknowledged. */
class TimingChecker extends Checker {
  readonly acknowledgedAt = new Map<number, number>();

  override answered(attempt: Attempt, answer: Answer): void {
    super.answered(attempt, answer);
    if (answer.kind === 'written' && !this.acknowledgedAt.has(attempt.op))
      this.acknowledgedAt.set(attempt.op, performance.now());
  }
}

/** Callers at work on a ground, with everything they are told judged. */
export class Loaded {
  readonly book = new OpBook();
  readonly checker: TimingChecker;
  readonly load: Load;

  constructor(ground: Ground, { seed, callers, rate, signal, after }: LoadedOptions) {
    const began = performance.now();
    const now = () => performance.now() - began;
    for (let op = 0; op < (after?.count ?? 0); op += 1) {
      const { type, actor, amount } = after?.get(op) ?? { type: 'add', actor: 0, amount: 0 };
      this.book.add(type, actor, amount);
    }
    const names = ground.actors.map(({ kind, key }) => `${kind}:${key}`);
    this.checker = new TimingChecker(this.book, names, now);
    this.load = new Load({
      ...{ cluster: ground.cluster, actors: ground.actors, book: this.book, checker: this.checker },
      ...{ takeover: new Takeover(), chance: seededChance(seed), callers, rate, now, signal },
    });
  }
}
