import { expect } from 'chai';
import type { Action } from '../../../../consoles/driver/queue/action.ts';
import { deliveryEnd } from '../../../../consoles/driver/tasks/delivery-end.ts';

const AT = '2026-02-12T09:00:00.000Z';
const NOW = Date.parse(AT) + 60_000;

function steps(
  ...given: [kind: Action['kind'], state?: Action['state'], more?: Partial<Action>][]
): Action[] {
  return given.map(([kind, state = 'ACCEPTED', more = {}], index) => {
    const own = { taskId: 'task-1', orderNumber: 'W-1', body: null, occurredAt: AT };
    return { sequence: index + 1, kind, state, ...own, ...more } as Action;
  });
}

const cash: [Action['kind'], Action['state'], Partial<Action>] = [
  'record-cash',
  'ACCEPTED',
  { body: { amount: { amount: '115.00', currency: 'QAR' } } },
];

describe('the screen at the end of a delivery', () => {
  it('is shown with the cash collected, whether the step was sent or is queued', () => {
    const end = { sequence: 2, kind: 'complete', taskId: 'task-1', orderNumber: 'W-1', collected: '115.00' };
    expect(deliveryEnd(steps(cash, ['complete']), NOW, 0)).to.deep.equal({ ...end, sent: true });
    expect(deliveryEnd(steps(cash, ['complete', 'QUEUED']), NOW, 0)).to.deep.equal({ ...end, sent: false });
  });

  it('ends with the next step, when it is dismissed, and some time after', () => {
    expect(deliveryEnd(steps(cash, ['complete'], ['shift-break']), NOW, 0)).to.equal(null);
    expect(deliveryEnd(steps(cash, ['complete']), NOW, 2)).to.equal(null);
    expect(deliveryEnd(steps(cash, ['complete']), NOW + 60 * 60_000, 0)).to.equal(null);
    expect(deliveryEnd(steps(cash, ['complete', 'QUEUED']), NOW + 60 * 60_000, 0)).to.not.equal(null);
  });

  it('is not shown when the service refused the step, and shows no cash where none was collected', () => {
    expect(deliveryEnd(steps(cash, ['complete', 'REFUSED']), NOW, 0)).to.equal(null);
    expect(deliveryEnd(steps(['return-complete']), NOW, 0)).to.include({
      kind: 'return-complete',
      collected: null,
    });
  });
});
