import { batched } from '../../actors/assignment/batched.ts';
import { askedOf, brokenRule } from '../../actors/assignment/rules.ts';
import type { AssignmentDriver } from '../../actors/assignment/world.ts';
import { codAssigned } from '../../actors/driver/cash-figures.ts';
import { activeTasks, type DriverState, itemsAssigned, MAX_TASKS } from '../../actors/driver/state.ts';
import { cityTravelTimes } from '../../actors/planning/travel-times.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import type { Chooser } from '../worlds/pure/consumers.ts';
import type { ModelZones } from './city.ts';

export interface DriverRows {
  readonly nowText: string;
  drivers(): readonly DriverState[];
}

/** Chooses at random among the drivers that the rules allow. Now and then it reads an outdated state of the drivers. */
export class ChanceChooser implements Chooser {
  readonly #zones: ModelZones;
  readonly #random: Chance;
  #sources: DriverRows = { nowText: '', drivers: () => [] };
  #former: readonly AssignmentDriver[] | null = null;

  constructor(zones: ModelZones, random: Chance) {
    this.#zones = zones;
    this.#random = random;
  }

  /** Sets where drivers are read from. */
  lookAt(sources: DriverRows): void {
    this.#sources = sources;
  }

  choose(ticket: ZoneTicket): string | undefined {
    return this.#random.pickAny(this.#fitting(ticket, this.#pool()));
  }

  mayFit(ticket: ZoneTicket): boolean {
    return this.#fitting({ ...ticket, refused: [] }, this.#pool()).length > 0;
  }

  chooseBatch(tickets: readonly ZoneTicket[]): [ZoneTicket, string | undefined][] {
    const world = {
      ...{ now: this.#sources.nowText, others: { count: 0, some: [] }, zones: this.#zones },
      ...{ travel: cityTravelTimes, fairnessToleranceSeconds: 30 },
      // Now and then the time budget ends before every ticket is decided.
      budget: () => (this.#random.happens(0.2) ? 1 : 0),
    };
    const chosen: [ZoneTicket, string | undefined][] = [];
    let drivers = this.#pool();
    for (let left = tickets; left.length > 0; ) {
      const assigned = batched.assign(left, { ...world, drivers });
      drivers = assigned.drivers;
      for (const { taskId, driverId } of assigned.choices) {
        const ticket = left.find((each) => each.taskId === taskId);
        left = left.filter((each) => each !== ticket);
        if (ticket !== undefined) chosen.push([ticket, driverId ?? undefined]);
      }
    }
    return chosen;
  }

  #fitting(ticket: ZoneTicket, drivers: readonly AssignmentDriver[]): string[] {
    const request = askedOf(ticket, { zones: this.#zones, now: this.#sources.nowText });
    return drivers.filter((driver) => brokenRule(request, driver) === null).map(({ id }) => id);
  }

  /** The drivers' rows, now and then as they were at an earlier reading. */
  #pool(): readonly AssignmentDriver[] {
    const former = this.#former;
    if (former !== null && this.#random.happens(0.3)) return former;
    this.#former = this.#sources
      .drivers()
      .filter(({ status, shift }) => status === 'APPROVED' && shift?.status === 'ON_DUTY')
      .map((state) => ({
        id: state.driverId,
        name: state.driverId,
        approved: true,
        duty: 'ON_DUTY' as const,
        zoneIds: state.zoneIds,
        capacity: state.capacity,
        itemsAssigned: itemsAssigned(state),
        activeTasks: Math.min(activeTasks(state), MAX_TASKS),
        cashLimit: state.cashLimit ?? null,
        cashOnHand: state.cashOnHand,
        codAssigned: codAssigned(state),
        idleSince: null,
        presence: 'ONLINE' as const,
        position: null,
        // Travel costs decide among suitable drivers in production; here chance does.
        stops: [],
        shiftEnd: null,
      }));
    return this.#former;
  }

  /** Makes the next reading current. */
  lookAgain(): void {
    this.#former = null;
  }
}
