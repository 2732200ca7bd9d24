import { WaslError } from '../../../actors/errors.ts';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import type { JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import { zoneCreated } from '../../../actors/zone/creation.ts';

import type { Transaction } from '../../../db/database.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { requireCover } from './zone-cover.ts';
import {
  changeZone,
  findAnyZone,
  findZone,
  insertZone,
  lockZones,
  restoreZone,
  type Zone,
  zoneVersion,
} from './zone-store.ts';

export interface NewZone {
  id: string;
  seedKey: string | null;
  name: { en: string; ar: string };
  priority: number;
  active: boolean;
  geometry: AreaGeometry;
}

export type ZoneChange = Partial<Pick<NewZone, 'name' | 'priority' | 'active' | 'geometry'>>;

/** Creates a zone's row and its actor in one transaction. */
export async function createZone(
  deps: Pick<Dependencies, 'actors' | 'clock'>,
  trx: Transaction,
  origin: Origin,
  by: Principal,
  zone: NewZone,
): Promise<void> {
  await lockZones(trx);
  const { id, seedKey, priority, active } = zone;
  const now = deps.clock.now();
  await insertZone(trx, {
    ...{ id, seedKey, priority, active },
    createdAt: now,
    ...namesOf(zone.name),
    ...shapeOf(zone.geometry),
  });
  const event = zoneCreated({ at: now.toISOString(), zoneId: id, name: zone.name, active });
  await deps.actors.createActor(trx, origin, by, { kind: 'zone', key: id }, event);
}

export interface ZoneEdit {
  id: string;
  /** The version the edit is based on. */
  ifMatch: IfMatch;
  /** Null deletes the zone. */
  change: ZoneChange | null;
}

export interface EditedZone {
  before: Zone;
  /** Equals `before` if the edit changes nothing. */
  after: Zone;
}

/**
 * Edits or deletes a zone. Zone edits are serialized, so that two of them cannot remove the last two zones covering
 * Qatar. Throws common.NOT_FOUND, the errors of If-Match, and delivery.QATAR_UNCOVERED.
 */
export async function editZone(
  deps: { clock: Clock; serviceArea: ServiceArea },
  trx: Transaction,
  { id, ifMatch, change }: ZoneEdit,
): Promise<EditedZone> {
  await lockZones(trx);
  const before = await findZone(trx, id);
  if (before === null) throw noSuchZone();
  requireVersion(ifMatch, before.version);
  if (change !== null && saysNothingNew(before, change)) return { before, after: before };
  const { active = before.active, geometry = before.geometry } = change ?? {};
  await requireCover(trx, deps.serviceArea, id, before, change === null ? null : { active, geometry });
  const now = deps.clock.now();
  const changes = change === null ? { active: false, deletedAt: now } : columnsOf(change);
  const after = await changeZone(trx, { id, version: before.version + 1, updatedAt: now }, changes);
  return { before, after };
}

/**
 * Undoes the latest edit: restores the previous version, also of a deleted zone. Throws common.NOT_FOUND, the errors of
 * If-Match (it was edited since), common.CONFLICT if no earlier version is kept, and delivery.QATAR_UNCOVERED.
 */
export async function undoEdit(
  deps: { clock: Clock; serviceArea: ServiceArea },
  trx: Transaction,
  { id, ifMatch }: Omit<ZoneEdit, 'change'>,
): Promise<EditedZone> {
  await lockZones(trx);
  const before = await findAnyZone(trx, id);
  if (before === null) throw noSuchZone();
  requireVersion(ifMatch, before.version);
  const former = await zoneVersion(trx, id, before.version - 1);
  if (former === null) {
    throw new WaslError('common.CONFLICT', { detail: 'No earlier version of this zone is kept.' });
  }
  await requireCover(trx, deps.serviceArea, id, before, former.deletedAt === null ? former : null);
  const next = { id, version: before.version + 1, updatedAt: deps.clock.now() };
  return { before, after: await restoreZone(trx, next, former) };
}

/** What an edit changed, for the audit log. A polygon is recorded by its size and bounds. */
export function changesOf({ before, after }: EditedZone): { before: JsonObject; after: JsonObject } {
  const [from, to] = [auditedOf(before), auditedOf(after)];
  const changed = Object.keys(to).filter(
    (field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );
  const ofChanged = (zone: JsonObject) =>
    Object.fromEntries(changed.map((field) => [field, zone[field] ?? null]));
  return { before: ofChanged(from), after: ofChanged(to) };
}

function auditedOf(zone: Zone): JsonObject {
  const { nameEn: en, nameAr: ar, priority, active, areaM2, minLng, minLat, maxLng, maxLat } = zone;
  return {
    name: { en, ar },
    priority,
    active,
    squareMetres: Math.round(areaM2),
    bounds: [minLng, minLat, maxLng, maxLat],
    deleted: zone.deletedAt !== null,
  };
}

function saysNothingNew(zone: Zone, change: ZoneChange): boolean {
  const present: Required<ZoneChange> = {
    name: { en: zone.nameEn, ar: zone.nameAr },
    priority: zone.priority,
    active: zone.active,
    geometry: { type: zone.geometry.type, coordinates: zone.geometry.coordinates } as AreaGeometry,
  };
  const asked = { ...present, ...change };
  const { name, geometry } = asked;
  return (
    name.en === present.name.en &&
    name.ar === present.name.ar &&
    asked.priority === present.priority &&
    asked.active === present.active &&
    geometry.type === present.geometry.type &&
    JSON.stringify(geometry.coordinates) === JSON.stringify(present.geometry.coordinates)
  );
}

function columnsOf({ name, priority, active, geometry }: ZoneChange) {
  return {
    ...(name === undefined ? {} : namesOf(name)),
    ...(priority === undefined ? {} : { priority }),
    ...(active === undefined ? {} : { active }),
    ...(geometry === undefined ? {} : shapeOf(geometry)),
  };
}

function namesOf({ en, ar }: NewZone['name']) {
  return { nameEn: en, nameAr: ar };
}

function shapeOf(geometry: AreaGeometry) {
  const { west, south, east, north } = boundsOf(geometry);
  return {
    geometry,
    areaM2: squareMetresOf(geometry),
    ...{ minLng: west, minLat: south, maxLng: east, maxLat: north },
  };
}

export function noSuchZone(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such zone.' });
}
