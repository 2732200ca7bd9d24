import type { components } from '../../../server/kernel/http/api-types.ts';
import { Histogram } from './histogram.ts';

type GroupStatus = components['schemas']['GroupStatus'];

export type Phase = 'SETTING_UP' | 'PLAYING' | 'ENDING' | 'JUDGING' | 'DONE';

/** One step of the set-up, as a progress bar shows it. */
export interface SetUpStep {
  what: string;
  done: number;
  total: number;
}

/** The values that the board shows. Written by the engine alone; the board only reads. */
export class Figures {
  phase: Phase = 'SETTING_UP';
  setUp: SetUpStep[] = [];
  /** Real time until which the service refuses this machine's address; may be past. */
  limitedUntil: Date | null = null;
  readonly rate: number;
  readonly plannedOrders: number;
  readonly plannedMinutes: number;
  /** Real time at which the day was opened; domain time then and now. Null before. */
  clock: { startedAt: number; dayStart: Date; now: Date } | null = null;
  /** Order groups by state, as the dispatchers' and buyers' sockets reported it. */
  readonly groups = new Map<GroupStatus, number>();
  readonly orders = { placed: 0, throughPages: 0, notPlaced: 0, ended: 0 };
  readonly delivered = { onTime: 0, late: 0 };
  /** Domain seconds from ready to a driver's acceptance. */
  readonly assignmentWait = new Histogram();
  /** Real milliseconds from a command's sending to the push that another client received. */
  readonly push = new Histogram();
  /** Real milliseconds of the day's requests; neither the set-up's nor the verdict's. */
  readonly answers = new Histogram();
  /** Real milliseconds by which people of the city are late because the city itself is busy. */
  readonly lateness = new Histogram();
  readonly pings = { sent: 0, accepted: 0 };
  /** Unplanned refusals, and network errors, by code. */
  readonly errors = new Map<string, number>();
  /** Since the set-up: requests that met a rate limit, by operation. Each was sent again. */
  readonly limits = new Map<string, number>();
  readonly drivers = { onDuty: 0, onBreak: 0, off: 0 };
  readonly sockets = { live: 0, total: 0 };
  /** QAR that drivers have on hand. */
  cashInTheStreet = '0.00';
  /** The latest notable events, newest last; limited in number. */
  readonly latest: { at: Date; text: string }[] = [];

  constructor(plan: { rate: number; orders: number; minutes: number }) {
    this.rate = plan.rate;
    this.plannedOrders = plan.orders;
    this.plannedMinutes = plan.minutes;
  }

  error(code: string): void {
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
  }

  limit(what: string): void {
    this.limits.set(what, (this.limits.get(what) ?? 0) + 1);
  }

  tell(at: Date, text: string): void {
    this.latest.push({ at, text });
    if (this.latest.length > MAX_LISTED) this.latest.shift();
  }
}

const MAX_LISTED = 50;
