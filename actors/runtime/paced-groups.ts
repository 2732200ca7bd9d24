import type { Timers } from './ports.ts';

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface PacedGroupsOptions<Call, Answer> {
  timers: Timers;
  /**
   * Processes a group and returns the answers in the order of its calls. It must finish on its own: there is no timeout
   * here.
   */
  run(calls: readonly Call[]): Promise<readonly Answer[]>;
  /** Called with each group when it is known when the next one may start. */
  expect?(at: number): void;
}

/** Maximum number of calls per group. */
const MAX_CALLS = 64;
/** Maximum number of waiting calls; further calls are refused at once. */
const MAX_WAITING = 4_096;
/** Milliseconds between the starts of two groups, per call in the first: a single call delays the next one little. */
const PAUSE_PER_CALL_MS = 10;
const MAX_PAUSE_MS = 50;

/** Thrown when too many calls wait. */
export class TooManyWaiting extends Error {}

/**
 * Gathers calls that arrive close together into groups. While calls are few, a group starts at once; the more there
 * are, the longer the next group waits to gather further ones, up to MAX_PAUSE_MS. Groups run one after another, in the
 * order of their calls. If a group fails, all its calls fail; `run` reports errors of single calls in their answers.
 */
export class PacedGroups<Call, Answer> {
  readonly #options: PacedGroupsOptions<Call, Answer>;
  #waiting: Waiting<Call, Answer>[] = [];
  #underWay = false;
  #scheduled = false;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(options: PacedGroupsOptions<Call, Answer>) {
    this.#options = options;
  }

  ask(call: Call): Promise<Answer> {
    if (this.#waiting.length >= MAX_WAITING)
      return Promise.reject(new TooManyWaiting(`${MAX_WAITING} calls wait for their group`));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#underWay || this.#waiting.length === 0) return;
    this.#scheduled = true;
    const { timers } = this.#options;
    const wait = this.#notBefore - timers.now();
    if (wait <= 0) {
      timers.soon(() => this.#start());
      return;
    }
    timers.after(wait, () => this.#start());
  }

  #start(): void {
    this.#scheduled = false;
    this.#underWay = true;
    const group = this.#waiting.splice(0, MAX_CALLS);
    this.#notBefore = this.#options.timers.now() + Math.min(group.length * PAUSE_PER_CALL_MS, MAX_PAUSE_MS);
    this.#options.expect?.(this.#notBefore);
    void this.#answer(group).then(() => {
      this.#underWay = false;
      this.#schedule();
    });
  }

  async #answer(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#options.run(group.map(({ call }) => call));
      if (answers.length !== group.length)
        throw new Error(`${answers.length} answers to ${group.length} calls`);
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
