interface Waiting<Call, Answer> {
  call: Call;
  /** Null: it concerns nothing that others must keep away from. */
  key: string | null;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Groups under way at once: while one waits for the disk, the next is worked on. */
const AT_ONCE = 4;
/** Calls in a group; what is more goes with the next. */
const MOST = 64;

/**
 * Calls that arrive while others are under way go together, so that many cost little more than one. No two of a group,
 * nor of groups under way, concern the same thing: later calls for it wait for the earlier ones. A group that fails
 * fails for all who are in it.
 */
export class GroupedCalls<Call, Answer> {
  readonly #run: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  readonly #keyOf: (call: Call) => string | null;
  #waiting: Waiting<Call, Answer>[] = [];
  readonly #busy = new Set<string>();
  #underWay = 0;
  #started = false;

  /**
   * @param run Answers in the order of its calls. It must end: nothing here gives up on it.
   * @param keyOf What a call concerns; left out for calls that change nothing.
   */
  constructor(
    run: (calls: readonly Call[]) => Promise<readonly Answer[]>,
    keyOf: (call: Call) => string | null = () => null,
  ) {
    this.#run = run;
    this.#keyOf = keyOf;
  }

  ask(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, key: this.#keyOf(call), resolve, reject });
      this.#startSoon();
    });
  }

  /** What else has arrived by now is read before this runs. */
  #startSoon(): void {
    if (this.#started) return;
    this.#started = true;
    setImmediate(() => {
      this.#started = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#underWay === AT_ONCE) return;
    const group = this.#take();
    if (group.length === 0) return;
    this.#underWay += 1;
    void this.#answer(group).finally(() => {
      this.#underWay -= 1;
      for (const { key } of group) if (key !== null) this.#busy.delete(key);
      if (this.#waiting.length > 0) this.#startSoon();
    });
    if (this.#waiting.length > 0) this.#startSoon();
  }

  /** The longest waiting whose things nobody is at. */
  #take(): Waiting<Call, Answer>[] {
    const group: Waiting<Call, Answer>[] = [];
    const rest: Waiting<Call, Answer>[] = [];
    for (const waiting of this.#waiting) {
      const { key } = waiting;
      const free = group.length < MOST && (key === null || !this.#busy.has(key));
      if (free && key !== null) this.#busy.add(key);
      (free ? group : rest).push(waiting);
    }
    this.#waiting = rest;
    return group;
  }

  async #answer(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await this.#run(group.map(({ call }) => call));
      if (answers.length !== group.length)
        throw new Error(`${answers.length} answers to ${group.length} calls`);
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
