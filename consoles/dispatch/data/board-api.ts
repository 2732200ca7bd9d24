import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import type { BoardSource } from '../board/board-store.ts';
import type { BoardAlert, BoardDriver, BoardSnapshot, BoardTask, Zone } from '../board/board-types.ts';

type Schemas = components['schemas'];

const ENDED_WITHIN_MINUTES = 60;
const PAGE = 100;
/** Pages read to show a list; more would not be looked at. */
const MAX_PAGES = 10;

export async function readSnapshot(api: Api): Promise<{ board: BoardSnapshot; alerts: BoardAlert[] }> {
  const [board, alerts] = await Promise.all([
    readBoard(api),
    allPages((cursor) =>
      dataOf(
        api.GET('/dispatch/alerts', { params: { query: { unresolved: true, limit: PAGE, ...cursor } } }),
      ),
    ),
  ]);
  return { board, alerts: alerts.map(boardAlert) };
}

function readBoard(api: Api): Promise<BoardSnapshot> {
  return dataOf(
    api.GET('/dispatch/board', { params: { query: { endedWithinMinutes: ENDED_WITHIN_MINUTES } } }),
  );
}

export function boardAlert({ id, ...alert }: Schemas['Alert']): BoardAlert {
  const { kind, severity, status, subjectType, subjectId, subjectCount, message, action, count } = alert;
  const { raisedAt, lastSeenAt, acknowledgedBy, version } = alert;
  return {
    ...{ alertId: id, kind, severity, status, subjectType, subjectId, subjectCount, message, action, count },
    ...{ raisedAt, lastSeenAt, acknowledgedBy, version },
  };
}

/** Reads what the board lacks when an event refers to it. */
export function boardSource(api: Api): BoardSource {
  return {
    readTasks: (ids) => readTasks(api, ids),
    readDriver: (id) => readDriver(api, id),
    readPresences: async () => {
      const { drivers } = await readBoard(api);
      return new Map(drivers.map(({ driverId, presence }) => [driverId, presence]));
    },
  };
}

export async function readTasks(api: Api, ids: readonly string[]): Promise<BoardTask[]> {
  const { data } = await dataOf(
    api.GET('/dispatch/board/tasks', {
      params: { query: { ids: [...ids] } },
      querySerializer: { array: { style: 'form', explode: false } },
    }),
  );
  return data;
}

/** A driver approved a moment ago; null for one who is not on boards. */
async function readDriver(api: Api, id: string): Promise<BoardDriver | null> {
  try {
    const driver = await dataOf(api.GET('/dispatch/drivers/{id}', { params: { path: { id } } }));
    if (driver.status !== 'APPROVED' && driver.status !== 'SUSPENDED') return null;
    const { shift } = driver;
    const onDuty = shift?.status === 'ON_DUTY' || shift?.status === 'ON_BREAK';
    return {
      ...{ driverId: driver.id, fullName: driver.fullName, phone: driver.phone, vehicle: driver.vehicle },
      ...{ status: driver.status, zoneIds: driver.zoneIds, capacity: driver.capacity, cash: driver.cash },
      duty: onDuty ? (shift.status as 'ON_DUTY' | 'ON_BREAK') : 'OFF',
      idleSince: null,
      shiftEndsAt: onDuty ? shift.plannedEnd : null,
      itemsAssigned: 0,
      activeTasks: 0,
      presence: driver.presence,
      position: null,
      version: driver.version,
    };
  } catch (error) {
    if (isProblemCode(error, 'common.NOT_FOUND')) return null;
    throw error;
  }
}

export function readZones(api: Api): Promise<Zone[]> {
  return allPages((cursor) =>
    dataOf(api.GET('/dispatch/zones', { params: { query: { limit: PAGE, ...cursor } } })),
  );
}

interface Paged<T> {
  data: T[];
  page: Schemas['Page'];
}

/** Reads a list page by page, up to what a screen can show. */
export async function allPages<T>(
  read: (cursor: { cursor?: string }) => Promise<Paged<T>>,
  most = MAX_PAGES,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < most; count += 1) {
    const { data, page }: Paged<T> = await read(cursor === null ? {} : { cursor });
    all.push(...data);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return all;
}
