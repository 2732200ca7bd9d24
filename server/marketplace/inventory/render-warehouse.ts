import type { Warehouse } from '../../../db/models/warehouse.ts';
import type { components } from '../../kernel/http/api-types.ts';

export function renderWarehouse(warehouse: Warehouse): components['schemas']['Warehouse'] {
  return {
    id: warehouse.id,
    sellerId: warehouse.sellerId,
    name: warehouse.name,
    phone: warehouse.phone,
    zoneNumber: warehouse.zoneNumber,
    streetNumber: warehouse.streetNumber,
    buildingNumber: warehouse.buildingNumber,
    unit: warehouse.unit,
    landmark: warehouse.landmark,
    location: { latitude: warehouse.latitude, longitude: warehouse.longitude },
    placeholder: warehouse.placeholder,
    active: warehouse.active,
    version: warehouse.version,
    createdAt: warehouse.createdAt.toISOString(),
    updatedAt: warehouse.updatedAt.toISOString(),
  };
}
