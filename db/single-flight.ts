/**
 * One piece of work under way at a time: those who ask meanwhile join it. What they get may have been looked at before
 * they asked; those who must not get that ask `CoalescedReads`.
 */
export class SingleFlight<Answer = void> {
  #underWay: Promise<Answer> | null = null;

  /** Joins the work under way, or else begins this one. Settles as the work that was joined does, its error included. */
  run(work: () => Promise<Answer>): Promise<Answer> {
    this.#underWay ??= work().finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  }

  /** Waits for the work under way, if any. Never rejects: an error belongs to those who asked for the work. */
  async settled(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
  }
}

/** The same by key. Those who must not get what was looked at before they asked say from when on it is right. */
export class KeyedSingleFlight<Answer> {
  readonly #underWay = new Map<string, { began: number; answer: Promise<Answer> }>();

  /** @param joins Whether work that began at this moment (`performance.now()`) will do. */
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
