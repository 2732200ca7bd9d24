import { expect } from 'chai';
import { transitionTables } from '../../../actors/diagrams/transition-tables.ts';
import { driverMachine } from '../../../actors/driver/machine.ts';
import { driverRows } from '../../../actors/driver/project.ts';
import type { TransitionTable } from '../../../actors/machines/table.ts';
import { add, ZERO } from '../../../actors/money/money.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import { orderRows } from '../../../actors/order/project.ts';
import type { TaskState } from '../../../actors/order/state.ts';
import { groupStanding } from '../../../actors/order/transitions.ts';
import type { DomainEvent, Machine, RowOp } from '../../../actors/runtime/machine.ts';
import { zoneMachine } from '../../../actors/zone/machine.ts';
import type { World } from './world.ts';

/** What must hold whenever nothing is under way between the actors. */
export function checkInvariants(world: World): void {
  const tasks = Object.values(world.order().groups).flatMap(({ task }) => (task === undefined ? [] : [task]));
  for (const task of tasks) checkTask(world, task);
  checkHoldings(world, tasks);
  checkTickets(world, tasks);
  checkBooks(world);
  checkMirror(world);
  checkRows(world);
  checkHistory(world);
  for (const actor of world.actors()) {
    const machine = { order: orderMachine, driver: driverMachine, zone: zoneMachine }[
      actor.ref.kind
    ] as unknown as Machine<unknown, never, DomainEvent, unknown>;
    const replayed = actor.events.reduce<unknown>((state, event) => machine.evolve(state, event), null);
    expect(JSON.parse(JSON.stringify(replayed)), 'events replayed give the state').to.deep.equal(actor.state);
  }
}

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

/** Who the order says has the task holds it, and nobody else does. */
function checkTask(world: World, task: TaskState): void {
  const reserved = world.drivers().flatMap(({ driverId, reservations }) =>
    Object.entries(reservations)
      .filter(([, reservation]) => reservation.taskId === task.taskId)
      .map(([offerId, { confirmed }]) => ({ driverId, offerId, confirmed })),
  );
  const { handOver } = task;
  const receiving =
    handOver?.reserved === true
      ? [{ driverId: handOver.toDriverId, offerId: handOver.handOverId, confirmed: false }]
      : [];
  const worked = world.drivers().flatMap(({ driverId, work }) => {
    const found = work[task.taskId];
    return found === undefined ? [] : [{ driverId, offerId: found.offerId }];
  });
  const offer = { driverId: task.offer?.driverId, offerId: task.offer?.offerId };
  expect(reserved, `reserved for a task ${task.status}`).to.deep.equal(
    task.status === 'ASSIGNED' ? [{ ...offer, confirmed: true }] : receiving,
  );
  expect(worked, `worked on a task ${task.status}`).to.deep.equal(
    WITH_DRIVER.includes(task.status) ? [offer] : [],
  );
  expect(task.manual, 'a hand assignment without an answer').to.equal(undefined);
  expect(task.reversal, 'a reversal without an answer').to.equal(undefined);
  if (handOver !== undefined) expect(handOver.reserved, 'a hand-over without an answer').to.equal(true);
}

function checkHoldings(world: World, tasks: readonly TaskState[]): void {
  const known = new Set(tasks.map(({ taskId }) => taskId));
  for (const { reservations, work, route } of world.drivers()) {
    for (const { taskId } of Object.values(reservations)) expect(known.has(taskId)).to.equal(true);
    for (const { taskId } of route?.stops ?? [])
      expect(Object.keys(work), 'stops of the work').to.include(taskId);
    for (const task of tasks.filter(({ taskId }) => Object.hasOwn(work, taskId))) {
      const open = (route?.stops ?? []).filter((stop) => stop.taskId === task.taskId && stop.done !== true);
      expect(open.map(({ kind }) => kind).sort(), `open stops of a task ${task.status}`).to.deep.equal(
        openStops(task),
      );
    }
  }
}

function openStops({ status }: TaskState): string[] {
  if (status === 'FAILED') return [];
  if (status === 'RETURNING') return ['RETURN'];
  return CARRIED.includes(status) ? ['DROPOFF'] : ['DROPOFF', 'PICKUP'];
}

/** A task that waits has one ticket of its round, which waits too; no other task has any. */
function checkTickets(world: World, tasks: readonly TaskState[]): void {
  const tickets = world.rows.all('zone_tickets').map(({ task_id, zone_id, round, status }) => ({
    task_id,
    zone_id,
    round,
    status,
  }));
  const waiting = tasks
    .filter(({ status, homeZoneId }) => status === 'UNASSIGNED' && homeZoneId !== undefined)
    .map(({ taskId, homeZoneId, round }) => ({
      task_id: taskId,
      zone_id: homeZoneId,
      round,
      status: 'WAITING',
    }));
  expect(tickets, 'tickets').to.have.deep.members(waiting);
}

function checkBooks(world: World): void {
  const balances = new Map<string, string>();
  for (const { lines, cause } of world.journals) {
    expect(add(...lines.map(({ amount }) => amount)), cause).to.equal(ZERO);
    for (const { account, amount } of lines)
      balances.set(account, add(balances.get(account) ?? ZERO, amount));
  }
  for (const { driverId, cashOnHand } of world.drivers()) {
    expect(balances.get(`driver:${driverId}`) ?? ZERO, 'the driver’s account').to.equal(cashOnHand);
  }
  const open = Object.values(world.order().groups).filter(({ task }) => task?.status === 'CASH_RECORDED');
  const uncleared = add(...open.map(({ cashDue }) => cashDue));
  expect(add(balances.get('clearing') ?? ZERO, uncleared), 'clearing').to.equal(ZERO);
}

/** Nobody sets a group's status once its task is under way: it follows. */
function checkMirror(world: World): void {
  for (const { status, task } of Object.values(world.order().groups)) {
    if (task !== undefined)
      expect(status, `group of a task ${task.status}`).to.equal(groupStanding[task.status]);
  }
}

/** The projections written step by step are those that the states give. */
function checkRows(world: World): void {
  const wanted: RowOp[] = [
    ...orderRows(world.order(), 0),
    ...world.drivers().flatMap((state) => driverRows(state, 0)),
  ];
  for (const { table, row } of wanted) {
    const { actor_version: _wanted, ...expected } = JSON.parse(JSON.stringify(row));
    const { actor_version: _stored, ...stored } = world.rows.find(table, String(row.id)) ?? {};
    expect(stored, table).to.deep.equal(expected);
  }
}

/** Every status change written down is one that a table draws. */
function checkHistory(world: World): void {
  const tables: { [name: string]: TransitionTable } = transitionTables();
  for (const { subject_type, from_state, to_state, command } of world.rows.all('transitions')) {
    if (from_state === null) continue;
    const table = tables[String(subject_type).toLowerCase()] ?? {};
    const cell = table[String(from_state)]?.[String(command)];
    expect([cell?.to, cell?.or], `${subject_type} ${from_state} –${command}→ ${to_state}`).to.include(
      to_state,
    );
  }
}
