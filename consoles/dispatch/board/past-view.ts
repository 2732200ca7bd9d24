import type { components } from '../../../server/kernel/http/api-types.ts';
import type { BoardState } from './board-state.ts';
import type { BoardView } from './board-store.ts';
import type { BoardDriver, BoardTask, DriverSpot } from './board-types.ts';
import { isEnded } from './task-look.ts';

type Schemas = components['schemas'];
type PastBoard = Schemas['PastBoard'];

const STALE_AFTER_SECONDS = 60;
const OFFLINE_AFTER_SECONDS = 300;

/** What never changes about a task, and what no event records about a driver: taken from the present. */
export interface PresentFacts {
  tasks: ReadonlyMap<string, BoardTask>;
  drivers: ReadonlyMap<string, BoardDriver>;
}

/** The board of a past moment in the present one's shape, so that list and map need not distinguish them. */
export function pastView(past: PastBoard, facts: PresentFacts, alerts: BoardState['alerts']): BoardView {
  const at = Date.parse(past.at);
  const ages = new Map(past.positions.map(({ driverId, ageSeconds }) => [driverId, ageSeconds]));
  const queued = new Map(past.queue.map(({ taskId, enqueuedAt }) => [taskId, enqueuedAt]));
  const spots = new Map<string, DriverSpot>(
    past.positions.map(({ driverId, longitude, latitude, heading, ageSeconds }) => [
      driverId,
      { longitude, latitude, heading, measuredAt: at - ageSeconds * 1_000 },
    ]),
  );
  const tasks = past.tasks.map((task) =>
    pastTask(task, facts.tasks.get(task.taskId), queued.get(task.taskId)),
  );
  const drivers = past.drivers
    .filter(({ status }) => status === 'APPROVED' || status === 'SUSPENDED')
    .map((driver) => pastDriver(driver, facts.drivers.get(driver.driverId), ages.get(driver.driverId)));
  return {
    state: {
      clock: { at, rate: 0, heardAt: 0 },
      complete: past.complete,
      tasks: new Map(tasks.map((task) => [task.taskId, task])),
      drivers: new Map(drivers.map((driver) => [driver.driverId, driver])),
      routes: new Map(past.routes.map((route) => [route.driverId, route])),
      alerts,
    },
    spots,
    now: at,
    realNow: at,
    ready: true,
  };
}

/** Tasks of a past board whose number, buyer and store are not known yet. */
export function unknownTasks({ tasks }: PastBoard, known: ReadonlyMap<string, BoardTask>): string[] {
  return tasks.flatMap(({ taskId }) => (known.has(taskId) ? [] : [taskId]));
}

function pastTask(
  task: PastBoard['tasks'][number],
  present: BoardTask | undefined,
  enqueuedAt: string | undefined,
): BoardTask {
  const { pickup, dropoff, ...rest } = task;
  const waits = task.status === 'UNASSIGNED';
  return {
    ...rest,
    orderNumber: present?.orderNumber ?? task.taskId.slice(-6),
    pickup: present?.pickup ?? { name: '', shop: { en: '', ar: '' }, location: pickup },
    dropoff: present?.dropoff ?? {
      contactName: '',
      zoneNumber: 0,
      streetNumber: 0,
      buildingNumber: 0,
      location: dropoff,
    },
    failedAt: present?.failedAt ?? null,
    waitingSince: waits ? (enqueuedAt ?? task.createdAt) : null,
    endedAt: isEnded(task.status) ? (present?.endedAt ?? task.dueBy) : null,
  };
}

/** For times before presence was recorded, the age of the last position is the best evidence there is. */
function pastDriver(
  driver: PastBoard['drivers'][number],
  present: BoardDriver | undefined,
  age: number | undefined,
): BoardDriver {
  const { cashOnHand, codAssigned, cashLimit, ...rest } = driver;
  const presence = driver.presence === 'UNKNOWN' ? presenceByAge(age) : driver.presence;
  return {
    ...rest,
    phone: present?.phone ?? '',
    vehicle: present?.vehicle ?? { type: 'CAR', plate: null },
    cash: {
      onHand: cashOnHand,
      assigned: codAssigned,
      projected: cashOnHand,
      limit: cashLimit,
      nearLimit: false,
      overLimit: false,
      carryOver: false,
    },
    presence,
    position: null,
  };
}

function presenceByAge(age: number | undefined): BoardDriver['presence'] {
  if (age === undefined || age > OFFLINE_AFTER_SECONDS) return 'OFFLINE';
  return age > STALE_AFTER_SECONDS ? 'STALE' : 'ONLINE';
}
