import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { renderHeld } from '../cash/cash.ts';
import { renderPlannedShift } from '../shifts/shifts.ts';
import type { DriverRecord } from './driver-store.ts';
import type { DriverView } from './driver-view.ts';

export function renderDriver({
  driver,
  shift,
  plans,
  presence,
}: DriverView): components['schemas']['Driver'] {
  return {
    id: driver.id,
    accountId: driver.accountId,
    fullName: driver.fullName,
    phone: driver.phone,
    vehicle: { type: driver.vehicleType, plate: driver.vehiclePlate },
    status: driver.status,
    zoneIds: [...driver.zoneIds],
    cashLimit: driver.cashLimit === null ? null : qar(driver.cashLimit),
    capacity: driver.capacity,
    cashOnHand: qar(driver.cashOnHand),
    cash: renderCashFigures(driver),
    shift:
      shift === null
        ? null
        : {
            id: shift.id,
            status: shift.status,
            startedAt: shift.startedAt.toISOString(),
            endedAt: shift.endedAt?.toISOString() ?? null,
            planId: shift.planId,
            plannedEnd: shift.plannedEnd?.toISOString() ?? null,
          },
    ...(plans === null ? {} : { plannedShifts: plans.map(renderPlannedShift) }),
    presence,
    version: driver.actorVersion,
  };
}

type CashColumns = Pick<DriverRecord, 'cashOnHand' | 'codAssigned' | 'cashLimit' | 'cashCarryOver'>;

export function renderCashFigures(driver: CashColumns): components['schemas']['CashFigures'] {
  const { cashOnHand, codAssigned, cashLimit, cashCarryOver } = driver;
  return { ...renderHeld(cashOnHand, codAssigned, cashLimit), carryOver: cashCarryOver };
}
