/** What the driver does, as far as it says how often a position is worth its battery. */
export type Activity = 'OFF' | 'BREAK' | 'IDLE' | 'WORKING' | 'IN_TRANSIT';

export interface Power {
  /** 0 to 1. */
  level: number;
  charging: boolean;
}

export interface Cadence {
  /** Milliseconds between two points that are kept. */
  every: number;
  /** Milliseconds between two reports. */
  report: number;
  /** Satellites, rather than masts alone. */
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

/** Presence turns STALE after 60 s without a word: no battery is so low that the driver drops off the map. */
const SLOWEST = 50_000;

/** Null: nothing is to be measured. */
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
