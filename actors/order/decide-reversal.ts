import { accepted, refused, unchanged } from '../machines/decision.ts';
import { hasPassed, plusMinutes } from '../planning/instants.ts';
import { REVERSIBLE_MINUTES } from './failure.ts';
import { holderOf, type TaskState } from './state.ts';
import { mirroredEvent, type OnTask, type OrderDecision, taskEvent } from './task-turn.ts';
import { groupMirror } from './transitions.ts';

/** The driver actor has the cash, so it has the say; here only what the order knows is judged. */
export function reverse(at: OnTask<'reverse'>): OrderDecision {
  const { command, facts, group, task } = at;
  if (task.reversal !== undefined) return unchanged({ reversalId: task.reversal.reversalId });
  const completedAt = task.completedAt ?? facts.now;
  if (hasPassed(plusMinutes(completedAt, REVERSIBLE_MINUTES), facts.now)) {
    const detail = `A completion can be reversed for ${REVERSIBLE_MINUTES} minutes.`;
    return refused('delivery.REVERSAL_TOO_LATE', detail, { completedAt });
  }
  if (group.payment === 'SETTLED') {
    return refused('delivery.CASH_SETTLED', 'The cash of this delivery has been handed in.');
  }
  const { reversalId } = command;
  const event = { ...taskEvent(at, task.status), moves: [] };
  return accepted([{ ...event, type: 'REVERSAL_OPENED', driverId: holderOf(task), reversalId }], {
    reversalId,
  });
}

/** The cash is off the driver's books and the goods are on board again: now it was never delivered. */
export function reversed(at: OnTask<'reversed'>): OrderDecision {
  const { command, task } = at;
  if (!isOpen(task, command.reversalId)) return unchanged();
  return accepted([
    {
      ...mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT),
      type: 'TASK_REVERSED',
      driverId: holderOf(task),
      reversalId: command.reversalId,
      round: task.round + 1,
      number: (task.reversals ?? 0) + 1,
    },
  ]);
}

export function reversalRefused(at: OnTask<'reversal-refused'>): OrderDecision {
  const { command, task } = at;
  const { reversalId, code, detail } = command;
  if (!isOpen(task, reversalId)) return unchanged();
  const event = { ...taskEvent(at, task.status), moves: [] };
  return accepted([{ ...event, type: 'REVERSAL_REFUSED', reversalId, code, detail }]);
}

/** The driver's side is asked once more: it answers the same reversal the same way. */
export function resumeReversal(at: OnTask<'resume-reversal'>): OrderDecision {
  const { command, task } = at;
  const { reversalId } = command;
  if (!isOpen(task, reversalId)) return unchanged();
  const event = { ...taskEvent(at, task.status), moves: [] };
  return accepted([{ ...event, type: 'REVERSAL_RESUMED', driverId: holderOf(task), reversalId }]);
}

function isOpen({ reversal }: TaskState, reversalId: string): boolean {
  return reversal?.reversalId === reversalId;
}
