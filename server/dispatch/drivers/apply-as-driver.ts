import { driverApplied } from '../../../actors/driver/applying.ts';

import { WaslError } from '../../../actors/errors.ts';
import { inTransaction, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { OperationRequest } from '../../kernel/http/operation.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { hasApplied, insertDriver } from './driver-store.ts';

/** Creates the row and the actor of a new driver. Throws driver.ALREADY_APPLIED: one application per account. */
export async function applyAsDriver(
  deps: Pick<Dependencies, 'database' | 'actors' | 'clock' | 'ids'>,
  request: OperationRequest<'applyAsDriver'>,
): Promise<{ driverId: string; replayed: boolean }> {
  const { accountId } = signedIn(request.caller);
  const { reference, replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, request.idempotency, async () => {
      if (await hasApplied(trx, accountId)) throw alreadyApplied();
      const driverId = deps.ids.next();
      const { fullName, phone, vehicle } = request.body;
      const at = deps.clock.now();
      await insertDriver(trx, {
        id: driverId,
        accountId,
        fullName,
        phone,
        vehicleType: vehicle.type,
        vehiclePlate: vehicle.plate ?? null,
        createdAt: at,
      });
      const ref = { kind: 'driver', key: driverId } as const;
      const event = driverApplied({ at: at.toISOString(), driverId, accountId, fullName });
      const by = { accountId, role: 'DRIVER', driverId } as const;
      await deps.actors.createActor(trx, request, by, ref, event);
      return { status: 201, reference: { driverId } };
    }),
  ).catch((error: unknown) => {
    // A concurrent application committed first.
    throw violatedConstraint(error) === 'drivers_account_id_key' ? alreadyApplied() : error;
  });
  return { driverId: reference.driverId ?? '', replayed };
}

function alreadyApplied(): WaslError {
  return new WaslError('driver.ALREADY_APPLIED', { detail: 'This account has already applied as a driver.' });
}
