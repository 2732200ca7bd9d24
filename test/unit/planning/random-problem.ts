import type { PlanProblem, PlanTask, PlanVehicle, StopNeeds } from '../../../actors/planning/problem.ts';
import type { TimeSpan } from '../../../actors/planning/solver/work-clock.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';

/** Not the solver's own generator, which could hide a fault from the tests. */
export function die(seed: number): (sides: number) => number {
  const chance = seededChance(seed);
  return (sides) => chance.below(sides);
}

export interface Shape {
  seed: number;
  tasks: number;
  vehicles: number;
  /** Percentages: how many limits are hard, and how many stops have a limit at all. */
  hard?: number;
  limited?: number;
  breaks?: boolean;
  dims?: number;
}

/** Tasks and vehicles scattered over a square of 60 ticks; nothing planned yet. */
export function randomProblem({
  seed,
  tasks,
  vehicles,
  hard = 50,
  limited = 60,
  breaks = false,
  dims = 1,
}: Shape): PlanProblem {
  const roll = die(seed);
  const size = 2 * tasks + vehicles + 1;
  const places = Array.from({ length: size }, () => [roll(60), roll(60)] as const);
  const time = new Int32Array(size * size);
  const cost = new Int32Array(size * size);
  places.forEach(([x, y], from) => {
    places.forEach(([toX, toY], to) => {
      time[from * size + to] = Math.abs(x - toX) + Math.abs(y - toY);
      cost[from * size + to] = 3 * Math.abs(x - toX) + Math.abs(y - toY);
    });
  });
  const needs = (place: number): StopNeeds => {
    const earliest = roll(3) === 0 ? roll(200) : 0;
    const at = earliest + 40 + roll(400);
    const latest = roll(100) < limited ? { at, hard: roll(100) < hard } : null;
    return { place, earliest, latest, service: roll(8) };
  };
  return {
    travel: { size, time, cost },
    tasks: Array.from(
      { length: tasks },
      (_, index): PlanTask => ({
        id: `task ${index}`,
        pickup: needs(2 * index),
        dropoff: needs(2 * index + 1),
        load: Array.from({ length: dims }, () => 1 + roll(3)),
        priority: 1 + roll(3),
        allowed: null,
        carriedBy: null,
      }),
    ),
    vehicles: Array.from(
      { length: vehicles },
      (_, index): PlanVehicle => ({
        id: `vehicle ${index}`,
        start: 2 * tasks + index,
        startAt: roll(30),
        end: roll(2) === 0 ? null : size - 1,
        endBy: roll(2) === 0 ? null : { at: 500 + roll(500), hard: roll(2) === 0 },
        breaks: breaks ? randomBreaks(roll) : [],
        capacity: Array.from({ length: dims }, () => 4 + roll(4)),
        stops: [],
      }),
    ),
  };
}

function randomBreaks(roll: (sides: number) => number): TimeSpan[] {
  const first = 40 + roll(60);
  const second = first + 60 + roll(100);
  return [
    { from: first, to: first + 10 + roll(20) },
    { from: second, to: second + 5 + roll(15) },
  ];
}
