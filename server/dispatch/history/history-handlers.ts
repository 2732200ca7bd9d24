import { WaslError } from '../../../actors/errors.ts';
import { KeyedQueue } from '../../kernel/async/keyed-queue.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT, type Page } from '../../kernel/http/page.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import { renderDriver } from '../drivers/drivers.ts';
import { renderRoute } from '../routes/routes.ts';
import { type BoardPosition, type BoardRow, renderShift } from '../shifts/shifts.ts';

import { findOrderOfTask, noSuchTask } from '../tasks/tasks.ts';

import { renderZone } from '../zones/zones.ts';
import { type MomentRow, readMoments } from './moment-store.ts';
import { PastBoards } from './past-board.ts';
import { driverFactsAt } from './past-driver-store.ts';
import { pastDrivers, pastRoutes, pastTasks } from './past-lists.ts';
import { pastMoment, pastSpan } from './past-moment.ts';
import { listPastShifts } from './past-shifts.ts';
import { readPastZones } from './past-zone-store.ts';
import { renderMoment, renderTaskEvent } from './render-past.ts';

import { RowTypes } from './row-types.ts';
import { readTaskEvents, type TaskEventRow } from './task-event-store.ts';

type Operation =
  | 'getPastBoard'
  | 'listPastTasks'
  | 'listPastDrivers'
  | 'listPastRoutes'
  | 'listPastShifts'
  | 'listPastZones'
  | 'listPastMoments'
  | 'listTaskEvents';

/** Operations: the board at a past moment, whole and in brief, or each list in the shape of the live one. */
export function historyHandlers(deps: Dependencies): Pick<Handlers, Operation> {
  const boards = new PastBoards(deps);
  const past = boards.reader;
  const types = new RowTypes(deps.database);
  const queue = new KeyedQueue();
  const cursors = new Cursors(deps.secrets);
  const sources = { database: deps.database, secrets: deps.secrets, types };
  /** A page of in-memory rows by id, newest first. */
  const pageOf = async <R extends object, T>(
    scope: string,
    rows: readonly R[],
    { limit = DEFAULT_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
    render: (rows: readonly R[]) => Promise<T[]>,
  ): Promise<Page<T>> => {
    const before = cursors.decode(scope, cursor)?.[0];
    const rest = before === undefined ? rows : rows.filter((row) => idOf(row) < String(before));
    const { page } = cursors.page(scope, rest.slice(0, limit + 1), limit, (row) => [idOf(row)], idOf);
    return { data: await render(rest.slice(0, limit)), page };
  };
  const look = <T>(caller: Caller, work: () => Promise<T>) => queue.run(callerId(caller), work);
  return {
    getPastBoard: ({ caller, query }) =>
      look(caller, async () => ({ status: 200, body: await boards.at(query) })),
    listPastTasks: ({ caller, query, locale }) =>
      look(caller, async () => {
        const { tasks, at } = await past.at(query);
        const { status, zoneId, driverId, endedWithinMinutes } = query;
        const found = status === undefined ? tasks : tasks.filter((task) => task.status === status);
        const scope = `past-tasks:${at}:${status ?? ''}:${zoneId ?? ''}:${driverId ?? ''}:${endedWithinMinutes ?? 0}`;
        const { role } = principalAs(caller, 'DISPATCHER', 'ADMIN');
        const body = await pageOf(scope, found, query, (rows) =>
          pastTasks(sources, rows, { at, role, locale }),
        );
        return { status: 200, body };
      }),
    listPastDrivers: ({ caller, query }) =>
      look(caller, async () => {
        const { drivers, shifts, at } = await past.at(query);
        const { status, zoneId } = query;
        const found = status === undefined ? drivers : drivers.filter((driver) => driver.status === status);
        const body = await pageOf(
          `past-drivers:${at}:${status ?? ''}:${zoneId ?? ''}`,
          found,
          query,
          async (rows) => {
            const realAt = await past.store.realTimeOf(new Date(at));
            return (await pastDrivers(sources, rows, { shifts, at, realAt })).map(renderDriver);
          },
        );
        return { status: 200, body };
      }),
    listPastRoutes: ({ caller, query }) =>
      look(caller, async () => {
        const { routes, at } = await past.at(query);
        const driverIds = routes.map((route) => String(route.driver_id));
        const found = pastRoutes(routes, await driverFactsAt(deps.database, driverIds, at));
        const body = await pageOf(`past-routes:${at}:${query.driverId ?? ''}`, found, query, async (rows) =>
          rows.map(renderRoute),
        );
        return { status: 200, body };
      }),
    listPastShifts: async ({ query }) => {
      const at = pastMoment(query.at, deps.clock.now());
      const { day, driverId, status, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `past-shifts:${at}:${day ?? ''}:${driverId ?? ''}:${status ?? ''}`;
      const after = shiftPosition(cursors.decode(scope, cursor));
      const rows = await listPastShifts(deps.database, at, { day, driverId, status }, after, limit + 1);
      const keyOf = ({ starts_at, id }: BoardRow) => [starts_at.getTime(), id];
      return { status: 200, body: cursors.page(scope, rows, limit, keyOf, renderShift) };
    },
    listPastZones: ({ caller, query }) =>
      look(caller, async () => {
        const at = pastMoment(query.at, deps.clock.now());
        const zones = await readPastZones(deps.database, at, true);
        const body = await pageOf(`past-zones:${at}`, zones, query, async (rows) => rows.map(renderZone));
        return { status: 200, body };
      }),
    async listTaskEvents({ params: { id }, query: { limit = DEFAULT_LIMIT, cursor } }) {
      if ((await findOrderOfTask(deps.database, id)) === null) throw noSuchTask();
      const after = positionOf(cursors.decode(`task-events:${id}`, cursor));
      const rows = await readTaskEvents(deps.database, id, after, limit + 1);
      const keyOf = (row: TaskEventRow) => [row.at.toISOString(), row.id];
      const body = cursors.page(`task-events:${id}`, rows, limit, keyOf, renderTaskEvent);
      return { status: 200, body };
    },
    listPastMoments: async ({ query }) => {
      const { from, to } = pastSpan(query, deps.clock.now());
      const { kind, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `moments:${from}:${query.to ?? ''}:${kind ?? ''}`;
      const after = positionOf(cursors.decode(scope, cursor));
      const rows = await readMoments(deps.database, { from, to, kind }, after, limit + 1);
      const keyOf = ({ at, id }: MomentRow) => [at.toISOString(), id];
      return { status: 200, body: cursors.page(scope, rows, limit, keyOf, renderMoment) };
    },
  };
}

function shiftPosition(cursor: readonly (string | number)[] | null): BoardPosition | null {
  return cursor === null ? null : { startsAt: new Date(cursor[0] ?? 0), id: String(cursor[1]) };
}

function positionOf(cursor: readonly (string | number)[] | null): { at: string; id: string } | null {
  return cursor === null ? null : { at: String(cursor[0]), id: String(cursor[1]) };
}

function idOf(row: object): string {
  return String((row as { id?: unknown }).id);
}

function callerId(caller: Caller): string {
  if (caller.kind === 'guest') throw new WaslError('auth.UNAUTHENTICATED');
  return caller.accountId;
}
