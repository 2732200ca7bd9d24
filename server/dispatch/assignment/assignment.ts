import type { Consumers } from '../../../actors/runtime/relay.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import type { Condition } from '../alerts/alerts.ts';
import { chooseConsumer } from './choose.ts';
import { handAssignmentHandlers } from './hand-assignment-handlers.ts';
import { requeueLostTasks } from './requeue-lost-tasks.ts';
import { retryWaitingConsumer, retryWaitingJob } from './retry-waiting.ts';
import { unassignedTooLong } from './unassigned-too-long.ts';
import { rejudgeFirst, zonesJob } from './zone-rejudge.ts';

export { assignByHand } from './assign-by-hand.ts';
export { AssignmentDesk } from './assignment-desk.ts';
export type { RouteStopRow } from './driver-pool-store.ts';
export { findTicket } from './ticket-store.ts';
export { zoneFacts } from './zone-facts.ts';

type ConsumerDependencies = Parameters<typeof rejudgeFirst>[0] &
  Parameters<typeof chooseConsumer>[0] &
  Parameters<typeof retryWaitingConsumer>[0];
type JobDependencies = Parameters<typeof requeueLostTasks>[0] &
  Parameters<typeof retryWaitingJob>[0] &
  Parameters<typeof zonesJob>[0];

const REQUEUE_EVERY_MS = 5 * SECOND;
/** Catches changes that cause no event: an exclusion that expired, a driver back online. */
const RETRY_WAITING_EVERY_MS = 15 * SECOND;
/** Zone edits take effect at once; this catches tasks that were between two actors at that moment. */
const ZONES_EVERY_MS = 15 * SECOND;

/** Assigns tasks to drivers: by policy through the zone actor, or by a dispatcher's hand. */
export const assignmentSlice = {
  handlers: handAssignmentHandlers,
  consumers: (deps: ConsumerDependencies): Pick<Consumers, 'choose' | 'retry-waiting'> => ({
    choose: chooseConsumer(deps),
    'retry-waiting': rejudgeFirst(deps, retryWaitingConsumer(deps)),
  }),
  jobs: (deps: JobDependencies): ScheduledJob[] => [
    { name: 'lost-tasks', every: REQUEUE_EVERY_MS, run: () => requeueLostTasks(deps) },
    { name: 'waiting-tickets', every: RETRY_WAITING_EVERY_MS, run: retryWaitingJob(deps) },
    { name: 'zones', every: ZONES_EVERY_MS, run: zonesJob(deps) },
  ],
  conditions: (): Condition[] => [unassignedTooLong],
};
