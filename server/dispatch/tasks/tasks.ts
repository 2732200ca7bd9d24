import type { Condition } from '../alerts/alerts.ts';
import { dispatchExceptionHandlers } from './dispatch-exception-handlers.ts';
import { dispatchTaskHandlers } from './dispatch-task-handlers.ts';
import { driverTaskHandlers } from './driver-task-handlers.ts';
import { lateRisk } from './late-risk.ts';
import { offerHandlers } from './offer-handlers.ts';

export { answerTask, orderOfTask, readDetails, staff } from './answer-task.ts';
export { inApiNames, noSuchTask } from './api-names.ts';
export { taskData } from './personal-data-store.ts';
export { renderDispatchTask } from './render-task.ts';
export { dispatcherActions } from './task-actions.ts';
export { findOrderEvent, findOrderOfTask, readTasks, type TaskRow } from './task-store.ts';
export { unassign } from './unassign.ts';

type HandlerDependencies = Parameters<typeof driverTaskHandlers>[0] &
  Parameters<typeof dispatchTaskHandlers>[0] &
  Parameters<typeof dispatchExceptionHandlers>[0] &
  Parameters<typeof offerHandlers>[0];

/** Deliveries: a driver's steps to the door, dispatchers' actions, failures, returns, photos. */
export const tasksSlice = {
  handlers: (deps: HandlerDependencies) => ({
    ...driverTaskHandlers(deps),
    ...dispatchTaskHandlers(deps),
    ...dispatchExceptionHandlers(deps),
    ...offerHandlers(deps),
  }),
  conditions: (): Condition[] => [lateRisk],
};
