import type { Schedule } from './schedule.ts';

/** A transaction that holds rows, or waits for one. */
export interface Holder {
  readonly name: string;
}

interface Waiter {
  holder: Holder | null;
  granted: () => void;
}

/** Row locks: the first transaction holds the row, others wait until their timeout. */
export class Locks {
  readonly #schedule: Schedule;
  readonly #held = new Map<string, Holder>();
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  isHeld(row: string): boolean {
    return this.#held.has(row);
  }

  holds(holder: Holder, row: string): boolean {
    return this.#held.get(row) === holder;
  }

  /** For a holder: takes the row. For null: waits until it is free. False after this many milliseconds. */
  wait(row: string, holder: Holder | null, milliseconds: number): Promise<boolean> {
    if (!this.#held.has(row)) {
      if (holder !== null) this.#held.set(row, holder);
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const line = this.#waiting.get(row) ?? [];
      this.#waiting.set(row, line);
      const cancel = this.#schedule.after(milliseconds, null, () => {
        line.splice(line.indexOf(waiter), 1);
        resolve(false);
      });
      const waiter: Waiter = {
        holder,
        granted: () => {
          cancel();
          resolve(true);
        },
      };
      line.push(waiter);
    });
  }

  release(row: string, holder: Holder): void {
    if (this.#held.get(row) !== holder) return;
    this.#held.delete(row);
    const line = this.#waiting.get(row);
    for (let next = line?.shift(); next !== undefined; next = line?.shift()) {
      if (next.holder !== null) this.#held.set(row, next.holder);
      next.granted();
      if (next.holder !== null) return;
    }
  }
}
