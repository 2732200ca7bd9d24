import {
  insertionOf,
  shownExcluded,
  shownFitting,
  type WeighedDriver,
} from '../../../actors/assignment/candidate.ts';
import { askedOf, brokenRule } from '../../../actors/assignment/rules.ts';
import type { AssignmentWorld, WaitingTask } from '../../../actors/assignment/world.ts';
import { WaslError } from '../../../actors/errors.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { noSuchTask } from '../tasks/tasks.ts';
import type { AssignmentDesk } from './assignment-desk.ts';
import { readDriver } from './driver-pool.ts';
import { waitingTasks } from './waiting-tasks.ts';

type Schemas = components['schemas'];

export interface ExplainDependencies {
  database: Database;
  presence: DriverPresence;
  desk: AssignmentDesk;
}

interface Question {
  taskId: string;
  orderId: string;
  driverId: string;
}

/**
 * Why this driver was not chosen: the reasons at the last automatic choice, and those that hold now. Throws
 * common.NOT_FOUND.
 */
export async function explainDriver(
  { database, presence, desk }: ExplainDependencies,
  { taskId, orderId, driverId }: Question,
  choices: readonly Schemas['AssignmentChoice'][],
): Promise<Schemas['DriverExplanation']> {
  const [tasks, known, states, positions, world] = await Promise.all([
    waitingTasks(database, [{ taskId, orderId }]),
    readDriver(database, driverId),
    presence.stateOf([driverId]),
    presence.positionOf([driverId]),
    desk.world(),
  ]);
  const task = tasks.get(taskId)?.task;
  if (task === undefined) throw noSuchTask();
  if (known === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such driver.' });
  const at = positions.get(driverId);
  const position = at === undefined ? null : { latitude: at.latitude, longitude: at.longitude };
  const driver = { ...known, presence: states.get(driverId) ?? 'UNKNOWN', position };
  return {
    driverId,
    driverName: driver.name,
    lastChoice: lastChoiceOf(driverId, choices),
    now: weighNow(task, driver, world),
  };
}

function weighNow(
  task: WaitingTask,
  driver: AssignmentWorld['drivers'][number],
  world: AssignmentWorld,
): WeighedDriver {
  const asked = askedOf(task, world);
  const rule = brokenRule(asked, driver);
  if (rule !== null) return shownExcluded({ driver, rule }, asked);
  return shownFitting({ driver, atLeast: 0, insertion: insertionOf(task, driver, world) }, asked, world);
}

function lastChoiceOf(
  driverId: string,
  choices: readonly Schemas['AssignmentChoice'][],
): Schemas['DriverExplanation']['lastChoice'] {
  const last = choices.findLast(({ manual }) => !manual);
  if (last === undefined) return null;
  const { round, at, policy, chosenDriverId, excludedBy } = last;
  const found = last.candidates.find((each) => each.driverId === driverId) ?? null;
  return { round, at, policy, chosenDriverId, candidate: found, excludedBy };
}
