import { expect } from 'chai';
import fc from 'fast-check';
import type { DriverEventType } from '../../../actors/driver/behaviours.ts';
import type { OrderEventType } from '../../../actors/order/behaviours.ts';
import type { TaskState, TaskStatus } from '../../../actors/order/state.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import {
  buyer,
  dispatcher,
  driverCalled,
  groupId,
  idOf,
  placedGroup,
  secondDispatcher,
  sellerOf,
  system,
} from '../../worlds/pure/fixtures.ts';
import { OneOrder } from './one-order.ts';
import { driverNamed, order } from './story.ts';

const DRIVERS = ['sami', 'noor', 'amal'] as const;
const GROUPS = [0, 1] as const;
const STEPS = [
  'accept',
  'decline',
  'pick-up',
  'in-transit',
  'request-code',
  'verify-code',
  'record-cash',
  'complete',
] as const;

const DECISIONS = ['retry', 'start-return', 'write-off', 'override-code', 'cancel-hand-over'] as const;

const driver = fc.constantFrom(...DRIVERS);
const group = fc.constantFrom(...GROUPS);
const action = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('deliver' as const), index: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('repeat' as const), index: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('drive' as const), group, step: fc.constantFrom(...STEPS) }),
  },
  { weight: 20, arbitrary: fc.record({ do: fc.constant('drive on' as const), group }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('by hand' as const), group, driver }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unassign' as const), group }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('requeue' as const), group }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), group }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(200) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rezone' as const),
      zone: fc.constantFrom('zone', 'zone-2', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('shift' as const),
      driver,
      command: fc.constantFrom('start-break', 'end-break', 'end-shift', 'start-shift'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand in' as const), driver }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      group,
      failure: fc.constantFrom('NOBODY_HOME', 'REFUSED'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      group,
      command: fc.constantFrom(...DECISIONS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reverse' as const), group }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open hand-over' as const), group, driver }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('hand over' as const),
      group,
      side: fc.constantFrom('both', 'one', 'other'),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function cityWith(limits: readonly string[]): OneOrder {
  const world = new OneOrder();
  world.addZone();
  world.addZone('zone-2');
  DRIVERS.forEach((name, index) => {
    world.addDriver(name, { cashLimit: limits[index] ?? '1000.00', capacity: 4 });
  });
  world.placeOrder(GROUPS.map((number) => placedGroup(number)));
  for (const number of GROUPS) {
    for (const type of ['accept', 'pack', 'ready']) {
      world.give(sellerOf(number), order, type, { groupId: groupId(number) });
    }
  }
  return world;
}

function act(world: OneOrder, chosen: Action, count: number): void {
  const task = 'group' in chosen ? world.orderState().groups[groupId(chosen.group)]?.task : undefined;
  switch (chosen.do) {
    case 'deliver':
    case 'repeat':
      if (world.inFlight.length > 0)
        world.deliverNext(chosen.index % world.inFlight.length, chosen.do === 'repeat');
      break;
    case 'settle':
      world.settle();
      break;
    case 'drive':
      drive(world, task, chosen.step);
      break;
    case 'drive on':
      drive(world, task, nextStep(task));
      break;
    case 'by hand': {
      const payload = {
        taskId: task?.taskId,
        driverId: idOf(chosen.driver),
        offerId: idOf(`by-hand-${count}`),
      };
      world.give(dispatcher, order, 'assign-by-hand', payload);
      break;
    }
    case 'requeue':
      world.give(system, order, 'requeue', { taskId: task?.taskId, round: task?.round });
      break;
    case 'unassign':
      world.give(dispatcher, order, 'unassign', { taskId: task?.taskId });
      break;
    case 'cancel':
      world.give(count % 2 === 0 ? buyer : dispatcher, order, 'cancel-group', {
        groupId: groupId(chosen.group),
      });
      break;
    case 'wait':
      world.passUntil(plusSeconds(world.nowText, chosen.seconds));
      break;
    case 'fail':
      drive(world, task, 'fail', { failure: chosen.failure });
      break;
    case 'decide':
      world.give(dispatcher, order, chosen.command, { taskId: task?.taskId });
      break;
    case 'reverse':
      world.give(dispatcher, order, 'reverse', {
        taskId: task?.taskId,
        reversalId: idOf(`reversal-${count}`),
      });
      break;
    case 'open hand-over': {
      const handOverId = idOf(`hand-over-${count}`);
      const payload = { taskId: task?.taskId, toDriverId: idOf(chosen.driver), handOverId };
      world.give(dispatcher, order, 'open-hand-over', payload);
      break;
    }
    case 'hand over':
      handOver(world, task, chosen.side);
      break;
    case 'rezone':
      world.setting.homeZone = chosen.zone === null ? null : idOf(chosen.zone);
      break;
    case 'shift':
      world.give(driverCalled(chosen.driver), driverNamed(chosen.driver), chosen.command, {});
      break;
    case 'hand in':
      handIn(world, chosen.driver);
  }
}

/** The task's own driver takes one step, allowed or not. */
function drive(
  world: OneOrder,
  task: TaskState | undefined,
  step: string | undefined,
  more: object = {},
): void {
  if (task?.offer === undefined || step === undefined) return;
  const by = { accountId: idOf('account'), role: 'DRIVER' as const, driverId: task.offer.driverId };
  world.give(by, order, step, { taskId: task.taskId, amount: '125.00', ...more });
}

/** One or both of the drivers confirm that the goods change hands. */
function handOver(world: OneOrder, task: TaskState | undefined, side: string): void {
  if (task?.offer === undefined) return;
  const { driverId: giver } = task.offer;
  const receiver = task.handOver?.toDriverId ?? giver;
  const both = side === 'other' ? [receiver] : side === 'one' ? [giver] : [receiver, giver];
  for (const driverId of both) {
    const by = { accountId: idOf('account'), role: 'DRIVER' as const, driverId };
    world.give(by, order, 'hand-over', { taskId: task.taskId });
  }
}

function nextStep(task: TaskState | undefined): string | undefined {
  if (task?.status === 'IN_TRANSIT' && task.code === undefined) return 'request-code';
  const steps: { readonly [status in TaskStatus]?: string } = {
    ASSIGNED: 'accept',
    ACCEPTED: 'pick-up',
    PICKED_UP: 'in-transit',
    IN_TRANSIT: 'verify-code',
    CODE_VERIFIED: 'record-cash',
    CASH_RECORDED: 'complete',
    RETURNING: 'complete-return',
  };
  return task === undefined ? undefined : steps[task.status];
}

function handIn(world: OneOrder, name: string): void {
  const decision = world.give(dispatcher, driverNamed(name), 'hand-in', { counted: '0.00' });
  if (decision.outcome !== 'accepted') return;
  const settlementId = world.driverState(name).settlement?.settlementId;
  world.give(secondDispatcher, driverNamed(name), 'approve-settlement', { settlementId });
}

/** `WASL_CHAIN_RUNS=5000 npx mocha …` for more runs. */
const RUNS = Number(process.env.WASL_CHAIN_RUNS ?? 250);

/** Events that must occur at least once in many runs; otherwise these prove nothing about them. */
const RARE: readonly (OrderEventType | DriverEventType)[] = [
  'TASK_FAILED',
  'TASK_RETRIED',
  'RETURN_STARTED',
  'RETURN_COMPLETED',
  'TASK_WRITTEN_OFF',
  'CODE_OVERRIDDEN',
  'TASK_REVERSED',
  'REVERSAL_REFUSED',
  'HAND_OVER_RESERVED',
  'HAND_OVER_ENDED',
  'HAND_OVER_DENIED',
  'TASK_HANDED_OVER',
  'WORK_TAKEN_OVER',
  'CASH_UNCOLLECTED',
];

describe('the three actors, with messages in any order', () => {
  it('agree whenever nothing is in flight, in any sequence and with any repetitions', function () {
    this.timeout(240_000);
    const counts = new Map<string, number>();
    const limits = fc.array(fc.constantFrom('1000.00', '130.00', '10.00'), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(limits, fc.array(action, { maxLength: 80, size: 'max' }), (cash, actions) => {
        const world = cityWith(cash);
        actions.forEach((chosen, count) => {
          act(world, chosen, count);
        });
        world.settle();
        for (const { history } of world.actors.values())
          for (const { type } of history.flatMap(({ events }) => events))
            counts.set(type, (counts.get(type) ?? 0) + 1);
      }),
      { seed: 20_260_301, numRuns: RUNS },
    );
    const seldom = RARE.filter((type) => !counts.has(type));
    if (RUNS >= 800) expect(seldom, JSON.stringify([...counts])).to.deep.equal([]);
  });

  it('can be brought to the end from any state', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80, size: 'max' }), (actions) => {
        const world = cityWith([]);
        actions.forEach((chosen, count) => {
          act(world, chosen, count);
        });
        world.settle();
        for (const number of GROUPS) finish(world, number);
        expect(['DELIVERED', 'PARTIALLY_DELIVERED', 'CANCELLED']).to.include(world.orderState().status);
      }),
      { seed: 20_260_301, numRuns: 40 },
    );
  });

  /** Whatever has happened, a dispatcher and a driver bring the task to its end. */
  function finish(world: OneOrder, number: number): void {
    const taskNow = () => world.orderState().groups[groupId(number)]?.task;
    const task = taskNow();
    if (task === undefined || task.status === 'CANCELLED') return;
    if (['UNASSIGNED', 'ASSIGNED', 'ACCEPTED'].includes(task.status)) {
      const helper = `helper-${number}`;
      world.addDriver(helper);
      const payload = { taskId: task.taskId, driverId: idOf(helper), offerId: idOf(`last-${number}`) };
      world.give(dispatcher, order, 'assign-by-hand', payload);
      world.settle();
    }
    if (task.status === 'FAILED') {
      const decision = task.attempt < 3 ? 'retry' : 'start-return';
      world.give(dispatcher, order, decision, { taskId: task.taskId });
      world.settle();
    }
    for (let steps = 0; steps < 10; steps += 1) {
      drive(world, taskNow(), nextStep(taskNow()));
      world.settle();
    }
  }
});
