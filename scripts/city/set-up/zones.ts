import type { Schema } from '../../people/person.ts';
import type { PlannedZone } from '../model/day-plan.ts';
import { allPages } from '../watch/snapshots.ts';
import type { Citizen } from '../world/citizen.ts';

export interface CityZones {
  /** Id of the zone of the whole country, for drivers who work everywhere. */
  country: string;
  /** Ids of the city's own zones, by key of the plan. */
  ids: Map<string, string>;
}

/** Finds the zone that covers the country, and creates the city's own zones as at the start of the day. */
export async function drawZones(dispatcher: Citizen, planned: readonly PlannedZone[]): Promise<CityZones> {
  const { person, api } = dispatcher;
  const zones = await allPages((query) =>
    person.ok('list zones', api.GET('/dispatch/zones', { params: { query } })),
  );
  const ids = new Map<string, string>();
  for (const zone of planned) ids.set(zone.key, await draw(dispatcher, zones, zone));
  return { country: countryOf(zones).id, ids };
}

function countryOf(zones: readonly Schema<'Zone'>[]): Schema<'Zone'> {
  const active = zones.filter((zone) => zone.active);
  // The zone with the lowest priority covers what no other zone does.
  const [lowest] = [...active].sort((one, other) => one.priority - other.priority);
  const found = active.find(({ name }) => name.en === 'Qatar') ?? lowest;
  if (found === undefined) throw new Error('The installation has no active delivery zone.');
  return found;
}

async function draw(
  { person, api }: Citizen,
  zones: readonly Schema<'Zone'>[],
  { name, priority, geometry }: PlannedZone,
): Promise<string> {
  const named = { en: `${name.en} (city)`, ar: `${name.ar} (المدينة)` };
  const known = zones.find((zone) => zone.name.en === named.en);
  if (known === undefined) {
    const body = { name: named, priority, geometry: geometry as Schema<'ZoneGeometry'>, active: true };
    return (await person.ok('draw a zone', api.POST('/dispatch/zones', { body }))).id;
  }
  const isAsPlanned = known.active && JSON.stringify(known.geometry) === JSON.stringify(geometry);
  if (isAsPlanned) return known.id;
  const params = { path: { id: known.id }, header: { 'If-Match': `"${known.version}"` } };
  const body = { geometry: geometry as Schema<'ZoneGeometry'>, active: true };
  await person.ok('draw a zone as it was', api.PATCH('/dispatch/zones/{id}', { params, body }));
  return known.id;
}
