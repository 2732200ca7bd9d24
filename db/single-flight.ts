/**
 * Runs one piece of work at a time; callers that arrive meanwhile share its result. That may include data read before
 * they asked; callers who cannot accept that use `CoalescedReads`.
 */
export class SingleFlight<Answer = void> {
  #underWay: Promise<Answer> | null = null;

  /** Joins the running work, or starts this one. Settles like the work that was joined, including its error. */
  run(work: () => Promise<Answer>): Promise<Answer> {
    this.#underWay ??= work().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  /** Waits for the running work, if any. Never rejects: errors go to the callers of `run`. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
  }
}

/** As SingleFlight, by key. Callers may refuse to join work that began too early. */
export class KeyedSingleFlight<Answer> {
  readonly #underWay = new Map<string, { began: number; answer: Promise<Answer> }>();

  /** @param joins Whether to join work that began at this time (`performance.now()`). */
  run(key: string, work: () => Promise<Answer>, joins: (began: number) => boolean): Promise<Answer> {
    const known = this.#underWay.get(key);
    if (known !== undefined && joins(known.began)) return known.answer;
    const flight = {
      began: performance.now(),
      answer: work().finally(() => {
        if (this.#underWay.get(key) === flight) this.#underWay.delete(key);
      }),
    };
    this.#underWay.set(key, flight);
    return flight.answer;
  }
}
