import { MAX_WEIGHED_DRIVERS } from '../../../actors/assignment/insertion-cost.ts';
import {
  byPromise,
  type Prospect,
  prospectOf,
  ranked,
  shownRanked,
  type WantedTask,
  wantedTask,
  weigh,
} from '../../../actors/assignment/ranking.ts';
import { type AssignmentWorld, originOf } from '../../../actors/assignment/world.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { EventLoopYield } from '../../kernel/async/event-loop-yield.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { dispatcherActions, readTasks, type TaskRow } from '../tasks/tasks.ts';
import type { AssignmentDesk } from './assignment-desk.ts';
import { type LookedAtTask, waitingTasks } from './waiting-tasks.ts';

type Schemas = components['schemas'];

export interface RankDependencies {
  database: Database;
  clock: Clock;
  desk: AssignmentDesk;
}

export interface RankQuestion {
  taskIds: readonly string[];
  /** Always evaluated, regardless of the limits. */
  driverId: string | undefined;
  role: Role;
}

/** Most drivers in one answer. */
const MAX_SHOWN_DRIVERS = 500;
/** Drivers fully evaluated for one task; for several tasks it bounds the total number of insertions, roughly. */
const MAX_INSERTIONS = 2 * MAX_WEIGHED_DRIVERS;
const ALWAYS_WEIGHED = 12;

/**
 * Candidates for these tasks in the policy's order of preference, with its current rules and costs. Tasks that cannot
 * be given to another driver are returned with the actions allowed instead.
 */
export async function rankDrivers(
  { database, clock, desk }: RankDependencies,
  { taskIds, driverId, role }: RankQuestion,
): Promise<Schemas['DriverRanking']> {
  const [rows, world] = await Promise.all([
    readTasks(database, { ids: taskIds }, null, taskIds.length),
    desk.world({ onBreak: true }),
  ]);
  const tasks = rows.map((row) => ({ row, allowedActions: dispatcherActions(row, role, clock.now()) }));
  const assignable = tasks.filter(({ allowedActions }) => allowedActions.includes('assign'));
  // Only a single task can be handed over, and both drivers have to meet.
  const handedOver = tasks.length === 1 && tasks[0]?.allowedActions.includes('hand-over') === true;
  const given = (assignable.length > 0 ? assignable : handedOver ? tasks : []).map(({ row }) => row);
  const wanted = await wantedTasks(database, given, world);
  const { why, prospects, detailed } = await rankAll(wanted, world, driverId);
  const ids = new Set(given.map(({ id }) => id));
  const byId = new Map(tasks.map((task) => [task.row.id, task]));
  return {
    at: world.now,
    complete: prospects.length <= MAX_SHOWN_DRIVERS,
    why,
    tasks: taskIds.flatMap((id) => {
      const task = byId.get(id);
      return task === undefined ? [] : [renderTask(task.row, task.allowedActions, ids.has(id))];
    }),
    drivers: prospects.slice(0, MAX_SHOWN_DRIVERS).map((prospect) => {
      const { unfit, ...brief } = shownRanked(prospect, world);
      // All reasons for all drivers would amount to tasks times drivers.
      return detailed.has(prospect) ? { ...brief, unfit } : brief;
    }),
  };
}

/** Most urgent first, as the policy takes them. */
async function wantedTasks(
  database: Database,
  rows: readonly TaskRow[],
  world: AssignmentWorld,
): Promise<WantedTask[]> {
  const asked = rows.map((row) => ({ taskId: row.id, orderId: row.order_id }));
  const known = await waitingTasks(database, asked);
  return [...rows]
    .sort((left, right) => left.due_by.getTime() - right.due_by.getTime() || (left.id < right.id ? -1 : 1))
    .flatMap((row) => {
      const found = known.get(row.id);
      return found === undefined ? [] : [wantedOf(row, found, world)];
    });
}

function wantedOf(row: TaskRow, { task, returns }: LookedAtTask, world: AssignmentWorld): WantedTask {
  const wanted = wantedTask(task, holderOf(row), world);
  if (row.status === 'UNASSIGNED' || row.status === 'ASSIGNED' || row.status === 'ACCEPTED') return wanted;
  // With goods on board the task is taken over at its driver's position, even by a driver who declined it. The zone
  // rules still check store and door.
  const holder = world.drivers.find(({ id }) => id === row.driver_id);
  const meeting = holder === undefined ? null : originOf(holder);
  const way = {
    ...task,
    ...(meeting === null ? {} : { pickupLat: meeting.latitude, pickupLng: meeting.longitude }),
    ...(returns ? { dropoffLat: task.pickupLat, dropoffLng: task.pickupLng } : {}),
    ...{ excluded: [], refused: [] },
  };
  const { placed } = wantedTask(way, holderOf(row), world);
  return { ...wanted, placed, asked: { ...wanted.asked, task: way } };
}

/** The driver who has the task or is being asked to take it by hand. */
function holderOf({ driver_id: driverId, manual_driver_id: asked }: TaskRow): string | null {
  return driverId ?? asked;
}

async function rankAll(wanted: readonly WantedTask[], world: AssignmentWorld, driverId: string | undefined) {
  const breather = new EventLoopYield();
  const prospects: Prospect[] = [];
  if (wanted.length > 0) {
    for (const driver of world.drivers) {
      const prospect = prospectOf(driver, wanted, world);
      // Omit the driver who already has all of them.
      if (prospect.held < wanted.length) prospects.push(prospect);
      await breather.maybeYield();
    }
  }
  prospects.sort(byPromise);
  const most =
    wanted.length === 1
      ? MAX_WEIGHED_DRIVERS
      : Math.max(ALWAYS_WEIGHED, Math.floor(MAX_INSERTIONS / Math.max(1, wanted.length)));
  const detailed = new Set(wanted.length === 1 ? prospects : prospects.slice(0, most));
  for (const [index, prospect] of prospects.entries()) {
    const asked = prospect.driver.id === driverId;
    if (asked) detailed.add(prospect);
    if (asked || index < most) weigh(prospect, world);
    await breather.maybeYield();
  }
  return { ...ranked(prospects, world.fairnessToleranceSeconds), detailed };
}

function renderTask(
  row: TaskRow,
  allowedActions: string[],
  given: boolean,
): Schemas['DriverRanking']['tasks'][number] {
  return {
    taskId: row.id,
    orderNumber: row.order_number,
    status: row.status,
    driverId: row.driver_id,
    driverName: row.driver_name,
    round: row.round,
    allowedActions,
    given,
  };
}
