import type { Scheduler } from '../clock/scheduler.ts';

interface Code {
  code: string;
  codeId: string;
}

/** Where a buyer reads a delivery code out to the driver. */
export class Doorstep {
  readonly #codes = new Map<string, Code>();
  readonly #waiting = new Map<string, (() => void)[]>();

  /** The buyer has read the code of this task on the phone. A later one replaces it. */
  readOut(taskId: string, code: string, codeId: string): void {
    this.#codes.set(taskId, { code, codeId });
    for (const wake of this.#waiting.get(taskId) ?? []) wake();
    this.#waiting.delete(taskId);
  }

  /** The newest code, other than those that have been heard. Null when none was read out in time. */
  async hear(
    taskId: string,
    heard: ReadonlySet<string>,
    { clock, minutes }: { clock: Scheduler; minutes: number },
  ): Promise<Code | null> {
    const deadline = clock.now() + minutes * 60_000;
    for (;;) {
      const known = this.#codes.get(taskId);
      if (known !== undefined && !heard.has(known.codeId)) return known;
      if (clock.now() >= deadline) return null;
      await this.#change(taskId, clock, deadline);
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
