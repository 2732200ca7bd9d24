import type { Histogram } from '../record/histogram.ts';

const MAX_AWAITED = 5_000;

/** Measures with one clock the time from sending a command until another client receives its effect. */
export class PushWatch {
  readonly #sent = new Map<string, number>();
  readonly #into: readonly Histogram[];

  constructor(...into: readonly Histogram[]) {
    this.#into = into;
  }

  /** A command is being sent that will bring this subject into this state. */
  sending(subject: string, status: string): void {
    this.#sent.set(`${subject} ${status}`, performance.now());
    if (this.#sent.size <= MAX_AWAITED) return;
    for (const oldest of this.#sent.keys()) {
      this.#sent.delete(oldest);
      return;
    }
  }

  /** The command was refused: no event will follow. */
  refused(subject: string, status: string): void {
    this.#sent.delete(`${subject} ${status}`);
  }

  /** A socket other than the sender's received the effect. */
  heard(subject: string, status: string): void {
    const key = `${subject} ${status}`;
    const sent = this.#sent.get(key);
    if (sent === undefined) return;
    this.#sent.delete(key);
    for (const histogram of this.#into) histogram.add(performance.now() - sent);
  }
}
