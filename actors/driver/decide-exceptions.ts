import type { ExceptionCommand } from './commands.ts';
import { onWork } from './decide-work.ts';
import { placeGoods } from './place-stop.ts';
import type { DriverState, Work } from './state.ts';
import type { DriverDecision, Handlers, OnDriver } from './turn.ts';

/** Words of orders about deliveries that went wrong. The later word stands, whichever comes first. */
export const exceptionHandlers: Handlers<ExceptionCommand['type']> = {
  'work-failed': workFailed,
  'work-retried': workRetried,
  'work-returning': workReturning,
  'work-returned': workReturned,
};

function workFailed(at: OnDriver<'work-failed'>): DriverDecision {
  const { taskId, seen } = at.command;
  return onWork(at, (state, event) => {
    const work = newsOf(state, taskId, seen);
    return work === null ? null : { ...event, type: 'WORK_FAILED', taskId, offerId: work.offerId, seen };
  });
}

function workRetried(at: OnDriver<'work-retried'>): DriverDecision {
  const { taskId, seen, dueBy, dropoff, notBefore } = at.command;
  const promised = { dueBy, ...(notBefore === undefined ? {} : { notBefore }) };
  return onWork(at, (state, event) => {
    const work = newsOf(state, taskId, seen);
    if (work === null) return null;
    const goods = placeGoods(state, event.at, taskId, 'DROPOFF', { pickup: dropoff, dropoff, ...promised });
    return { ...event, type: 'WORK_RETRIED', taskId, offerId: work.offerId, seen, ...promised, goods };
  });
}

function workReturning(at: OnDriver<'work-returning'>): DriverDecision {
  const { taskId, seen, place } = at.command;
  return onWork(at, (state, event) => {
    const work = newsOf(state, taskId, seen);
    if (work === null) return null;
    const { offerId, dueBy } = work;
    const goods = placeGoods(state, event.at, taskId, 'RETURN', { pickup: place, dropoff: place, dueBy });
    return { ...event, type: 'WORK_RETURNING', taskId, offerId, seen, goods };
  });
}

/** The goods are off the driver's hands: given back, or given up. */
function workReturned(at: OnDriver<'work-returned'>): DriverDecision {
  const { taskId, outcome } = at.command;
  return onWork(at, (state, event) => {
    const work = state.work[taskId];
    if (work === undefined || work.finished === true) return null;
    return { ...event, type: 'WORK_ENDED', taskId, offerId: work.offerId, outcome };
  });
}

/** The work, if this word about it is newer than the last one heard. */
function newsOf({ work }: DriverState, taskId: string, seen: number): Work | null {
  const known = work[taskId];
  if (known === undefined || known.finished === true || (known.seen ?? 0) >= seen) return null;
  return known;
}
