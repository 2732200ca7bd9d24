import type { Consumers } from '../../../actors/runtime/relay.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import type { Condition } from '../alerts/alerts.ts';
import { chooseConsumer } from './choose.ts';
import { handAssignmentHandlers } from './hand-assignment-handlers.ts';
import { requeueLostTasks } from './requeue-lost-tasks.ts';
import { retryWaitingConsumer, retryWaitingDuty } from './retry-waiting.ts';
import { unassignedTooLong } from './unassigned-too-long.ts';
import { rejudgeFirst, zonesDuty } from './zone-rejudge.ts';

export { assignByHand } from './assign-by-hand.ts';
export { AssignmentDesk } from './assignment-desk.ts';
export type { RouteStopRow } from './driver-pool-store.ts';
export { findTicket } from './ticket-store.ts';
export { zoneFacts } from './zone-facts.ts';

type ConsumerDependencies = Parameters<typeof rejudgeFirst>[0] &
  Parameters<typeof chooseConsumer>[0] &
  Parameters<typeof retryWaitingConsumer>[0];
type JobDependencies = Parameters<typeof requeueLostTasks>[0] &
  Parameters<typeof retryWaitingDuty>[0] &
  Parameters<typeof zonesDuty>[0];

const REQUEUE_EVERY_MS = 5 * SECOND;
/** What no event tells of: an exclusion that ran out, a driver who is online again. Milliseconds. */
const RETRY_WAITING_EVERY_MS = 15 * SECOND;
/** An edit of zones has its effects at once; this finds what was under way just then. Milliseconds. */
const ZONES_EVERY_MS = 15 * SECOND;

/** Which driver gets which task: by policy through the zone actor, or by a dispatcher's hand. */
export const assignmentSlice = {
  handlers: handAssignmentHandlers,
  consumers: (deps: ConsumerDependencies): Pick<Consumers, 'choose' | 'retry-waiting'> => ({
    choose: chooseConsumer(deps),
    'retry-waiting': rejudgeFirst(deps, retryWaitingConsumer(deps)),
  }),
  jobs: (deps: JobDependencies): ScheduledJob[] => [
    { name: 'lost-tasks', every: REQUEUE_EVERY_MS, run: () => requeueLostTasks(deps) },
    { name: 'waiting-tickets', every: RETRY_WAITING_EVERY_MS, run: retryWaitingDuty(deps) },
    { name: 'zones', every: ZONES_EVERY_MS, run: zonesDuty(deps) },
  ],
  conditions: (): Condition[] => [unassignedTooLong],
};
