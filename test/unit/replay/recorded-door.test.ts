import { expect } from 'chai';
import type { ReplayTask } from '../../../actors/replay/day.ts';
import { visitsOf } from '../../../actors/replay/figures.ts';
import type { PastCommand } from '../../../actors/runtime/fold.ts';
import { legsOf, tasksOfOrder } from '../../../server/dispatch/history/replay-tasks.ts';

const SHOP = { latitude: 25.2, longitude: 51.4 };
const DOOR = { latitude: 25.3, longitude: 51.5 };
const START = Date.parse('2026-02-12T08:00:00.000Z');
const MINUTE = 60_000;
const DAY = { from: START - 60 * MINUTE, to: START + 600 * MINUTE };

/** An order of one group and what happened to its task, `[minute, type, more]`. */
function read(...steps: [minute: number, type: string, more?: object][]): ReplayTask {
  const at = (minute: number) => new Date(START + minute * MINUTE).toISOString();
  const group = { groupId: 'g', goods: '90.00', shipping: '25.00', pickup: SHOP, items: 2 };
  const events = [
    { type: 'ORDER_PLACED', at: at(-30), dropoff: DOOR, groups: [group] },
    { type: 'TASK_CREATED', at: at(0), groupId: 'g', taskId: 't', dueBy: at(300) },
    ...steps.map(([minute, type, more]) => ({
      type,
      at: at(minute),
      groupId: 'g',
      taskId: 't',
      moves: [],
      ...more,
    })),
  ];
  const commands = events.map((event, index) => ({ version: index + 1, events: [{ v: 1, ...event }] }));
  const [task] = tasksOfOrder(commands as unknown as PastCommand[], DAY);
  if (task === undefined) throw new Error('no task was read');
  return task;
}

const UNDER_WAY = [
  [1, 'TASK_ASSIGNED', { driverId: 'a', manual: false }],
  [2, 'TASK_ACCEPTED'],
  [20, 'TASK_PICKED_UP'],
] as [number, string, object?][];
const minutes = (task: ReplayTask) =>
  visitsOf(task).map(({ driverId, at, place }) => [
    driverId,
    (at - START) / MINUTE,
    place === SHOP ? 'shop' : 'door',
  ]);

describe('a recorded door', () => {
  it('opens at the third attempt: both failures are reported with the times between them, and driven', () => {
    const task = read(
      ...UNDER_WAY,
      [50, 'TASK_FAILED'],
      [80, 'TASK_RETRIED'],
      [95, 'TASK_FAILED'],
      [100, 'TASK_RETRIED'],
      [130, 'TASK_COMPLETED'],
    );
    expect(task).to.deep.include({
      undeliverable: false,
      door: { retriesAfter: [1_800, 300], goesBack: false },
    });
    expect(minutes(task)).to.deep.equal([
      ...[
        ['a', 20, 'shop'],
        ['a', 50, 'door'],
        ['a', 95, 'door'],
        ['a', 130, 'door'],
      ],
    ]);
    // A leg begins when its driver learned of it, not while the dispatcher was still deciding.
    expect(legsOf([task]).map(({ seconds }) => seconds)).to.deep.equal([1_800, 900, 1_800]);
  });

  it('never opens: the goods return, or are written off', () => {
    const back = read(...UNDER_WAY, [50, 'TASK_FAILED'], [55, 'RETURN_STARTED'], [90, 'RETURN_COMPLETED']);
    expect(back).to.deep.include({ undeliverable: true, door: { retriesAfter: [], goesBack: true } });
    expect(minutes(back).at(-1)).to.deep.equal(['a', 90, 'shop']);
    const lost = read(
      ...UNDER_WAY,
      [30, 'TASK_FAILED', { moves: [{ from: 'PICKED_UP' }] }],
      [40, 'TASK_WRITTEN_OFF'],
    );
    expect(lost).to.deep.include({ undeliverable: true, door: { retriesAfter: [], goesBack: false } });
    expect(minutes(lost)).to.deep.equal([['a', 20, 'shop']]);
  });

  it('is reached by the driver who took the goods over; the former driver has driven, too', () => {
    const task = read(...UNDER_WAY, [40, 'TASK_HANDED_OVER', { toDriverId: 'b' }], [70, 'TASK_COMPLETED']);
    expect(task.recorded).to.deep.include({ driverId: 'b', byHand: true });
    expect(minutes(task)).to.deep.equal([
      ['a', 20, 'shop'],
      ['b', 70, 'door'],
    ]);
  });
});
