import type { Timers } from './ports.ts';

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export interface PacedGroupsOptions<Call, Answer> {
  timers: Timers;
  /** Works on a group and answers in the order of its calls. It must end: nothing here gives up on it. */
  run(calls: readonly Call[]): Promise<readonly Answer[]>;
  /** Told when the next group will start, as soon as that is known. */
  expect?(at: number): void;
}

/** Calls in a group; what is more goes with the next. */
const MAX_CALLS = 64;
/** Calls that wait; what is more is refused at once. */
const MAX_WAITING = 4_096;
/** Milliseconds between the starts of two groups, for each call of the first: one that is alone delays nobody. */
const PAUSE_PER_CALL = 10;
const MAX_PAUSE = 50;

/** Thrown at a call when too many wait. */
export class TooManyWaiting extends Error {}

/**
 * Calls that arrive close to each other become one group: at once while they are few, and the more there are, the
 * longer one group waits for the next, up to a limit that nobody notices. Groups go one after the other, in the order
 * of their calls. A group that fails fails for all who are in it; what fails alone is for `run` to answer.
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
    const { timers, expect } = this.#options;
    const wait = this.#notBefore - timers.now();
    if (wait <= 0) {
      timers.soon(() => this.#start());
      return;
    }
    expect?.(this.#notBefore);
    timers.after(wait, () => this.#start());
  }

  #start(): void {
    this.#scheduled = false;
    this.#underWay = true;
    const group = this.#waiting.splice(0, MAX_CALLS);
    this.#notBefore = this.#options.timers.now() + Math.min(group.length * PAUSE_PER_CALL, MAX_PAUSE);
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
