import type { Chance } from '../../scripts/shared/chance.ts';
import type { Host } from './host.ts';
import type { Schedule } from './schedule.ts';

/** What happens to one request to a service. */
export type Fate =
  /** Answered. */
  | 'served'
  /** Turned away at once; nothing was done. */
  | 'refused'
  /** Never arrives; the sender learns of a broken connection later. */
  | 'lost'
  /** Done, but the response never arrives. */
  | 'unanswered'
  /** Arrives after the sender has given up, and is done all the same. */
  | 'late';

export interface Odds {
  refused: number;
  lost: number;
  unanswered: number;
  late: number;
  /** Chance that the way takes up to `slowest` instead of `delay`. */
  slow: number;
}

export const CALM: Odds = { refused: 0, lost: 0, unanswered: 0, late: 0, slow: 0 };

export interface LinkOptions {
  name: string;
  /** Milliseconds, the usual time there or back. */
  delay: number;
  slowest: number;
  /** One connection: requests arrive, and responses come back, in the order in which they were sent. */
  ordered: boolean;
}

interface Flight {
  host: Host;
  arrived: boolean;
  over: boolean;
  cancelArrival(): void;
  fail(): void;
}

/** The way from processes to one service, with its faults. */
export class Link {
  odds: Odds = CALM;
  /** Hosts that are turned away (`refused`) or get no response (`lost`, `unanswered`); null stands for all hosts. */
  readonly cut = new Map<Host | null, Fate>();
  /** Decides the fate of a request, before chance does. */
  decides: ((host: Host, label: string) => Fate | null) | null = null;
  /** Called with what the service has just done, before the response is sent. */
  served: ((host: Host, label: string) => void) | null = null;
  readonly #options: LinkOptions;
  readonly #schedule: Schedule;
  readonly #random: Chance;
  readonly #flights = new Set<Flight>();
  readonly #order = new Map<string, number>();

  constructor(schedule: Schedule, random: Chance, options: LinkOptions) {
    this.#schedule = schedule;
    this.#random = random;
    this.#options = options;
  }

  ask<T>(host: Host, label: string, serve: () => T | Promise<T>): Promise<T> {
    const fate = this.#fate(host, label);
    this.#schedule.note(
      host.name,
      `${this.#options.name} ← ${label}${fate === 'served' ? '' : ` (${fate})`}`,
    );
    return new Promise<T>((resolve, reject) => {
      const flight: Flight = {
        host,
        arrived: false,
        over: false,
        cancelArrival: () => undefined,
        fail: () => answer(() => reject(broken(label))),
      };
      const answer = (settle: () => void) => {
        if (flight.over) return;
        flight.over = true;
        this.#flights.delete(flight);
        settle();
      };
      const back = (what: string, settle: () => void) => {
        this.#schedule.after(this.#way(host, 'back'), host, () => {
          if (!flight.over) this.#schedule.note(host.name, `${this.#options.name} → ${label}${what}`);
          answer(settle);
        });
      };
      this.#flights.add(flight);
      if (fate === 'refused') {
        this.#schedule.after(this.#random.between(0, 1), host, () => flight.fail());
        return;
      }
      const given = fate === 'served' ? 0 : this.#shortOrLong(this.#options.slowest);
      if (fate !== 'served') this.#schedule.after(given, host, () => flight.fail());
      if (fate === 'lost') return;
      const extra = fate === 'late' ? given + this.#shortOrLong(2 * this.#options.slowest) : 0;
      flight.cancelArrival = this.#schedule.after(this.#way(host, 'there', extra), null, () => {
        flight.arrived = true;
        const heard = fate === 'served';
        const done = (what: string, settle: () => void) => {
          this.served?.(host, label);
          if (heard) back(what, settle);
        };
        const failed = (error: unknown) => done(` ✗ ${text(error)}`, () => reject(error));
        try {
          const served = serve();
          if (served instanceof Promise) served.then((value) => done('', () => resolve(value)), failed);
          else done('', () => resolve(served));
        } catch (error) {
          failed(error);
        }
      });
    });
  }

  /** Ends all connections, or those of one process. What has not arrived may still do so. */
  purge(host: Host | null): void {
    for (const flight of [...this.#flights]) {
      if (host !== null && flight.host !== host) continue;
      if (!flight.arrived && this.#random.happens(0.5)) flight.cancelArrival();
      this.#schedule.after(this.#random.between(0, 5), flight.host, () => flight.fail());
      if (flight.host.state === 'dead') this.#flights.delete(flight);
    }
  }

  /** The server is gone: all connections end, and nothing that was on its way arrives at the one that replaces it. */
  sever(): void {
    for (const flight of this.#flights) if (!flight.arrived) flight.cancelArrival();
    this.purge(null);
  }

  get underWay(): number {
    return this.#flights.size;
  }

  /** Short and long times are equally likely, since both are worth testing. */
  #shortOrLong(limit: number): number {
    return this.#random.happens(0.5) ? this.#random.between(0, 15) : this.#random.between(1, limit);
  }

  #fate(host: Host, label: string): Fate {
    const decided = this.decides?.(host, label) ?? this.cut.get(null) ?? this.cut.get(host);
    if (decided !== undefined && decided !== null) return decided;
    const { refused, lost, unanswered, late } = this.odds;
    let left = this.#random.unit();
    for (const [fate, odds] of [
      ['refused', refused],
      ['lost', lost],
      ['unanswered', unanswered],
      ['late', late],
    ] as const) {
      if (left < odds) return fate;
      left -= odds;
    }
    return 'served';
  }

  #way(host: Host, direction: string, extra = 0): number {
    const { delay, slowest, ordered } = this.#options;
    const slow = this.#random.happens(this.odds.slow);
    const way = extra + this.#random.between(delay / 10, slow ? slowest : delay);
    if (!ordered) return way;
    const key = `${host.name}:${direction}`;
    const at = Math.max(this.#schedule.now + way, (this.#order.get(key) ?? 0) + 0.001);
    this.#order.set(key, at);
    return at - this.#schedule.now;
  }
}

function broken(label: string): Error {
  return new Error(`The connection broke at: ${label}`);
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
