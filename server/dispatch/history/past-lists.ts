import type { Role } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { presenceAt } from '../../../db/stores/presence-store.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { privateLinks } from '../../kernel/uploads/serve-uploads.ts';
import type { DriverView } from '../drivers/drivers.ts';
import type { RouteRow } from '../routes/routes.ts';
import { readDetails, readTasks, renderDispatchTask, type TaskRow } from '../tasks/tasks.ts';
import {
  type DriverFacts,
  driverAsMirrored,
  driverFactsAt,
  readPresentDrivers,
  shiftAsMirrored,
} from './past-driver-store.ts';
import type { PastRow } from './past-machines.ts';
import type { RowTypes } from './row-types.ts';

interface Sources {
  database: Database;
  types: RowTypes;
}

/**
 * Tasks in the shape of the live list. What orders never change (goods, addresses, numbers) is read from their tables;
 * store names are today's.
 */
export async function pastTasks(
  { database, secrets, types }: Sources & { secrets: Secrets },
  rows: readonly PastRow[],
  { at, role, locale }: { at: string; role: Role; locale: Locale },
): Promise<components['schemas']['DispatchTask'][]> {
  const ids = rows.map(({ id }) => String(id));
  const driverIds = rows
    .flatMap((row) => [row.driver_id, row.hand_over_driver_id])
    .flatMap((id) => (id == null ? [] : [String(id)]));
  const [present, typed, drivers] = await Promise.all([
    readTasks(database, { ids }, null, ids.length),
    types.of<TaskRow>('delivery_tasks', true),
    driverFactsAt(database, driverIds, at),
  ]);
  const detailsOf = await readDetails(database, present, locale);
  const linkOf = privateLinks(secrets);
  const byId = new Map(present.map((task) => [task.id, task]));
  return rows.flatMap((row) => {
    const now = byId.get(String(row.id));
    if (now === undefined) return [];
    const task: TaskRow = {
      ...now,
      ...typed(row),
      group_ended_at: instantOf(row.group_ended_at),
      return_confirmed_at: instantOf(row.return_confirmed_at),
      driver_name: drivers.get(String(row.driver_id))?.fullName ?? null,
      hand_over_driver_name: drivers.get(String(row.hand_over_driver_id))?.fullName ?? null,
    };
    const { goods, ...told } = detailsOf(task);
    const until = <E extends { at: Date }>(entries: readonly E[]) =>
      entries.filter((entry) => entry.at.toISOString() <= at);
    const history = until(told.history);
    const details = {
      goods,
      history,
      exceptions: until(told.exceptions),
      contacts: until(told.contacts),
      photos: until(told.photos),
    };
    return [renderDispatchTask(task, details, { role, now: new Date(at), locale, linkOf })];
  });
}

function instantOf(value: unknown): Date | null {
  return typeof value === 'string' ? new Date(value) : null;
}

/** Drivers in the shape of the live list. */
export async function pastDrivers(
  { database, types }: Sources,
  rows: readonly PastRow[],
  { shifts, at, realAt }: { shifts: readonly PastRow[]; at: string; realAt: Date },
): Promise<DriverView[]> {
  const ids = rows.map(({ id }) => String(id));
  const [present, facts, states, driverRow, shiftRow] = await Promise.all([
    readPresentDrivers(database, ids),
    driverFactsAt(database, ids, at),
    presenceAt(database, ids, realAt),
    types.of<object>('drivers'),
    types.of<object>('shift_runs'),
  ]);
  const byId = new Map(present.map((driver) => [driver.id, driver]));
  const shiftOf = new Map(shifts.map((shift) => [String(shift.driver_id), shift]));
  return rows.flatMap((row) => {
    const id = String(row.id);
    const now = byId.get(id);
    if (now === undefined) return [];
    const driver = driverAsMirrored(now, driverRow(row));
    const shift = shiftOf.get(id);
    const run = shift === undefined ? null : shiftAsMirrored(shiftRow(shift));
    const presence = states.get(id) ?? 'UNKNOWN';
    return [{ driver: driver.$set({ ...facts.get(id) }), shift: run, plans: null, presence }];
  });
}

/** Routes in the shape of the live list, newest first. */
export function pastRoutes(
  rows: readonly PastRow[],
  drivers: ReadonlyMap<string, Pick<DriverFacts, 'fullName'>>,
): RouteRow[] {
  const routes = rows.map((row) => ({
    ...(row as unknown as RouteRow),
    driver_name: drivers.get(String(row.driver_id))?.fullName ?? '',
  }));
  return routes.sort((left, right) => (left.id < right.id ? 1 : -1));
}
