import { ExternalStore } from '../state/external-store.ts';

/** A call needs a fresh authenticator code: the signed-in person is asked once for all waiting calls. */
export class StepUp {
  /** True while the code is being asked for. */
  readonly wanted = new ExternalStore(false);
  #asked: { answer: Promise<boolean>; settle(done: boolean): void } | null = null;

  /** True once the session is stepped up; false when the user declined. */
  ask(): Promise<boolean> {
    if (this.#asked !== null) return this.#asked.answer;
    let settle: (done: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    this.#asked = { answer, settle };
    this.wanted.set(true);
    return answer;
  }

  settle(done: boolean): void {
    this.#asked?.settle(done);
    this.#asked = null;
    this.wanted.set(false);
  }
}
