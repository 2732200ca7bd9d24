import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { readPresentRoutes, renderRoute } from '../routes/routes.ts';
import { readBoardDrivers } from './read-drivers.ts';
import { readBoardTasks, readBoardTasksOf } from './read-tasks.ts';
import { readUpstream } from './read-upstream.ts';

const MINUTE = 60_000;

/**
 * The whole current board in brief, which a console shows before applying live events. Its versions tell which events
 * it already includes.
 */
export function boardHandlers(
  deps: Dependencies & { presence: DriverPresence },
): Pick<Handlers, 'getDispatchBoard' | 'listBoardTasks' | 'getUpstream'> {
  const { database, clock, presence, config } = deps;
  return {
    async getDispatchBoard({ query: { endedWithinMinutes = 0 } }) {
      const endedSince = new Date(clock.now().getTime() - endedWithinMinutes * MINUTE);
      const [{ tasks, ...allTasks }, { drivers, ...allDrivers }, routes] = await Promise.all([
        readBoardTasks(database, endedSince),
        readBoardDrivers(database, presence),
        readPresentRoutes(database),
      ]);
      const body = {
        at: clock.now().toISOString(),
        clockRate: config.clockRate,
        complete: allTasks.complete && allDrivers.complete,
        tasks,
        drivers,
        routes: routes.map(renderRoute),
      };
      return { status: 200, body };
    },
    listBoardTasks: async ({ query: { ids } }) => ({
      status: 200,
      body: { data: await readBoardTasksOf(database, ids) },
    }),
    getUpstream: async () => ({ status: 200, body: await readUpstream(database, clock.now()) }),
  };
}
