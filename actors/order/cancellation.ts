import { accepted } from '../machines/decision.ts';
import { closeAlert, notify, returnStock } from '../machines/effect.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import { deadlineOver } from './acceptance.ts';
import type {
  Events,
  Given,
  GroupCommands,
  GroupTurn,
  Happened,
  OfGroup,
  OnGroup,
  Reaction,
} from './behaviour.ts';
import { toBuyer } from './reaction.ts';
import { endOffer, type FormerOffer, withdraw, withoutZoneAlert } from './round.ts';
import { type GroupStatus, heldOffer } from './state.ts';
import { groupEvent, inTask } from './turn.ts';

/** Cancels a group and its task, as long as the goods are not with a driver. */
export type CancellationCommand = Given<'cancel-group', OnGroup>;

/** `endedOffer`: the cancelled task's assignment, or its pending assignment by hand. */
export type CancellationEvent = Happened<
  'GROUP_CANCELLED',
  OfGroup & { taskId: string | null; endedOffer: FormerOffer | null }
>;

export const cancellationCommands: GroupCommands<CancellationCommand, CancellationEvent> = {
  'cancel-group': {
    decide: cancel,
    repeats: (status) => status === 'CANCELLED',
    instead: (status) => (CARRIED.includes(status) ? FAIL_INSTEAD : null),
  },
};

/** Once a driver has the goods, they must be returned before the group can be cancelled. */
const CARRIED: readonly GroupStatus[] = ['PICKED_UP', 'IN_TRANSIT'];
const FAIL_INSTEAD =
  'The goods are with the driver: fail the delivery as CANCELLED, then have them returned.';

const cancelTask = inTask<CancellationEvent>((task) => ({
  ...task,
  manual: undefined,
  lastManualRefusal: undefined,
  excluded: [],
}));

export const cancellationEvents: Events<CancellationEvent> = {
  GROUP_CANCELLED: {
    evolve: (group, event) => cancelTask({ ...group, payment: 'VOID', endedAt: event.at }, event),
    react: (reaction) => [
      ...deadlineOver(reaction),
      returnStock(reaction.event.groupId, `cancel:${reaction.event.groupId}`),
      notify('CANCELLED', { ...toBuyer(reaction), reason: reaction.context.reason }),
      ...endTask(reaction),
    ],
  },
};

function cancel(at: GroupTurn): Decision<CancellationEvent> {
  const { groupId, group } = at;
  const { task } = group;
  const event = groupEvent(at);
  if (task !== undefined)
    event.moves.push({ subject: 'TASK', id: task.taskId, from: task.status, to: 'CANCELLED' });
  const taskId = task?.taskId ?? null;
  const endedOffer = task === undefined ? null : heldOffer(task);
  return accepted([{ ...event, type: 'GROUP_CANCELLED', taskId, endedOffer }], { groupId });
}

/** The task stops looking for a driver: releases its driver, withdraws its ticket and closes its alert. */
function endTask(reaction: Reaction<CancellationEvent>): Effect[] {
  const { task } = reaction.was;
  if (task === undefined) return [];
  const noZone = task.homeZoneId === undefined ? [closeAlert(withoutZoneAlert(task.taskId))] : [];
  return [...endOffer(reaction, reaction.event.endedOffer, 'CANCELLED'), ...withdraw(reaction), ...noZone];
}
