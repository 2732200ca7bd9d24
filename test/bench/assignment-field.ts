import { v7 as uuidv7 } from 'uuid';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import type { Database } from '../../db/database.ts';

const MINUTE = 60_000;
const MAX_TASKS = 14;
const BATCH_SIZE = 250;

/** Doha and its surroundings. */
const SOUTH_WEST = { latitude: 25.18, longitude: 51.38 };
const [HIGH, WIDE] = [0.24, 0.18];

export interface Place {
  latitude: number;
  longitude: number;
}

export function somewhere(random: SeededRandom): Place {
  return {
    latitude: SOUTH_WEST.latitude + random.unit() * HIGH,
    longitude: SOUTH_WEST.longitude + random.unit() * WIDE,
  };
}

/**
 * Inserts rows of drivers on duty, each with a route of up to 14 tasks, so that one more fits. No one acts for them.
 */
export async function insertField(
  database: Database,
  zoneIds: readonly string[],
  count: number,
): Promise<void> {
  await database.transaction(async (trx) => {
    await withoutOthers(trx);
    await trx('drivers').delete();
    await trx('routes').delete();
    await insertRows(trx, zoneIds, count);
  });
  await database.raw('ANALYZE drivers, routes');
}

/** Like `insertField`, beside the drivers that are there. */
export async function addField(database: Database, zoneIds: readonly string[], count: number): Promise<void> {
  await database.transaction(async (trx) => {
    await withoutOthers(trx);
    await insertRows(trx, zoneIds, count);
  });
}

/** Accounts and shifts do not matter here. */
async function withoutOthers(trx: Database): Promise<void> {
  await trx.raw(`SET LOCAL session_replication_role = replica`);
}

async function insertRows(trx: Database, zoneIds: readonly string[], count: number): Promise<void> {
  const random = new SeededRandom(count);
  const rows = Array.from({ length: count }, (_, index) => fieldDriver(random, index, zoneIds));
  for (let first = 0; first < count; first += BATCH_SIZE) {
    const some = rows.slice(first, first + BATCH_SIZE);
    await trx('drivers').insert(some.map(({ driver }) => driver));
    await trx('routes').insert(some.map(({ route }) => route));
  }
}

function fieldDriver(random: SeededRandom, index: number, zoneIds: readonly string[]) {
  const [id, shiftId] = [uuidv7(), uuidv7()];
  const tasks = random.below(MAX_TASKS + 1);
  const idle_since = tasks === 0 ? new Date(Date.now() - random.below(60) * MINUTE) : null;
  const driver = {
    ...{ id, account_id: uuidv7(), full_name: `Driver ${index}`, phone: '+97466778899', vehicle_type: 'VAN' },
    ...{ created_at: new Date(), status: 'APPROVED', zone_ids: [...zoneIds], cash_limit: '5000.00' },
    ...{ capacity: 40, items_assigned: tasks, active_tasks: tasks, cod_assigned: `${tasks * 115}.00` },
    ...{ duty: 'ON_DUTY', shift_id: shiftId, idle_since, actor_version: 1 },
  };
  const stops = routeOf(random, tasks);
  const route = { id: uuidv7(), driver_id: id, shift_id: shiftId, version: 1, actor_version: 1 };
  return { driver, route: { ...route, stops: JSON.stringify(stops) } };
}

/** Pickups before their drop-offs, most of them in time. */
function routeOf(random: SeededRandom, tasks: number) {
  const open: string[] = [];
  const stops: object[] = [];
  for (let left = tasks; left > 0 || open.length > 0; ) {
    const picks = left > 0 && (open.length === 0 || random.below(2) === 0);
    const taskId = picks ? uuidv7() : (open.splice(random.below(open.length), 1)[0] ?? '');
    if (picks) {
      left -= 1;
      open.push(taskId);
    }
    const kind = picks ? 'PICKUP' : 'DROPOFF';
    const dueBy = new Date(Date.now() + (stops.length * 14 + random.below(120)) * MINUTE).toISOString();
    const shown = { locked: false, done: false, eta: null, arrivedAt: null };
    stops.push({ stopId: `${taskId}:${kind}`, taskId, kind, ...somewhere(random), dueBy, ...shown });
  }
  return stops;
}

/** Inserts tickets that wait for a driver. Returns the ids of their tasks. */
export async function insertTickets(database: Database, zoneId: string, count: number): Promise<string[]> {
  const random = new SeededRandom(7);
  const now = Date.now();
  const rows = Array.from({ length: count }, () => {
    const [pickup, dropoff] = [somewhere(random), somewhere(random)];
    return {
      ...{ task_id: uuidv7(), zone_id: zoneId, order_id: uuidv7(), group_id: uuidv7(), round: 1, attempt: 1 },
      ...{ status: 'WAITING', cod: '115.00', items: 1 + random.below(3), actor_version: 1 },
      ...{ pickup_lat: pickup.latitude, pickup_lng: pickup.longitude },
      ...{ dropoff_lat: dropoff.latitude, dropoff_lng: dropoff.longitude },
      ...{ due_by: new Date(now + (60 + random.below(300)) * MINUTE), enqueued_at: new Date(now) },
      updated_at: new Date(now),
    };
  });
  for (let first = 0; first < count; first += BATCH_SIZE)
    await database('zone_tickets').insert(rows.slice(first, first + BATCH_SIZE));
  await database.raw('ANALYZE zone_tickets');
  return rows.map(({ task_id }) => task_id);
}

export async function clearField(database: Database): Promise<void> {
  await database.transaction(async (trx) => {
    await withoutOthers(trx);
    for (const table of ['zone_tickets', 'routes', 'drivers']) await trx(table).delete();
  });
}
