/** A driver's activity, as far as it determines how often a position is worth the battery. */
export type Activity = 'OFF' | 'BREAK' | 'IDLE' | 'WORKING' | 'IN_TRANSIT';

export interface Power {
  /** 0 to 1. */
  level: number;
  charging: boolean;
}

export interface Cadence {
  /** Milliseconds between two recorded points. */
  every: number;
  /** Milliseconds between two reports. */
  report: number;
  /** Whether to use GPS rather than cell towers alone. */
  precise: boolean;
}

const LOW = 0.2;
const VERY_LOW = 0.1;

const CADENCES: { readonly [activity in Exclude<Activity, 'OFF'>]: Cadence } = {
  BREAK: { every: 45_000, report: 45_000, precise: false },
  IDLE: { every: 15_000, report: 15_000, precise: true },
  WORKING: { every: 6_000, report: 6_000, precise: true },
  IN_TRANSIT: { every: 2_000, report: 2_000, precise: true },
};

/** Presence becomes STALE after 60 s without a signal: even with the lowest battery the driver stays on the map. */
const SLOWEST = 50_000;

/** Null: no measuring. */
export function cadenceOf(activity: Activity, { level, charging }: Power): Cadence | null {
  if (activity === 'OFF') return null;
  const usual = CADENCES[activity];
  if (charging || level > LOW) return usual;
  const factor = level > VERY_LOW ? 3 : 6;
  const slower = (each: number) => Math.min(SLOWEST, each * factor);
  return {
    every: slower(usual.every),
    report: slower(usual.report),
    precise: level > VERY_LOW && usual.precise,
  };
}
