import { add, compare, subtract } from '../../../../actors/money/money.ts';
import type { Finding } from '../evidence/difference.ts';
import { type Hold, holdsOf } from '../evidence/holds.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { ServiceFacts } from '../evidence/service-facts.ts';

/** No driver ever exceeded the limit of cash and expected cash, by what was seen and by the record of assignments. */
export const limitsRule: Rule = (city, service) => [
  ...peaks(city),
  ...[...city.drivers.keys()].flatMap((driverId) => recorded(driverId, city, service)),
];

function peaks({ cashPeaks, drivers }: CityFacts): Finding[] {
  return [...cashPeaks.values()].flatMap(({ driverId, onHand, projected, limit, at }): Finding[] => {
    const allowed = limit ?? drivers.get(driverId)?.cashLimit;
    if (allowed === undefined) return [];
    const most = compare(onHand, projected) > 0 ? onHand : projected;
    if (compare(most, allowed) <= 0) return [];
    const subject = `driver ${driverId} at ${new Date(at).toISOString()}, as dispatchers saw it`;
    return [{ subject, expected: `at most ${allowed}`, found: most }];
  });
}

interface Step {
  at: number;
  amount: string;
  taskId: string | null;
}

/**
 * What a driver is answerable for, step by step: a task's cash from its assignment until it is taken away or given up,
 * or, once collected, until it is handed in. Checked at each assignment, since nothing else adds to it.
 */
function recorded(driverId: string, city: CityFacts, service: ServiceFacts): Finding[] {
  const limit = city.drivers.get(driverId)?.cashLimit;
  if (limit === undefined) return [];
  const holds = [...service.taskEvents].flatMap(([taskId, events]) =>
    holdsOf(events)
      .filter((hold) => hold.driverId === driverId)
      .map((hold) => ({ ...hold, taskId })),
  );
  const takes = holds.map(({ taskId, from }) => ({ at: from, amount: due(service, taskId), taskId }));
  const gives = holds.flatMap((hold) => endOfCash(hold, hold.taskId, service));
  let sum = city.drivers.get(driverId)?.openingCash ?? '0.00';
  const findings: Finding[] = [];
  for (const { at, amount, taskId } of inOrder(takes, gives)) {
    sum = taskId === null ? subtract(sum, amount) : add(sum, amount);
    if (taskId === null || compare(sum, limit) <= 0) continue;
    const subject = `driver ${driverId} with task ${taskId}, assigned at ${new Date(at).toISOString()}`;
    findings.push({ subject, expected: `at most ${limit}`, found: sum });
  }
  return findings;
}

/** At the same instant, what is given up comes before what is added, since it made the assignment possible. */
function inOrder(takes: readonly Step[], gives: readonly Step[]): Step[] {
  return [...takes, ...gives].sort(
    (one, other) => one.at - other.at || Number(one.taskId !== null) - Number(other.taskId !== null),
  );
}

function endOfCash(hold: Hold, taskId: string, service: ServiceFacts): Step[] {
  const amount = due(service, taskId);
  if (!hold.collected) return hold.until === null ? [] : [{ at: hold.until, amount, taskId: null }];
  const closed = service.settlements.find(
    ({ status, collections }) => status === 'CLOSED' && collections.some((each) => each.taskId === taskId),
  );
  if (closed?.closedAt == null) return [];
  return [{ at: Date.parse(closed.closedAt), amount, taskId: null }];
}

function due({ tasks }: ServiceFacts, taskId: string): string {
  return tasks.get(taskId)?.cashDue.amount ?? '0.00';
}
