import { command, notify } from '../machines/effect.ts';
import { negate } from '../money/money.ts';
import type { Effect } from '../runtime/machine.ts';
import { completion } from './react-delivery.ts';
import { type Reaction, taskOf, toBuyer } from './reaction.ts';

/** What taking a completion back asks of the driver actor, the books and the buyer. */
export function toReversal(reaction: Reaction): Effect[] {
  const { event } = reaction;
  switch (event.type) {
    case 'REVERSAL_OPENED':
    case 'REVERSAL_RESUMED':
      return [uncollect(reaction, event)];
    case 'TASK_REVERSED': {
      const { cause, lines } = completion({ ...reaction, group: reaction.was }, event.taskId);
      const journal = {
        cause: `${cause.replace('completion:', 'completion-reversal:')}`,
        kind: 'REVERSAL' as const,
        lines: lines.map((line) => ({ ...line, amount: negate(line.amount) })),
      };
      return [{ do: 'post', journal }, notify('DELIVERY_RETRY', toBuyer(reaction))];
    }
    default:
      return [];
  }
}

type Asked = { taskId: string; groupId: string; driverId: string; reversalId: string; at: string };

/** The work comes back under an offer of its own, so that late words about the former one mean nothing. */
function uncollect(reaction: Reaction, { taskId, groupId, driverId, reversalId, at }: Asked): Effect {
  const { context, group, order } = reaction;
  const { round, dueBy, reversals = 0 } = taskOf(reaction);
  return command('driver', driverId, 'uncollect', {
    ...{ taskId, offerId: reversalId, orderId: order.orderId, groupId, at, seen: context.version },
    ...{ round: round + 1, cod: group.cashDue, items: group.items, dueBy, dropoff: order.dropoff },
    number: reversals + 1,
  });
}
