import { command, notify } from '../machines/effect.ts';
import { isZero, negate, subtract } from '../money/money.ts';
import type { Effect, Journal, JsonObject } from '../runtime/machine.ts';
import type { RequestCodeFacts } from './commands.ts';
import { type Reaction, taskOf, toBuyer } from './reaction.ts';

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
      return [command('driver', driverId, 'collect', payload)];
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

/** The task with the offer under which its driver has it: the driver may have been offered it more than once. */
function heldTask(reaction: Reaction): JsonObject {
  const { taskId, offer } = taskOf(reaction);
  return offer === undefined ? { taskId } : { taskId, offerId: offer.offerId };
}

type CodeIssued = Extract<Reaction['event'], { type: 'CODE_ISSUED' }>;

/** The sealed code comes from the facts: an event would keep it for ever. */
function sendCode(reaction: Reaction, { taskId, codeId, expiresAt }: CodeIssued): Effect {
  const { sealed } = (reaction.facts as RequestCodeFacts).code;
  return notify('DELIVERY_CODE', { ...toBuyer(reaction), taskId, codeId, sealed, expiresAt });
}

/** What was cleared with the cash is divided: goods less commission, commission, shipping. */
function completion({ group }: Reaction, taskId: string): Journal {
  const { sellerId, goods, shipping, commission, cashDue } = group;
  const lines = [
    { account: 'clearing', amount: cashDue, taskId },
    { account: `seller:${sellerId}`, amount: negate(subtract(goods, commission)), taskId, sellerId },
    { account: 'commission', amount: negate(commission), taskId },
    { account: 'shipping', amount: negate(shipping), taskId },
  ];
  return {
    cause: `completion:${taskId}`,
    kind: 'COMPLETION',
    lines: lines.filter(({ amount }) => !isZero(amount)),
  };
}
