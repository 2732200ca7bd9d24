import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { API_PREFIX } from '../../kernel/http/contract.ts';
import type { Handlers, OperationRequest } from '../../kernel/http/operation.ts';
import { answerTask, inApiNames, orderOfTask, staff } from '../tasks/tasks.ts';

import { assignByHand, type HandAssignment } from './assign-by-hand.ts';
import type { AssignmentDesk } from './assignment-desk.ts';
import { bulkAssign } from './bulk-assign.ts';
import { explainDriver } from './explain-driver.ts';
import { rankDrivers } from './rank-drivers.ts';
import { readExplanation } from './task-explanation.ts';

type Operation =
  | 'assignTask'
  | 'reassignTask'
  | 'bulkAssignTasks'
  | 'clearTaskExclusions'
  | 'getTaskExplanation'
  | 'rankDrivers';

type HandDependencies = Dependencies & { presence: DriverPresence; desk: AssignmentDesk };

/** Operations: assignments by dispatchers, and explanations of automatic choices. */
export function handAssignmentHandlers(deps: HandDependencies): Pick<Handlers, Operation> {
  const { database, actors } = deps;

  async function give(
    request: OperationRequest<'assignTask' | 'reassignTask'>,
    taken?: HandAssignment['taken'],
  ) {
    const { caller, locale, params, body } = request;
    const { driverId, round } = body;
    const assignment = { taskId: params.id, driverId, round, ...(taken === undefined ? {} : { taken }) };
    const { outcome, replayed } = await assignByHand(deps, request, staff(caller), assignment);
    const reply = await answerTask(deps, params.id, caller, locale);
    if (outcome === 'assigned') return { ...reply, replayed };
    const headers = { Location: `${API_PREFIX}/dispatch/tasks/${params.id}` };
    return { ...reply, status: 202, headers, replayed };
  }

  return {
    assignTask: (request) => give(request),
    reassignTask: (request) => give(request, { reason: request.body.reason }),
    async bulkAssignTasks(request) {
      const { caller, body, locale } = request;
      const { assignments, reason } = body;
      const given = assignments.map((each) => ({ ...each, reason }));
      const { results, replayed } = await bulkAssign(deps, request, staff(caller), given, locale);
      return { status: 200, body: { results }, replayed };
    },
    async clearTaskExclusions(request) {
      const { caller, locale, params, body } = request;
      const { orderId: key } = await orderOfTask(database, params.id);
      const order = { kind: 'order', key } as const;
      const { driverId } = body;
      const payload = { taskId: params.id, ...(driverId === undefined ? {} : { driverId }) };
      const { replayed } = await inApiNames(
        actors.command(request, staff(caller), order, 'clear-exclusions', payload, body.reason),
      );
      return { ...(await answerTask(deps, params.id, caller, locale)), replayed };
    },
    async rankDrivers({ caller, query: { ids, driverId } }) {
      const { role } = staff(caller);
      const body = await rankDrivers(deps, { taskIds: [...new Set(ids)], driverId, role });
      return { status: 200, body };
    },
    async getTaskExplanation({ params: { id }, query: { driverId } }) {
      const { orderId } = await orderOfTask(database, id);
      const explanation = await readExplanation(database, id);
      if (driverId === undefined) return { status: 200, body: { ...explanation, driver: null } };
      const driver = await explainDriver(deps, { taskId: id, orderId, driverId }, explanation.choices);
      return { status: 200, body: { ...explanation, driver } };
    },
  };
}
