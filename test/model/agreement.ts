import type { TaskState } from '../../actors/order/state.ts';
import type { Watch } from './watch.ts';
import { Broken, type World } from './world.ts';

const CARRIED = [
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'FAILED',
  'RETURNING',
];
const WITH_DRIVER = ['ACCEPTED', ...CARRIED];

/**
 * What must hold when nothing is under way.
 * @param told Whether a choice was made for every ticket that waits. One that another zone wrote over waits for somebody
 * who fits to come on duty, and no alert says so.
 */
export function checkAgreement(world: World, watch: Watch, told: boolean): void {
  const tasks = world.tasks();
  const known = new Map(tasks.map(({ task }) => [task.taskId, task]));
  watch.books.check(world);
  for (const { task } of tasks) {
    if (task.reversal !== undefined) throw new Broken('a reversal is answered', task.taskId);
    if (task.handOver !== undefined && task.handOver.reserved !== true)
      throw new Broken('a hand-over is answered', task.taskId);
    if (task.manual !== undefined) throw new Broken('an assignment by hand is answered', task.taskId);
    checkHolders(world, task);
    checkTicket(world, task, told);
  }
  for (const { driverId, reservations, work, route, shift } of world.drivers()) {
    for (const { taskId } of Object.values(reservations))
      if (!known.has(taskId)) throw new Broken('a reservation is of a task', `${driverId}: ${taskId}`);
    const open = (route?.stops ?? []).filter(({ done }) => done !== true);
    const stops = open.map(({ taskId, kind }) => `${taskId} ${kind}`);
    const wanted =
      shift === undefined
        ? []
        : Object.keys(work).flatMap((taskId) =>
            openStops(known.get(taskId)).map((kind) => `${taskId} ${kind}`),
          );
    if ([...stops].sort().join() !== wanted.sort().join())
      throw new Broken(
        'a route has the stops of the work',
        `${driverId}: ${stops.join()} of ${wanted.join()}`,
      );
  }
  for (const ticket of world.tickets.all())
    if (!known.has(ticket.taskId)) throw new Broken('a ticket is of a task', ticket.taskId);
}

function openStops(task: TaskState | undefined): string[] {
  if (task === undefined || task.status === 'FAILED') return [];
  if (task.status === 'RETURNING') return ['RETURN'];
  return CARRIED.includes(task.status) ? ['DROPOFF'] : ['PICKUP', 'DROPOFF'];
}

/** Whom the order names holds the task, and nobody else does. */
function checkHolders(world: World, { taskId, status, offer, handOver }: TaskState): void {
  const held: string[] = [];
  for (const { driverId, reservations, work } of world.drivers()) {
    for (const [offerId, reservation] of Object.entries(reservations)) {
      if (reservation.taskId !== taskId) continue;
      if (handOver?.handOverId === offerId && handOver.toDriverId === driverId) continue;
      held.push(`${driverId} ${reservation.confirmed ? 'confirmed' : 'reserved'} ${offerId}`);
    }
    const worked = work[taskId];
    if (worked !== undefined) held.push(`${driverId} works ${worked.offerId}`);
  }
  const wanted =
    status === 'ASSIGNED'
      ? `${offer?.driverId} confirmed ${offer?.offerId}`
      : WITH_DRIVER.includes(status)
        ? `${offer?.driverId} works ${offer?.offerId}`
        : '';
  if (held.join() !== wanted)
    throw new Broken('driver and order agree', `${taskId} ${status}: held by [${held}], not [${wanted}]`);
}

/** A task that waits has one ticket of its round, in its home zone, and it was looked at; no other task has any. */
function checkTicket(world: World, { taskId, status, round, homeZoneId }: TaskState, told: boolean): void {
  const ticket = world.tickets.find(taskId);
  if (status !== 'UNASSIGNED') {
    if (ticket !== null) throw new Broken('no ticket without a waiting task', `${taskId} ${status}`);
    return;
  }
  if (homeZoneId === undefined) {
    if (ticket !== null) throw new Broken('no ticket without a zone', taskId);
    if (!world.alerts.has(`task-without-zone:${taskId}`))
      throw new Broken('a task without a zone is told', taskId);
    return;
  }
  const found = ticket === null ? 'none' : `${ticket.zoneId} ${ticket.round} ${ticket.status}`;
  if (found !== `${homeZoneId} ${round} WAITING`)
    throw new Broken('a waiting task has one ticket', `${taskId}, ${homeZoneId} ${round}: ${found}`);
  if (told && !world.alerts.has(`no-candidate:${taskId}:${round}`))
    throw new Broken('a ticket that nobody takes is told', `${taskId}, round ${round}`);
}

/** The events alone lead to every state, in versions without a gap. Only of a thorough run. */
export function checkHistory(world: World): void {
  for (const { ref, origin, history, version, state } of world.actors.values()) {
    const machine = world.options.machines[ref.kind];
    let replayed = origin;
    let last = 1;
    for (const commit of history) {
      if (commit.version !== last + 1)
        throw new Broken('versions have no gap', `${ref.key} ${commit.version}`);
      last = commit.version;
      for (const event of commit.events) replayed = machine.evolve(replayed, event);
    }
    if (last !== version || JSON.stringify(replayed) !== JSON.stringify(state))
      throw new Broken('events replayed give the state', ref.key);
  }
}
