import { isDeepStrictEqual } from 'node:util';
import { transitionTables } from '../../../actors/diagrams/transition-tables.ts';
import { driverRows } from '../../../actors/driver/project.ts';
import type { TransitionTable } from '../../../actors/machines/table.ts';
import { orderRows } from '../../../actors/order/project.ts';
import type { TaskState } from '../../../actors/order/state.ts';
import { Broken } from './broken.ts';
import type { CommitRules } from './commit-rules.ts';
import type { PureWorld } from './pure-world.ts';

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
 * What must hold when no message is in flight.
 * @param allChosen Whether a choice was made for every waiting ticket. One that another zone overwrote waits for a
 * suitable driver to come on duty, and raises no alert.
 */
export function checkAgreement(world: PureWorld, rules: CommitRules, allChosen: boolean): void {
  const tasks = world.tasks();
  const known = new Map(tasks.map(({ task }) => [task.taskId, task]));
  rules.books.check(world);
  for (const { task } of tasks) {
    if (task.reversal !== undefined) throw new Broken('a reversal is answered', task.taskId);
    if (task.handOver !== undefined && task.handOver.reserved !== true)
      throw new Broken('a hand-over is answered', task.taskId);
    if (task.manual !== undefined) throw new Broken('an assignment by hand is answered', task.taskId);
    checkHolders(world, task);
    checkTicket(world, task, allChosen);
  }
  for (const { driverId, reservations, work, route } of world.drivers()) {
    for (const { taskId } of Object.values(reservations))
      if (!known.has(taskId)) throw new Broken('a reservation belongs to a task', `${driverId}: ${taskId}`);
    const open = (route?.stops ?? []).filter(({ done }) => done !== true);
    const stops = open.map(({ taskId, kind }) => `${taskId} ${kind}`);
    const wanted = Object.keys(work).flatMap((taskId) =>
      openStops(known.get(taskId)).map((kind) => `${taskId} ${kind}`),
    );
    if ([...stops].sort().join() !== wanted.sort().join())
      throw new Broken(
        'a route has the stops of the work',
        `${driverId}: ${stops.join()} of ${wanted.join()}`,
      );
  }
  for (const ticket of world.rows.tickets())
    if (!known.has(ticket.taskId)) throw new Broken('a ticket belongs to a task', ticket.taskId);
  if (!world.thorough) return;
  checkHistory(world);
  checkRows(world);
  checkTransitions(world);
}

function openStops(task: TaskState | undefined): string[] {
  if (task === undefined || task.status === 'FAILED') return [];
  if (task.status === 'RETURNING') return ['RETURN'];
  return CARRIED.includes(task.status) ? ['DROPOFF'] : ['PICKUP', 'DROPOFF'];
}

/**
 * The driver named by the order holds the task, the receiving driver of a hand-over has room reserved, and no one else
 * has either.
 */
function checkHolders(world: PureWorld, { taskId, status, offer, handOver }: TaskState): void {
  const held: string[] = [];
  for (const { driverId, reservations, work } of world.drivers()) {
    for (const [offerId, reservation] of Object.entries(reservations)) {
      if (reservation.taskId !== taskId) continue;
      held.push(`${driverId} ${reservation.confirmed ? 'confirmed' : 'reserved'} ${offerId}`);
    }
    const worked = work[taskId];
    if (worked !== undefined) held.push(`${driverId} works ${worked.offerId}`);
  }
  const wanted: string[] = [];
  if (status === 'ASSIGNED') wanted.push(`${offer?.driverId} confirmed ${offer?.offerId}`);
  if (WITH_DRIVER.includes(status)) wanted.push(`${offer?.driverId} works ${offer?.offerId}`);
  if (handOver !== undefined) wanted.push(`${handOver.toDriverId} reserved ${handOver.handOverId}`);
  if (held.sort().join() !== wanted.sort().join())
    throw new Broken('driver and order agree', `${taskId} ${status}: held by [${held}], not [${wanted}]`);
}

/**
 * A waiting task has one ticket of its round, in its home zone, and a choice was made for it; no other task has a
 * ticket.
 */
function checkTicket(
  world: PureWorld,
  { taskId, status, round, homeZoneId }: TaskState,
  allChosen: boolean,
): void {
  const ticket = world.rows.ticket(taskId);
  if (status !== 'UNASSIGNED') {
    if (ticket !== null) throw new Broken('no ticket without a waiting task', `${taskId} ${status}`);
    return;
  }
  if (homeZoneId === undefined) {
    if (ticket !== null) throw new Broken('no ticket without a zone', taskId);
    if (!world.alerts.has(`task-without-zone:${taskId}`))
      throw new Broken('a task without a zone raises an alert', taskId);
    return;
  }
  const found = ticket === null ? 'none' : `${ticket.zoneId} ${ticket.round} ${ticket.status}`;
  if (found !== `${homeZoneId} ${round} WAITING`)
    throw new Broken('a waiting task has one ticket', `${taskId}, ${homeZoneId} ${round}: ${found}`);
  if (allChosen && !world.alerts.has(`no-candidate:${taskId}:${round}`))
    throw new Broken('a ticket without a driver raises an alert', `${taskId}, round ${round}`);
}

/** Replaying the events alone gives every state, and versions have no gap. */
function checkHistory(world: PureWorld): void {
  for (const { ref, origin, history, version, state } of world.actors.values()) {
    const machine = world.machines[ref.kind];
    let replayed = origin;
    let last = origin === null ? 0 : 1;
    for (const commit of history) {
      if (commit.version !== last + 1)
        throw new Broken('versions have no gap', `${ref.key} ${commit.version}`);
      last = commit.version;
      for (const event of commit.events) replayed = machine.evolve(replayed, event);
    }
    if (last !== version || !isDeepStrictEqual(json(replayed), state))
      throw new Broken('events replayed give the state', ref.key);
  }
}

/** The projections written commit by commit equal those computed from the states. */
function checkRows(world: PureWorld): void {
  const wanted = [
    ...world.orders().flatMap((state) => orderRows(state, 0)),
    ...world.drivers().flatMap((state) => driverRows(state, 0)),
  ];
  for (const { table, row } of wanted) {
    if (table === 'zone_tickets') continue;
    const { actor_version: _wanted, ...expected } = json(row);
    const { actor_version: _stored, ...stored } = world.rows.find(table, String(row.id)) ?? {};
    if (!isDeepStrictEqual(stored, expected))
      throw new Broken(
        'rows equal the states',
        `${table}: ${JSON.stringify(stored)}, not ${JSON.stringify(expected)}`,
      );
  }
}

/** Every recorded change of a status is in a transition table. */
function checkTransitions(world: PureWorld): void {
  const tables: { [name: string]: TransitionTable } = transitionTables();
  for (const { subject_type, from_state, to_state, command } of world.rows.all('transitions')) {
    if (from_state === null) continue;
    const cell = tables[String(subject_type).toLowerCase()]?.[String(from_state)]?.[String(command)];
    if (cell === undefined || ![cell.to, cell.or].includes(String(to_state)))
      throw new Broken(
        'a transition table has every change of a status',
        `${subject_type} ${from_state} –${command}→ ${to_state}`,
      );
  }
}

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
