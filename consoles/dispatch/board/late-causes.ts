import type { BoardDriver, BoardTask, DispatchTask, Route } from './board-types.ts';

/** Why a task is or will be late, from the service's data. Durations and moments are in milliseconds. */
export type LateCause =
  | { cause: 'acceptedLate'; by: number }
  | { cause: 'readyLate'; left: number }
  | { cause: 'noDriver'; for: number; rounds: number }
  | { cause: 'notAnswered'; for: number }
  | { cause: 'silent'; presence: 'STALE' | 'OFFLINE' }
  | { cause: 'onBreak' }
  | { cause: 'offDuty' }
  | { cause: 'shiftEnds'; at: string }
  | { cause: 'atStore'; for: number }
  | { cause: 'atDoor'; for: number }
  | { cause: 'stopsBefore'; count: number }
  | { cause: 'failedBefore'; attempt: number }
  | { cause: 'soughtLong'; for: number }
  | { cause: 'way'; arrives: string };

export interface LateFacts {
  task: BoardTask;
  /** Read in addition to the board; until then fewer causes are known. */
  detail: Pick<DispatchTask, 'history' | 'preparation'> | undefined;
  driver: BoardDriver | undefined;
  route: Route | undefined;
  now: number;
}

const MINUTE = 60_000;
/** Less than this between ready and due leaves no time to find a driver and to drive. */
const LITTLE_LEFT = 60 * MINUTE;
/** Usual durations of finding a driver, at a counter and at a door. */
const USUAL_SEARCH = 15 * MINUTE;
const USUAL_STAY = 10 * MINUTE;
const AT_DOOR: readonly string[] = ['ARRIVED', 'CODE_VERIFIED', 'CASH_RECORDED'];

/** The present cause first, then what cost time before. */
export function lateCauses(facts: LateFacts): LateCause[] {
  const causes = [...ofThePresent(facts), ...ofThePast(facts)];
  const { dropoffEta } = facts.task;
  if (causes.length === 0 && dropoffEta !== null) return [{ cause: 'way', arrives: dropoffEta }];
  return causes;
}

function ofThePresent({ task, detail, driver, route, now }: LateFacts): LateCause[] {
  const causes: LateCause[] = [];
  const since = (moment: string) => Math.max(0, now - Date.parse(moment));
  if (task.status === 'UNASSIGNED') {
    causes.push({
      cause: 'noDriver',
      for: since(task.waitingSince ?? task.createdAt),
      rounds: task.round - 1,
    });
  }
  if (task.status === 'ASSIGNED') {
    const offered = detail?.history.findLast(({ status }) => status === 'ASSIGNED');
    causes.push({ cause: 'notAnswered', for: offered === undefined ? 0 : since(offered.at) });
  }
  if (driver !== undefined) causes.push(...ofTheDriver(task, driver));
  const stops = route?.stops.filter(({ done }) => !done) ?? [];
  const collects = stops.find(({ taskId, kind }) => taskId === task.taskId && kind === 'PICKUP');
  if (collects?.arrivedAt != null && since(collects.arrivedAt) > USUAL_STAY) {
    causes.push({ cause: 'atStore', for: since(collects.arrivedAt) });
  }
  if (AT_DOOR.includes(task.status)) {
    const arrived = detail?.history.findLast(({ status }) => status === 'ARRIVED');
    if (arrived !== undefined && since(arrived.at) > USUAL_STAY) {
      causes.push({ cause: 'atDoor', for: since(arrived.at) });
    }
  }
  const at = stops.findIndex(({ taskId, kind }) => taskId === task.taskId && kind === 'DROPOFF');
  const before = stops.slice(0, Math.max(0, at)).filter(({ taskId }) => taskId !== task.taskId).length;
  if (before > 0) causes.push({ cause: 'stopsBefore', count: before });
  return causes;
}

function ofTheDriver(task: BoardTask, { presence, duty, shiftEndsAt }: BoardDriver): LateCause[] {
  const causes: LateCause[] = [];
  if (presence === 'STALE' || presence === 'OFFLINE') causes.push({ cause: 'silent', presence });
  if (duty === 'ON_BREAK') causes.push({ cause: 'onBreak' });
  if (duty === 'OFF') causes.push({ cause: 'offDuty' });
  const { dropoffEta } = task;
  if (duty !== 'OFF' && shiftEndsAt !== null && dropoffEta !== null && shiftEndsAt < dropoffEta) {
    causes.push({ cause: 'shiftEnds', at: shiftEndsAt });
  }
  return causes;
}

function ofThePast({ task, detail, now }: LateFacts): LateCause[] {
  const causes: LateCause[] = [];
  if (task.attempt > 1) causes.push({ cause: 'failedBefore', attempt: task.attempt });
  if (detail === undefined) return causes;
  const { acceptBy, acceptedAt, readyAt } = detail.preparation;
  const acceptedLate = acceptedAt === null ? 0 : Date.parse(acceptedAt) - Date.parse(acceptBy);
  if (acceptedLate > MINUTE) causes.push({ cause: 'acceptedLate', by: acceptedLate });
  const left = readyAt === null ? LITTLE_LEFT : Date.parse(task.dueBy) - Date.parse(readyAt);
  if (left < LITTLE_LEFT) causes.push({ cause: 'readyLate', left: Math.max(0, left) });
  const sought = task.status === 'UNASSIGNED' ? 0 : searchOf(detail.history, now);
  if (sought > USUAL_SEARCH) causes.push({ cause: 'soughtLong', for: sought });
  return causes;
}

/** How long it waited for a driver in all. */
function searchOf(history: DispatchTask['history'], now: number): number {
  let total = 0;
  history.forEach(({ status, at }, index) => {
    if (status !== 'UNASSIGNED') return;
    const next = history[index + 1];
    total += (next === undefined ? now : Date.parse(next.at)) - Date.parse(at);
  });
  return total;
}
