import { PreparedArea } from '../../../../actors/geo/prepared-area.ts';
import type { Place } from '../../../../actors/geo/service-area.ts';
import type { ZoneEditRecord } from '../../../../scripts/city/record/logbook-types.ts';
import type { Finding } from '../evidence/difference.ts';
import { holdsOf } from '../evidence/holds.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';

/** Real milliseconds around an edit in which either shape may have been in force. */
const EDIT_GRACE = 5_000;

/** Whenever a task was given to a driver, both its stops lay inside that driver's zones as they were then. */
export const zonesRule: Rule = (city, service) => {
  const shapes = new ZoneShapes(city, service);
  return [...service.taskEvents].flatMap(([taskId, events]) => {
    const task = service.tasks.get(taskId);
    if (task === undefined) return [];
    const stops: [string, Place][] = [
      ['pickup', task.pickup.location],
      ['drop-off', task.dropoff.location],
    ];
    return holdsOf(events).flatMap(({ driverId, from }) =>
      stops.flatMap(([name, place]): Finding[] => {
        if (shapes.reach(driverId, place, from)) return [];
        const subject = `task ${taskId}, given to driver ${driverId} at ${new Date(from).toISOString()}`;
        const found = `${name} at ${place.latitude}, ${place.longitude}`;
        return [{ subject, expected: "both stops inside the driver's zones", found }];
      }),
    );
  });
};

/** What each zone covered at any time of the day. */
class ZoneShapes {
  readonly #city: CityFacts;
  readonly #service: ServiceFacts;
  readonly #prepared = new Map<Schema<'ZoneGeometry'>, PreparedArea>();

  constructor(city: CityFacts, service: ServiceFacts) {
    this.#city = city;
    this.#service = service;
  }

  /** Drivers whom the city did not hire are not judged. */
  reach(driverId: string, place: Place, at: number): boolean {
    const driver = this.#city.drivers.get(driverId);
    if (driver === undefined) return true;
    return driver.zoneIds.some((zoneId) =>
      this.#possible(zoneId, at).some((shape) => this.#contains(shape, place)),
    );
  }

  #contains(shape: Schema<'ZoneGeometry'>, place: Place): boolean {
    let area = this.#prepared.get(shape);
    if (area === undefined) {
      area = new PreparedArea(shape as ConstructorParameters<typeof PreparedArea>[0]);
      this.#prepared.set(shape, area);
    }
    return area.contains(place);
  }

  /** One shape; around an edit, the adjacent one as well. */
  #possible(zoneId: string, at: number): Schema<'ZoneGeometry'>[] {
    const grace = EDIT_GRACE * this.#city.run.rate;
    const edits = this.#city.zoneEdits
      .filter((edit) => edit.zoneId === zoneId && edit.outcome !== 'REFUSED')
      .sort((one, other) => one.at - other.at);
    const near = edits.filter((edit) => Math.abs(edit.at - at) <= grace || edit.outcome === 'UNKNOWN');
    return [
      this.#inForce(zoneId, edits, at),
      ...near.flatMap(({ before, after }) => [before, after]),
    ].flatMap((shape) => shape ?? []);
  }

  #inForce(zoneId: string, edits: readonly ZoneEditRecord[], at: number): Schema<'ZoneGeometry'> | undefined {
    const last = edits.filter((edit) => edit.at <= at).at(-1);
    return last?.after ?? edits[0]?.before ?? this.#service.zones.get(zoneId)?.geometry;
  }
}
