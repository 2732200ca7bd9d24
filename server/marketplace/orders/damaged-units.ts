import { type FieldError, WaslError } from '../../../actors/errors.ts';

import type { DamagedUnits } from '../../../actors/order/return.ts';
import type { Database } from '../../../db/database.ts';
import { linesOfGroups } from './order-line-store.ts';

/**
 * Damaged units reported by the seller, by line. Throws common.VALIDATION_FAILED for lines that do not belong to the
 * group, are repeated, or had fewer units.
 */
export async function damagedUnits(
  database: Database,
  groupId: string,
  named: readonly { lineId: string; damaged: number }[],
): Promise<DamagedUnits[]> {
  if (named.length === 0) return [];
  const lines = await linesOfGroups(database, [groupId]);
  const sold = new Map(lines.map(({ id, quantity }) => [id, quantity]));
  const errors: FieldError[] = [];
  named.forEach(({ lineId, damaged }, index) => {
    const quantity = sold.get(lineId);
    const pointer = `/lines/${index}`;
    if (quantity === undefined) {
      errors.push({ pointer: `${pointer}/lineId`, code: 'unknown', message: 'No such line in this group.' });
    } else if (named.findIndex((other) => other.lineId === lineId) < index) {
      errors.push({ pointer: `${pointer}/lineId`, code: 'duplicate', message: 'This line is listed twice.' });
    } else if (damaged > quantity) {
      const message = `Only ${quantity} units were sold.`;
      errors.push({ pointer: `${pointer}/damaged`, code: 'maximum', message });
    }
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
  return named
    .filter(({ damaged }) => damaged > 0)
    .map(({ lineId, damaged }) => ({ lineId, quantity: damaged }));
}
