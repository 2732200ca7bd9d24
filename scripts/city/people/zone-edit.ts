import type { Schema } from '../../people/person.ts';
import type { Citizen } from '../world/citizen.ts';
import type { World } from '../world/world.ts';

/** Changes the outline of a zone, with the version that was read. */
export async function editZone(
  { logbook, clock }: Pick<World, 'logbook' | 'clock'>,
  dispatcher: Citizen,
  zoneId: string,
  geometry: Schema<'ZoneGeometry'>,
): Promise<void> {
  const { person, api } = dispatcher;
  const params = { path: { id: zoneId } };
  const zone = await person.ok('read the zone', api.GET('/dispatch/zones/{id}', { params }));
  if (JSON.stringify(zone.geometry) === JSON.stringify(geometry)) return;
  const header = { 'If-Match': `"${zone.version}"` };
  const { act } = await dispatcher.command('edit the zone', () =>
    api.PATCH('/dispatch/zones/{id}', { params: { ...params, header }, body: { geometry } }),
  );
  const { outcome } = act;
  logbook.zoneEdits.push({
    ...{ zoneId, at: clock.now(), by: dispatcher.id, outcome },
    before: zone.geometry,
    after: geometry,
  });
}
