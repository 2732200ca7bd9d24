import { command, notify } from '../machines/effect.ts';
import { isZero, negate, subtract } from '../money/money.ts';
import type { Effect, Journal } from '../runtime/machine.ts';
import type { RequestCodeFacts } from './commands.ts';
import { heldTask, type Reaction, taskOf, toBuyer } from './reaction.ts';

/** What the way from the seller's door to the buyer's asks of the driver actor, the books and the buyer. */
export function toDelivery(reaction: Reaction): Effect[] {
  const { event, order } = reaction;
  switch (event.type) {
    case 'TASK_PICKED_UP':
      return [
        command('driver', event.driverId, 'stop-done', {
          ...heldTask(reaction),
          stop: 'PICKUP',
          at: event.at,
        }),
        notify('PICKED_UP', toBuyer(reaction)),
      ];
    case 'TASK_IN_TRANSIT':
      return [notify('IN_TRANSIT', toBuyer(reaction))];
    case 'TASK_ARRIVED': {
      const { driverId, at } = event;
      return [command('driver', driverId, 'stop-arrived', { ...heldTask(reaction), stop: 'DROPOFF', at })];
    }
    case 'CODE_ISSUED':
      return [sendCode(reaction, event)];
    case 'CASH_RECORDED': {
      const { driverId, groupId, amount, at } = event;
      const payload = { ...heldTask(reaction), orderId: order.orderId, groupId, amount, at };
      const { reversals } = taskOf(reaction);
      const numbered = reversals === undefined ? payload : { ...payload, number: reversals + 1 };
      return [command('driver', driverId, 'collect', numbered)];
    }
    case 'TASK_COMPLETED': {
      const { driverId, taskId, at } = event;
      return [
        { do: 'post', journal: completion(reaction, taskId) },
        command('driver', driverId, 'work-done', { ...heldTask(reaction), at }),
        notify('DELIVERED', toBuyer(reaction)),
      ];
    }
    default:
      return [];
  }
}

type CodeIssued = Extract<Reaction['event'], { type: 'CODE_ISSUED' }>;

/** The sealed code comes from the facts: an event would keep it for ever. */
function sendCode(reaction: Reaction, { taskId, codeId, expiresAt }: CodeIssued): Effect {
  const { sealed } = (reaction.facts as RequestCodeFacts).code;
  return notify('DELIVERY_CODE', { ...toBuyer(reaction), taskId, codeId, sealed, expiresAt });
}

/** What was cleared with the cash is divided: goods less commission, commission, shipping. */
export function completion({ group }: Pick<Reaction, 'group'>, taskId: string): Journal {
  const { sellerId, goods, shipping, commission, cashDue } = group;
  const first = `completion:${taskId}`;
  const lines = [
    { account: 'clearing', amount: cashDue, taskId },
    { account: `seller:${sellerId}`, amount: negate(subtract(goods, commission)), taskId, sellerId },
    { account: 'commission', amount: negate(commission), taskId },
    { account: 'shipping', amount: negate(shipping), taskId },
  ];
  return {
    cause: group.task?.reversals === undefined ? first : `${first}:${group.task.reversals + 1}`,
    kind: 'COMPLETION',
    lines: lines.filter(({ amount }) => !isZero(amount)),
  };
}
