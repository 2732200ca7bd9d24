import type { Power } from '../location/cadence.ts';

interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

const FULL: Power = { level: 1, charging: true };

/** Watches the battery level; reports a full battery where the browser has no battery API. */
export function watchPower(): { now(): Power } {
  let battery: Battery | null = null;
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> };
  getBattery?.call(navigator).then(
    (found) => {
      battery = found;
    },
    () => undefined,
  );
  return { now: () => (battery === null ? FULL : { level: battery.level, charging: battery.charging }) };
}
