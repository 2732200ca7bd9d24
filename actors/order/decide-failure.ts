import { accepted, refused } from '../machines/decision.ts';
import { hasPassed } from '../planning/instants.ts';
import { FAILURE_CONSEQUENCES, MOST_ATTEMPTS } from './failure.ts';
import { holderOf, type TaskState } from './state.ts';
import { mirroredEvent, type OnTask, type OrderDecision, taskEvent } from './task-turn.ts';
import { groupMirror } from './transitions.ts';

/** The goods stay with the driver until a dispatcher, or the reason itself, says where they go. */
export function fail(at: OnTask<'fail'>): OrderDecision {
  const { command, task } = at;
  const { failure, note } = command;
  if (failure === 'OTHER' && (note ?? '').trim() === '') {
    return refused('common.VALIDATION_FAILED', 'The reason OTHER needs a note.');
  }
  return accepted([
    {
      ...mirroredEvent(at, 'FAILED', groupMirror.FAILED),
      type: 'TASK_FAILED',
      driverId: holderOf(task),
      failure,
      note: note ?? null,
      attempt: task.attempt,
    },
  ]);
}

/** Another attempt by the same driver; in a slot of its own, what is late is counted from its end. */
export function retry(at: OnTask<'retry'>): OrderDecision {
  const { command, facts, task } = at;
  if (task.attempt >= MOST_ATTEMPTS) {
    return refused('delivery.NO_ATTEMPT_LEFT', `A delivery is attempted ${MOST_ATTEMPTS} times at most.`, {
      attempts: task.attempt,
    });
  }
  const { window = null } = command;
  if (window !== null && (hasPassed(window.to, facts.now) || hasPassed(window.to, window.from))) {
    return refused('common.VALIDATION_FAILED', 'The slot must end after it begins, and in the future.');
  }
  return accepted([
    {
      ...mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT),
      type: 'TASK_RETRIED',
      driverId: holderOf(task),
      attempt: task.attempt + 1,
      dueBy: window?.to ?? task.dueBy,
      window,
    },
  ]);
}

export function startReturn(at: OnTask<'start-return'>): OrderDecision {
  const { command, task } = at;
  if (command.by.role === 'DRIVER' && !goesBack(task)) {
    return refused('delivery.DISPATCHER_DECIDES', 'A dispatcher decides what becomes of these goods.', {
      next: task.failure === undefined ? null : FAILURE_CONSEQUENCES[task.failure.reason],
    });
  }
  const event = mirroredEvent(at, 'RETURNING', groupMirror.RETURNING);
  return accepted([{ ...event, type: 'RETURN_STARTED', driverId: holderOf(task) }]);
}

function goesBack({ failure }: TaskState): boolean {
  return failure !== undefined && FAILURE_CONSEQUENCES[failure.reason] === 'RETURN';
}

export function completeReturn(at: OnTask<'complete-return'>): OrderDecision {
  const event = mirroredEvent(at, 'RETURNED', groupMirror.RETURNED);
  return accepted([{ ...event, type: 'RETURN_COMPLETED', driverId: holderOf(at.task) }]);
}

export function writeOff(at: OnTask<'write-off'>): OrderDecision {
  const event = mirroredEvent(at, 'WRITTEN_OFF', groupMirror.WRITTEN_OFF);
  return accepted([{ ...event, type: 'TASK_WRITTEN_OFF', driverId: holderOf(at.task) }]);
}

/** The dispatcher answers for the handing over instead of the code, and that stays with the task for ever. */
export function overrideCode(at: OnTask<'override-code'>): OrderDecision {
  const { command, task } = at;
  return accepted([
    {
      ...taskEvent(at, 'CODE_VERIFIED'),
      type: 'CODE_OVERRIDDEN',
      driverId: holderOf(task),
      by: command.by.accountId,
    },
  ]);
}
