import { command, push } from '../../../actors/machines/effect.ts';
import type { OutboxEffect } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import type { PlanRow } from './plan-store.ts';
import { EARLIEST_START_MINUTES } from './plan-to-start.ts';

/**
 * Effects of a change of plans: events to boards, and a command to the driver's actor, which checks whether its shift
 * follows one of them.
 */
export async function emitPlanChanges(
  trx: Transaction,
  plans: readonly PlanRow[],
  now: Date,
  requestId: string | null,
): Promise<void> {
  const [first] = plans;
  if (first === undefined) return;
  const about = { id: first.id, version: first.version };
  await emit(
    trx,
    { about, requestId },
    plans.flatMap((plan) => followUp(plan, now)),
  );
}

function followUp(plan: PlanRow, now: Date): OutboxEffect[] {
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
