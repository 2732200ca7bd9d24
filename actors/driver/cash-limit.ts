import { type Alert, closeAlert, notify, raiseAlert } from '../machines/effect.ts';
import type { Effect } from '../runtime/machine.ts';
import { cashProjected, isNearLimit } from './cash-figures.ts';
import type { DriverState } from './state.ts';

/**
 * Notifies the driver once when the cash passes the mark, or when the limit is lowered to that point. The alert
 * stays open until the cash is below the mark.
 */
export function nearLimitEffects(was: DriverState | null, driver: DriverState): Effect[] {
  const isNear = isNearLimit(driver);
  if ((was !== null && isNearLimit(was)) === isNear) return [];
  const { driverId, cashOnHand, cashLimit = null } = driver;
  const alert: Alert = {
    kind: 'CASH_NEAR_LIMIT',
    dedupeKey: `cash-near-limit:${driverId}`,
    subjectType: 'DRIVER',
    subjectId: driverId,
  };
  if (!isNear) return [closeAlert(alert)];
  const data = { cashOnHand, cashLimit, projected: cashProjected(driver) };
  return [notify('CASH_NEAR_LIMIT', { driverId, cashOnHand, cashLimit }), raiseAlert({ ...alert, data })];
}
