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
import { findTask } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import { PresentReads } from '../../../db/stores/present-reads-store.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { noSuchTask } from '../tasks/tasks.ts';
import type { AssignmentDesk } from './assignment-desk.ts';
import { orderState } from './assignment-store.ts';
import { readDriver } from './driver-pool.ts';
import { findTicket } from './ticket-store.ts';

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
 * Why not this driver: what stood in the last automatic choice, and what stands now. Throws common.NOT_FOUND for a
 * driver there is not.
 */
export async function explainDriver(
  { database, presence, desk }: ExplainDependencies,
  { taskId, orderId, driverId }: Question,
  choices: readonly Schemas['AssignmentChoice'][],
): Promise<Schemas['DriverExplanation']> {
  const [task, known, states, positions, world] = await Promise.all([
    waitingTask(database, orderId, taskId),
    readDriver(database, driverId),
    presence.stateOf([driverId]),
    presence.positionOf([driverId]),
    desk.world(),
  ]);
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

/** The order's state says what is waited for and who is excluded, whether the task waits now or not. */
async function waitingTask(database: Database, orderId: string, taskId: string): Promise<WaitingTask> {
  const [state, ticket] = await Promise.all([
    orderState(database, orderId),
    findTicket(new PresentReads(database), taskId),
  ]);
  const located = state === null ? undefined : findTask(state, taskId);
  if (state === null || located === undefined) throw noSuchTask();
  const { group, task } = located;
  return {
    taskId,
    pickupLat: group.pickup.latitude,
    pickupLng: group.pickup.longitude,
    dropoffLat: state.dropoff.latitude,
    dropoffLng: state.dropoff.longitude,
    cod: group.cashDue,
    items: group.items,
    dueBy: task.dueBy,
    excluded: task.excluded.map(({ driverId, until }) => ({ driverId, until: until ?? null })),
    refused: ticket?.round === task.round ? ticket.refused : [],
  };
}
