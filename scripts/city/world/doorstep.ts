import type { Scheduler } from '../clock/scheduler.ts';

interface Code {
  code: string;
  codeId: string;
}

/** Domain milliseconds between two checks for a code, and the minimum in real milliseconds. */
const LOOK_AGAIN = 30_000;
const MIN_PAUSE_MS = 300;

/** Passes delivery codes from buyers to drivers at the door. */
export class Doorstep {
  readonly #codes = new Map<string, Code>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #looks = new Map<string, () => Promise<Code | null>>();

  /** The buyer has read the code of this task on the phone. A later one replaces it. */
  readOut(taskId: string, code: string, codeId: string): void {
    this.#codes.set(taskId, { code, codeId });
    for (const wake of this.#waiting.get(taskId) ?? []) wake();
    this.#waiting.delete(taskId);
  }

  /** This buyer receives no notification of a code: when asked at the door, `look` fetches it. */
  whenAsked(groupId: string, look: () => Promise<Code | null>): void {
    this.#looks.set(groupId, look);
  }

  /** The newest code that was not heard before. Null if none was read out in time. */
  async hear(
    { taskId, groupId }: { taskId: string; groupId: string },
    heard: ReadonlySet<string>,
    { clock, minutes }: { clock: Scheduler; minutes: number },
  ): Promise<Code | null> {
    const deadline = clock.now() + minutes * 60_000;
    const look = this.#looks.get(groupId);
    const pause = Math.max(LOOK_AGAIN, MIN_PAUSE_MS * clock.rate);
    for (;;) {
      const found = (await look?.()) ?? null;
      if (found !== null) this.readOut(taskId, found.code, found.codeId);
      const known = this.#codes.get(taskId);
      if (known !== undefined && !heard.has(known.codeId)) return known;
      if (clock.now() >= deadline) return null;
      const until = look === undefined ? deadline : Math.min(deadline, clock.now() + pause);
      await this.#change(taskId, clock, until);
    }
  }

  forget(taskId: string): void {
    this.#codes.delete(taskId);
  }

  async #change(taskId: string, clock: Scheduler, deadline: number): Promise<void> {
    const heard = new AbortController();
    const waiting = this.#waiting.get(taskId) ?? [];
    waiting.push(() => heard.abort());
    this.#waiting.set(taskId, waiting);
    try {
      await clock.until(deadline, heard.signal);
    } catch (reason) {
      if (!heard.signal.aborted) throw reason;
    }
  }
}
