import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Warehouse } from '../../../db/models/warehouse.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { renderWarehouse } from './render-warehouse.ts';

/** A phone number is personal: the audit log records that it changed, not the number. */
const NOT_KEPT = 'not kept';

/** What an edit changed in a warehouse, for the audit log. */
export function auditedChange(
  warehouse: Warehouse,
  change: components['schemas']['UpdateWarehouseRequest'],
): { before: JsonObject; after: JsonObject } {
  const known: Record<string, unknown> = { ...renderWarehouse(warehouse) };
  const fields = Object.keys(change);
  const before = Object.fromEntries(fields.map((field) => [field, known[field] ?? null]));
  return { before: withoutPhone(before), after: withoutPhone(change) };
}

function withoutPhone(fields: object): JsonObject {
  return { ...fields, ...('phone' in fields ? { phone: NOT_KEPT } : {}) } as JsonObject;
}
