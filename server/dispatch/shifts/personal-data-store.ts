import type { Clock } from '../../../actors/runtime/ports.ts';
import { timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';

const cancelPlans = statement({
  name: 'shifts.cancel_plans_of_leaver',
  sql: `UPDATE shift_plans p SET status = 'CANCELLED', version = p.version + 1, updated_at = :at
         WHERE driver_id = :driverId AND status = 'PLANNED'
           AND NOT EXISTS (SELECT FROM shift_runs r WHERE r.plan_id = p.id)`,
  params: { driverId: uuid, at: timestamptz },
});
// The reason for a missed or cancelled shift may be an illness.
const forgetReasons = statement({
  name: 'shifts.forget_reasons',
  sql: 'UPDATE shift_plans SET reason = NULL, updated_at = :at WHERE driver_id = :driverId AND reason IS NOT NULL',
  params: { driverId: uuid, at: timestamptz },
});
const forgetFormerReasons = statement({
  name: 'shifts.forget_former_reasons',
  sql: 'UPDATE shift_plan_versions SET reason = NULL WHERE driver_id = :driverId AND reason IS NOT NULL',
  params: { driverId: uuid },
});

/** Keeps when a driver worked, deletes the reasons, and cancels further plans. */
export function shiftData({ clock }: { clock: Clock }): PersonalData {
  return {
    owner: 'dispatch/shifts',
    erase: async (trx, { driverId }) => {
      if (driverId === null) return;
      const at = clock.now();
      await cancelPlans.count(trx, { driverId, at });
      await forgetReasons.count(trx, { driverId, at });
      await forgetFormerReasons.count(trx, { driverId });
    },
  };
}
