import type { Clock, Timers } from '../../actors/runtime/ports.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import type { Actor, Event, Schedule } from './schedule.ts';

/** The start of virtual time. */
export const DAWN = Date.parse('2026-03-01T08:00:00.000Z');

/** One process as its operating system sees it: it runs, is suspended for a while, or is dead. */
export class Host implements Actor {
  readonly name: string;
  state: 'up' | 'frozen' | 'dead' = 'up';
  /** Milliseconds by which its wall clock is wrong. */
  leap = 0;
  /** How fast its monotonic clock runs. */
  readonly rate: number;
  readonly #schedule: Schedule;
  readonly #random: Chance;
  readonly #origin: number;
  #kept: Event[] = [];
  #deathListeners: (() => void)[] = [];

  constructor(name: string, schedule: Schedule, random: Chance) {
    this.name = name;
    this.#schedule = schedule;
    this.#random = random;
    this.rate = random.between(0.98, 1.02);
    this.#origin = random.whole(1, 1_000_000);
  }

  keep(event: Event): void {
    this.#kept.push(event);
  }

  freeze(): void {
    if (this.state !== 'up') return;
    this.state = 'frozen';
    this.#schedule.note(this.name, '‖ stopped');
  }

  /** What should have happened meanwhile happens now, in some order. */
  thaw(): void {
    if (this.state !== 'frozen') return;
    this.state = 'up';
    this.#schedule.note(this.name, `▶ continued, ${this.#kept.length} events late`);
    for (const event of this.#kept.splice(0)) this.#schedule.again(event, this.#random.between(0, 1));
  }

  die(): void {
    this.state = 'dead';
    this.#kept = [];
    for (const notify of this.#deathListeners.splice(0))
      this.#schedule.after(this.#random.between(0, 300), null, notify);
    this.#schedule.note(this.name, '✝ killed');
  }

  /** Calls `notify` slightly after the death, as the other end of a connection learns of it. */
  onDeath(notify: () => void): void {
    this.#deathListeners.push(notify);
  }

  readonly clock: Clock = {
    now: () => new Date(DAWN + Math.floor(this.#schedule.now + this.leap)),
  };

  readonly timers: Timers = {
    now: () => this.#origin + this.#schedule.now * this.rate,
    soon: (work) => {
      this.#schedule.after(this.#random.between(0, 0.3), this, work);
    },
    after: (milliseconds, work) => this.#schedule.after(this.#late(milliseconds), this, work),
    every: (milliseconds, work) => {
      let cancel = (): void => undefined;
      const next = () => {
        cancel = this.#schedule.after(this.#late(milliseconds), this, () => {
          next();
          work();
        });
      };
      next();
      return () => cancel();
    },
  };

  /** Delays a timer by chance; a timer is never early. */
  #late(milliseconds: number): number {
    return milliseconds / this.rate + this.#random.between(0, this.#random.happens(0.02) ? 60 : 1);
  }
}
