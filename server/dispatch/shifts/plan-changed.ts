import { v7 as uuidv7 } from 'uuid';
import { command, push } from '../../../actors/machines/effect.ts';
import type { Effect } from '../../../actors/runtime/machine.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';
import type { PlanRow } from './plan-store.ts';
import { EARLIEST_START_MINUTES } from './plan-to-start.ts';

/**
 * Leaves in the outbox, in the transaction that changes plans, what follows: boards are told, and the driver who may
 * have begun one. That driver's actor judges whether it has. Publish the row once the transaction has committed.
 */
export async function leavePlanChanges(
  trx: Transaction,
  plans: readonly PlanRow[],
  now: Date,
  requestId: string | null,
): Promise<OutboxRow | null> {
  const [first] = plans;
  if (first === undefined) return null;
  const row: OutboxRow = {
    id: uuidv7(),
    ref: { kind: 'record', key: first.id },
    version: first.version,
    correlationId: uuidv7(),
    requestId,
    effects: plans.flatMap((plan) => followUp(plan, now)).map((effect) => ({ id: uuidv7(), effect })),
  } as OutboxRow;
  await writeOutbox(trx, row);
  return row;
}

function followUp(plan: PlanRow, now: Date): Effect[] {
  const { id: planId, driver_id: driverId, status, version, breaks } = plan;
  const plannedStart = plan.planned_start.toISOString();
  const plannedEnd = plan.planned_end.toISOString();
  const payload = { planId, driverId, status, plannedStart, plannedEnd, version };
  const told = push(['dispatch', `driver:${driverId}`], 'plan.updated', payload);
  const begins = plan.planned_start.getTime() - EARLIEST_START_MINUTES * 60_000;
  if (status !== 'PLANNED' || version === 1 || begins > now.getTime()) return [told];
  const change = { planId, planVersion: version, plannedEnd, breaksPlanned: breaks };
  return [told, command('driver', driverId, 'plan-changed', change)];
}
