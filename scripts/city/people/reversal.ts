import type { Schema } from '../../people/person.ts';
import type { TaskActName } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { TaskStage } from '../world/stages.ts';
import type { World } from '../world/world.ts';

/** Expected refusals: too late, cash already handed in, or the shift has ended. The mistake is then not corrected. */
const STANDS = [
  'delivery.INVALID_STATE',
  'delivery.REVERSAL_TOO_LATE',
  'delivery.CASH_SETTLED',
  'delivery.DRIVER_UNAVAILABLE',
  'common.CONFLICT',
];

/** Reverses a completion, because the goods were left at the wrong door. */
export async function takeBack(
  { logbook, tell }: World,
  dispatcher: Citizen,
  { taskId, groupId }: TaskStage,
): Promise<void> {
  const reason = 'Completed at the wrong door';
  const { act, data } = await dispatcher.command<TaskActName, Schema<'DispatchTask'>>(
    'reverse',
    (init) =>
      dispatcher.api.POST('/dispatch/tasks/{id}/reverse', {
        params: { path: { id: taskId } },
        body: { reason },
        ...init,
      }),
    { reason, expects: STANDS },
  );
  const { driverId = null, status = null } = data ?? {};
  logbook.taskAct({ taskId, groupId }, { ...act, driverId, status });
  if (act.outcome === 'DONE') tell('A completion is taken back: it was the wrong door');
}
