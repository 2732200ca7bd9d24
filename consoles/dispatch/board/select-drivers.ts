import type { DriverLook } from '../../shared/map/marks.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardDriver } from './board-types.ts';

export const DRIVER_LOOKS = ['idle', 'driving', 'break', 'stale', 'offline'] as const;

/** How a driver on duty is shown; null for one off duty. A silent phone outweighs the last known activity. */
export function driverLook({ duty, presence, activeTasks }: BoardDriver): DriverLook | null {
  if (duty === 'OFF') return null;
  if (presence === 'OFFLINE') return 'offline';
  if (presence === 'STALE' || presence === 'UNKNOWN') return 'stale';
  if (duty === 'ON_BREAK') return 'break';
  return activeTasks > 0 ? 'driving' : 'idle';
}

export interface DriverFilter {
  text: string;
  looks: readonly DriverLook[];
  zoneId: string | null;
}

export interface DriverRow {
  driver: BoardDriver;
  look: DriverLook;
}

export interface DriverRows {
  rows: readonly DriverRow[];
  counts: Readonly<Record<DriverLook, number>>;
  onDuty: number;
}

const ORDER: Record<DriverLook, number> = { idle: 0, driving: 1, break: 2, stale: 3, offline: 4 };

const NAMES = new Intl.Collator();

/** Compares instants as strings, whose order is chronological. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Drivers on duty: free ones first, longest free at the top. */
export function selectDrivers(drivers: ReadonlyMap<string, BoardDriver>, filter: DriverFilter): DriverRows {
  const counts: Record<DriverLook, number> = { idle: 0, driving: 0, break: 0, stale: 0, offline: 0 };
  const words = foldText(filter.text).split(' ').filter(Boolean);
  const rows: DriverRow[] = [];
  let onDuty = 0;
  for (const driver of drivers.values()) {
    const look = driverLook(driver);
    if (look === null) continue;
    if (filter.zoneId !== null && !driver.zoneIds.includes(filter.zoneId)) continue;
    onDuty += 1;
    counts[look] += 1;
    if (filter.looks.length > 0 && !filter.looks.includes(look)) continue;
    if (words.length > 0) {
      const name = foldText(`${driver.fullName} ${driver.vehicle.plate ?? ''} ${driver.phone}`);
      if (!words.every((word) => name.includes(word))) continue;
    }
    rows.push({ driver, look });
  }
  rows.sort(
    (one, other) =>
      ORDER[one.look] - ORDER[other.look] ||
      compare(one.driver.idleSince ?? '~', other.driver.idleSince ?? '~') ||
      NAMES.compare(one.driver.fullName, other.driver.fullName),
  );
  return { rows, counts, onDuty };
}
