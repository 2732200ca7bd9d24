import type { TaskRecord } from '../../../../scripts/city/record/logbook-types.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts } from '../evidence/rule.ts';
import type { Schema } from '../evidence/service-facts.ts';

/** What dispatchers stepped in for, beyond the count of who did what: overrides, hand-overs and reversals. */
export function exceptionalActs(
  record: TaskRecord,
  task: Schema<'DispatchTask'>,
  city: CityFacts,
  events: readonly Schema<'TaskEvent'>[],
): Finding[] {
  const subject = `task ${record.taskId}`;
  return [
    ...overridden(subject, record, task, city),
    ...handedOver(subject, record, city, events),
    ...reversed(subject, city, events),
  ];
}

/** A task records for good which dispatcher overrode its delivery code; no other dispatcher is recorded. */
function overridden(
  subject: string,
  { acts }: TaskRecord,
  { codeOverride }: Schema<'DispatchTask'>,
  { clients }: CityFacts,
): Finding[] {
  const overrides = acts.filter(({ what, outcome }) => what === 'override-code' && outcome !== 'REFUSED');
  const accounts = overrides.map(({ by }) => clients.get(by)?.accountId);
  const about = `${subject}: who stood in for its code`;
  if (codeOverride == null) {
    const isDone = overrides.some(({ outcome }) => outcome === 'DONE');
    return isDone ? [{ subject: about, expected: String(accounts[0]), found: 'nobody' }] : [];
  }
  return accounts.includes(codeOverride.accountId ?? '')
    ? []
    : [{ subject: about, expected: 'nobody', found: String(codeOverride.accountId) }];
}

/** Both drivers confirm when goods change hands, and the record names who cancelled a hand-over. */
function handedOver(
  subject: string,
  { acts }: TaskRecord,
  { clients }: CityFacts,
  events: readonly Schema<'TaskEvent'>[],
): Finding[] {
  const confirmed = acts.filter(({ what, outcome }) => what === 'hand-over' && outcome !== 'REFUSED');
  const changes = events
    .filter(({ what }) => what === 'handed-over')
    .flatMap(({ data }) => [data.fromDriverId, data.driverId])
    .filter((driverId) => !confirmed.some((act) => act.driverId === driverId))
    .map((driverId) => ({
      subject: `${subject}: goods that changed drivers`,
      expected: `the confirmation of driver ${String(driverId)}`,
      found: 'none',
    }));
  const cancels = acts.filter(({ what, outcome }) => what === 'cancel-hand-over' && outcome !== 'REFUSED');
  const endings = events
    .filter(({ what, data }) => what === 'hand-over-ended' && data.end === 'CANCELLED')
    .filter(({ accountId }) => !cancels.some(({ by }) => clients.get(by)?.accountId === accountId))
    .map(({ accountId }) => ({
      subject: `${subject}: a hand-over that was called off`,
      expected: 'by a client that did so',
      found: `account ${accountId}`,
    }));
  return [...changes, ...endings];
}

/** Each requested reversal was answered, one way or the other; none came without a request. */
function reversed(
  subject: string,
  { endedAt }: CityFacts,
  events: readonly Schema<'TaskEvent'>[],
): Finding[] {
  const count = (name: string) => events.filter(({ what }) => what === name).length;
  const [asked, answered] = [count('reverse'), count('reversed') + count('reversal-refused')];
  if (endedAt === null && answered <= asked) return [];
  return unequal(`${subject}: reversals asked for, and answered`, asked, answered);
}
