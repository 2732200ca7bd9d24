import type { DeliveryZone } from '../../db/models/delivery-zone.ts';
import type { components } from '../http/api-types.ts';

export function renderZone(zone: DeliveryZone): components['schemas']['Zone'] {
  return {
    id: zone.id,
    name: { en: zone.nameEn, ar: zone.nameAr },
    priority: zone.priority,
    geometry: zone.geometry as components['schemas']['ZoneGeometry'],
    active: zone.active,
    version: zone.version,
    createdAt: zone.createdAt.toISOString(),
    updatedAt: zone.updatedAt.toISOString(),
  };
}
