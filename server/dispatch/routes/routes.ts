import type { Consumer } from '../../../actors/runtime/relay.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { publishEtasConsumer } from './publish-etas.ts';
import { retimeRoutes } from './retime-routes.ts';
import { routeHandlers } from './route-handlers.ts';

export { renderRoute } from './route-handlers.ts';
export { type RouteRow, readPresentRoutes } from './route-store.ts';

/** Where drivers are, against where their plans have them. Milliseconds of real time. */
const RETIME_EVERY_MS = 15 * SECOND;

/** The order of a driver's stops and when each is reached. */
export const routesSlice = {
  handlers: routeHandlers,
  consumers: (deps: Parameters<typeof publishEtasConsumer>[0]): { 'tell-etas': Consumer<'tell-etas'> } => ({
    'tell-etas': publishEtasConsumer(deps),
  }),
  jobs: (deps: Parameters<typeof retimeRoutes>[0]): ScheduledJob[] => [
    { name: 'arrivals', every: RETIME_EVERY_MS, run: () => retimeRoutes(deps) },
  ],
};
