import type { components } from '../http/api-types.ts';
import { qar } from '../http/qar.ts';
import type { DriverView } from './driver-store.ts';

export function renderDriver({ driver, shift, presence }: DriverView): components['schemas']['Driver'] {
  return {
    id: driver.id,
    accountId: driver.accountId,
    fullName: driver.fullName,
    phone: driver.phone,
    vehicle: { type: driver.vehicleType, plate: driver.vehiclePlate },
    status: driver.status,
    zoneIds: driver.zoneIds,
    cashLimit: driver.cashLimit === null ? null : qar(driver.cashLimit),
    capacity: driver.capacity,
    cashOnHand: qar(driver.cashOnHand),
    shift:
      shift === null
        ? null
        : {
            id: shift.id,
            status: shift.status,
            startedAt: shift.startedAt.toISOString(),
            endedAt: shift.endedAt?.toISOString() ?? null,
          },
    presence,
    version: driver.actorVersion,
  };
}
