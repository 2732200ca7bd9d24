import { insertTask } from '../../actors/planning/insertion.ts';
import { cityTravelTimes } from '../../actors/planning/travel-times.ts';
import { type Line, median } from './report.ts';

const STOPS = 30;
const TIMES = 2000;
const BAR_MICROS = 1000;
const START = '2026-01-04T08:00:00.000Z';

/** One task into a route of 30 stops, a third of them tight: travel times, all pairs of places, lateness. */
export function insertionTime(): Line {
  const plan = { origin: place(0), startAt: START, stops: stops(), travel: cityTravelTimes };
  const insert = (index: number) =>
    insertTask(plan, {
      pickup: place(100 + index),
      dropoff: place(200 + 3 * index),
      dueBy: after(2 * 3600),
    });
  for (let index = 0; index < TIMES; index += 1) insert(index);
  const durations: number[] = [];
  const cpu = process.cpuUsage();
  for (let index = 0; index < TIMES; index += 1) {
    const start = performance.now();
    insert(index);
    durations.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  const middle = 1000 * median(durations);
  const mean = (user + system) / TIMES;
  return {
    what: `one task into a route of ${STOPS} stops`,
    bar: `below ${BAR_MICROS} µs`,
    value: `p50 ${middle.toFixed(0)} µs, processor time ${mean.toFixed(0)} µs`,
    ok: mean < BAR_MICROS,
  };
}

function stops() {
  return Array.from({ length: STOPS }, (_, index) => ({
    ...place(index),
    dueBy: after(index < STOPS / 3 ? index * 300 : 4 * 3600),
    fixed: false,
    done: false,
  }));
}

/** A place, spread over Doha. */
function place(index: number) {
  return {
    latitude: 25.2 + ((index * 37) % 97) / 400,
    longitude: 51.4 + ((index * 53) % 89) / 400,
  };
}

function after(seconds: number): string {
  return new Date(Date.parse(START) + seconds * 1000).toISOString();
}
