import { type Chance, namedChance } from '../../shared/chance.ts';
import type { DayOptions, Moment, PlannedDriver, VehicleType } from './day-plan.ts';
import { DISTRICTS } from './districts.ts';
import { mobile, personName } from './names.ts';
import { addressIn } from './places.ts';
import { CITY_ZONE_KEY } from './plan-zones.ts';

const VEHICLES: readonly { type: VehicleType; capacity: number; share: number; pace: number }[] = [
  { type: 'MOTORCYCLE', capacity: 14, share: 20, pace: 1.12 },
  { type: 'CAR', capacity: 32, share: 55, pace: 1 },
  { type: 'VAN', capacity: 60, share: 25, pace: 0.93 },
];

/** No shift is longer. */
const MAX_SHIFT_MINUTES = 10 * 60;
const BREAK_AFTER_MINUTES = 4 * 60;
/** In a hundred drivers. */
const ONLY_CITY_ZONE = 25;
const FUSSY = 12;
const LOSES_NETWORK = 30;
const BRINGS_OTHER_SUM = 12;

export function planDrivers({ seed, drivers }: DayOptions, ends: Moment): PlannedDriver[] {
  return Array.from({ length: drivers }, (_, index) =>
    driverOf(namedChance(seed, 'driver', index), index, ends),
  );
}

function driverOf(chance: Chance, index: number, ends: Moment): PlannedDriver {
  const vehicle = chance.weighted(VEHICLES, ({ share }) => share);
  const shift = shiftOf(chance, index, ends);
  const cashLimit = chance.pick([1500, 2000, 2000, 2500, 3000]);
  // The first ones may go everywhere, so that no district is without a driver.
  const isLocal = index >= 3 && chance.percent(ONLY_CITY_ZONE);
  const isFussy = chance.percent(FUSSY);
  return {
    key: `driver-${index + 1}`,
    name: personName(chance),
    phone: mobile(chance),
    vehicle: { type: vehicle.type, plate: String(chance.whole(100_000, 699_999)) },
    capacity: vehicle.capacity,
    cashLimit: `${cashLimit}.00`,
    home: addressIn(
      chance,
      chance.weighted(DISTRICTS, ({ residents, workers }) => residents + workers),
    ),
    zoneKeys: isLocal ? [CITY_ZONE_KEY] : [],
    shift,
    breaks: breaksOf(chance, shift),
    pace: vehicle.pace * chance.between(0.9, 1.1),
    declines: isFussy ? 0.12 : chance.between(0.01, 0.04),
    ignores: isFussy ? 0.06 : chance.between(0.005, 0.02),
    answers: chance.between(0.15, 0.4),
    collects: chance.between(2, 4),
    outages: outagesOf(chance, shift),
    device: {
      fixSeconds: chance.pick([5, 5, 10, 15]),
      noiseMetres: chance.between(4, 15),
      duplicates: chance.between(0, 0.03),
      late: chance.between(0, 0.03),
    },
    handsInAbove: `${Math.round(cashLimit * chance.between(0.55, 0.75))}.00`,
    handInDifferences: Array.from({ length: 6 }, () => differenceOf(chance)),
  };
}

/** Two of three begin with the day, the others cover its end; on a short day all are there for all of it. */
function shiftOf(chance: Chance, index: number, ends: Moment): PlannedDriver['shift'] {
  const length = Math.min(ends, MAX_SHIFT_MINUTES);
  const waits = Math.min(20, 0.05 * ends);
  if (ends <= MAX_SHIFT_MINUTES) return { from: chance.between(0, waits), to: ends };
  const from = index % 3 === 2 ? ends - length : chance.between(0, waits);
  return { from, to: from + length };
}

function breaksOf(chance: Chance, { from, to }: PlannedDriver['shift']): PlannedDriver['breaks'] {
  const breaks: PlannedDriver['breaks'] = [];
  for (let at = from + BREAK_AFTER_MINUTES + chance.between(-45, 45); at < to - 60; at += BREAK_AFTER_MINUTES)
    breaks.push({ at, minutes: chance.between(20, 35) });
  if (breaks.length === 0 && to - from >= 45 && chance.percent(35))
    breaks.push({ at: from + (to - from) * chance.between(0.3, 0.6), minutes: chance.between(6, 12) });
  return breaks;
}

function outagesOf(chance: Chance, { from, to }: PlannedDriver['shift']): PlannedDriver['outages'] {
  if (!chance.percent(LOSES_NETWORK)) return [];
  const begins = chance.between(from + 5, Math.max(from + 6, to - 30));
  return [{ from: begins, to: Math.min(to, begins + chance.duration(4)) }];
}

/** Mostly a coin or a note that slipped; rarely so much that a second dispatcher has to look. */
function differenceOf(chance: Chance): string {
  if (!chance.percent(BRINGS_OTHER_SUM)) return '0.00';
  return chance.pick(['-5.00', '-10.00', '5.00', '-1.00', '10.00', '-0.50', '-150.00']);
}
