import type { Consumer } from '../../../actors/runtime/relay.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { publishEtasConsumer } from './publish-etas.ts';
import { retimeRoutes } from './retime-routes.ts';
import { routeHandlers } from './route-handlers.ts';

export { renderRoute } from './route-handlers.ts';
export { type RouteRow, readPresentRoutes } from './route-store.ts';

/** How often drivers' positions are compared with their routes, in real time. */
const RETIME_EVERY_MS = 15 * SECOND;

/** The sequence of a driver's stops and the expected arrival at each. */
export const routesSlice = {
  handlers: routeHandlers,
  consumers: (deps: Parameters<typeof publishEtasConsumer>[0]): { 'tell-etas': Consumer<'tell-etas'> } => ({
    'tell-etas': publishEtasConsumer(deps),
  }),
  jobs: (deps: Parameters<typeof retimeRoutes>[0]): ScheduledJob[] => [
    { name: 'arrivals', every: RETIME_EVERY_MS, run: () => retimeRoutes(deps) },
  ],
};
