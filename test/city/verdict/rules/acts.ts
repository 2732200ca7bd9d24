import type {
  Act,
  GroupAct,
  GroupActName,
  GroupRecord,
  TaskAct,
  TaskActName,
  TaskRecord,
} from '../../../../scripts/city/record/logbook-types.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';
import { takenBackAt } from '../evidence/taken-back.ts';
import { exceptionalActs } from './exceptional-acts.ts';

/**
 * What is recorded about groups and tasks is what clients did: each successful act is recorded, and each change
 * attributed to a person was made by that client. The final states follow from it.
 */
export const actsRule: Rule = (city, service) => [
  ...[...city.orders.values()].flatMap(({ groups }) =>
    groups.flatMap((group) => compareGroup(group, city, service)),
  ),
  ...[...city.tasks.values()].flatMap((task) => compareTask(task, city, service)),
  ...[...service.tasks.keys()]
    .filter((id) => !city.tasks.has(id))
    .map((id) => ({
      subject: `task ${id}`,
      expected: 'to have been told to somebody',
      found: 'seen by no client',
    })),
];

/** What a group's history shows of an act. */
const GROUP_TRACES: Readonly<
  Record<GroupActName, { status: Schema<'GroupStatus'>; by: readonly Schema<'Actor'>[] }>
> = {
  accept: { status: 'ACCEPTED', by: ['SELLER_OWNER', 'SELLER_STAFF'] },
  reject: { status: 'REJECTED', by: ['SELLER_OWNER', 'SELLER_STAFF'] },
  pack: { status: 'PACKED', by: ['SELLER_OWNER', 'SELLER_STAFF'] },
  ready: { status: 'READY_FOR_PICKUP', by: ['SELLER_OWNER', 'SELLER_STAFF'] },
  'confirm-return': { status: 'RETURNED', by: ['SELLER_OWNER', 'SELLER_STAFF'] },
  'buyer-cancel': { status: 'CANCELLED', by: ['BUYER'] },
  'dispatcher-cancel': { status: 'CANCELLED', by: ['DISPATCHER', 'ADMIN'] },
};

function compareGroup(record: GroupRecord, city: CityFacts, service: ServiceFacts): Finding[] {
  const group = service.groups.get(record.groupId);
  const subject = `group ${record.groupId}`;
  if (group === undefined) return [{ subject, expected: 'one', found: 'none for its seller' }];
  const traces = (Object.keys(GROUP_TRACES) as GroupActName[]).flatMap((what) => {
    const { status, by } = GROUP_TRACES[what];
    const found = group.history.filter((entry) => entry.status === status && by.includes(entry.by)).length;
    return counted(
      `${subject}: ${what}`,
      record.acts.filter((act) => act.what === what),
      found,
      1,
    );
  });
  return [...traces, ...finalGroup(subject, record, group, city, service)];
}

/** The group's status that corresponds to a task's status. */
const STANDING: Readonly<Record<Schema<'TaskStatus'>, Schema<'GroupStatus'>>> = {
  UNASSIGNED: 'READY_FOR_PICKUP',
  ASSIGNED: 'READY_FOR_PICKUP',
  ACCEPTED: 'READY_FOR_PICKUP',
  PICKED_UP: 'PICKED_UP',
  IN_TRANSIT: 'IN_TRANSIT',
  ARRIVED: 'IN_TRANSIT',
  CODE_VERIFIED: 'IN_TRANSIT',
  CASH_RECORDED: 'IN_TRANSIT',
  COMPLETED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  FAILED: 'DELIVERY_FAILED',
  RETURNING: 'RETURNING',
  RETURNED: 'RETURNED',
  WRITTEN_OFF: 'WRITTEN_OFF',
};

const OPEN: readonly Schema<'GroupStatus'>[] = [
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'DELIVERY_FAILED',
  'RETURNING',
];

function finalGroup(
  subject: string,
  record: GroupRecord,
  group: Schema<'OrderGroup'>,
  city: CityFacts,
  service: ServiceFacts,
): Finding[] {
  const task = group.task === null ? undefined : service.tasks.get(group.task.id);
  const findings = unequal(
    `${subject}: status, by its last change`,
    group.history.at(-1)?.status,
    group.status,
  );
  if (task !== undefined) {
    findings.push(
      ...unequal(`${subject}: status, by its task ${task.id}`, STANDING[task.status], group.status),
      ...unequal(`${subject}: status of task ${task.id}`, task.status, group.task?.status),
    );
  }
  if (city.endedAt !== null && OPEN.includes(group.status))
    findings.push({ subject, expected: 'brought to an end', found: group.status });
  const seenBy = service.orders.get(group.orderId)?.groups.find(({ id }) => id === record.groupId);
  return [
    ...findings,
    ...unequal(`${subject}: status for its buyer`, group.status, seenBy?.status),
    ...unequal(`${subject}: payment for its buyer`, group.payment, seenBy?.payment),
  ];
}

/** The command in a task's events for each act. An act that is missing here leaves no event, or one of several. */
const COMMANDS: Partial<Readonly<Record<TaskActName, string>>> = {
  accept: 'accept',
  decline: 'decline',
  'pick-up': 'pick-up',
  'in-transit': 'in-transit',
  arrive: 'arrive',
  'request-code': 'request-code',
  'verify-code': 'verify-code',
  'wrong-code': 'verify-code',
  'record-cash': 'record-cash',
  complete: 'complete',
  fail: 'fail',
  'start-return': 'start-return',
  'complete-return': 'complete-return',
  assign: 'assign-by-hand',
  reassign: 'assign-by-hand',
  unassign: 'unassign',
  'clear-exclusions': 'clear-exclusions',
  retry: 'retry',
  return: 'start-return',
  'write-off': 'write-off',
  'override-code': 'override-code',
  'bulk-assign': 'assign-by-hand',
  'hand-over': 'hand-over',
  'open-hand-over': 'open-hand-over',
  reverse: 'reverse',
  'dispatcher-fail': 'fail',
};

function compareTask(record: TaskRecord, city: CityFacts, service: ServiceFacts): Finding[] {
  const subject = `task ${record.taskId}`;
  const task = service.tasks.get(record.taskId);
  if (task === undefined) return [{ subject, expected: 'one', found: 'none for dispatchers' }];
  const events = service.taskEvents.get(record.taskId) ?? [];
  const last = events.filter(({ status }) => status !== null).at(-1)?.status;
  return [
    ...unequal(`${subject}: its group`, record.groupId, task.orderGroupId),
    ...unequal(`${subject}: status, by its last event`, last, task.status),
    ...personsActs(subject, record, city, events),
    ...returned(subject, record, events),
    ...cashRecorded(subject, record, service),
    ...exceptionalActs(record, task, city, events),
  ];
}

/** Compared person by person and command by command: recorded as often as it was done. */
function personsActs(
  subject: string,
  { acts }: TaskRecord,
  city: CityFacts,
  events: readonly Schema<'TaskEvent'>[],
): Finding[] {
  const names = new Map([...city.clients.values()].map(({ accountId, id }) => [accountId, id]));
  const who = ({ accountId }: Schema<'TaskEvent'>) => names.get(accountId ?? '') ?? `account ${accountId}`;
  const commands = new Set(Object.values(COMMANDS));
  // Without an account it was the geofence that noticed the arrival.
  const byPerson = events.filter(({ what, accountId }) => accountId !== null && commands.has(what));
  const keys = new Map<string, { person: string; command: string }>();
  const note = (person: string, command: string) => keys.set(`${command} by ${person}`, { person, command });
  for (const event of byPerson) note(who(event), event.what);
  for (const { what, by } of acts) {
    const command = COMMANDS[what];
    if (command !== undefined) note(by, command);
  }
  return [...keys].flatMap(([key, { person, command }]) => {
    const found = byPerson.filter((event) => event.what === command && who(event) === person).length;
    const done = acts.filter((act) => COMMANDS[act.what] === command && act.by === person).flatMap(asMeant);
    return counted(`${subject}: ${key}`, SAID_AGAIN.has(command) ? onceAtLeast(done) : done, found);
  });
}

/**
 * A driver who has accepted a task and gets it offered by hand as well accepts it again, and a driver who has confirmed
 * a hand-over confirms it again when the other keeps waiting: that succeeds, and is recorded if the second offer is a
 * round, or a hand-over, of its own.
 */
const SAID_AGAIN = new Set(['accept', 'hand-over']);

function onceAtLeast(acts: readonly TaskAct[]): TaskAct[] {
  const first = acts.find(({ outcome }) => outcome === 'DONE');
  return acts.map((act) => (act === first || act.outcome !== 'DONE' ? act : { ...act, outcome: 'UNKNOWN' }));
}

const ASSIGNS: readonly TaskActName[] = ['assign', 'reassign', 'bulk-assign'];
/** A return starts once; a repetition succeeds as well. So does a second dispatcher's override of the code. */
const SETS_OFF: readonly TaskActName[] = ['start-return', 'return'];
/** The driver actor may refuse these after they were recorded; with these codes it was never asked. */
const NOT_ASKED: Partial<Readonly<Record<TaskActName, readonly (string | null)[]>>> = {
  'open-hand-over': ['delivery.INVALID_STATE', 'delivery.HAND_OVER_OPEN'],
  reverse: ['delivery.INVALID_STATE', 'delivery.REVERSAL_TOO_LATE'],
};
/** These refusals mean that a command came too late to change anything. */
const TOO_LATE: readonly (string | null)[] = ['delivery.INVALID_STATE', 'order.INVALID_STATE'];

/**
 * What an act must have left behind does not always match its response. A wrong code is refused but still recorded,
 * once for each time the message arrives, since refusals are decided again. An assignment by hand is opened before the
 * driver actor refuses it, and opens nothing when the driver has the task already; the same holds for a hand-over and a
 * reversal. The geofence may have noticed an arrival first, and a declined offer may have expired already: the response
 * then says that it is over, and nothing is recorded.
 */
function asMeant(act: TaskAct): TaskAct[] {
  const open: TaskAct = { ...act, outcome: 'UNKNOWN' };
  if ((act.what === 'arrive' || act.what === 'decline') && act.outcome === 'DONE') return [open];
  if ((SETS_OFF.includes(act.what) || act.what === 'override-code') && act.outcome === 'DONE') return [open];
  if (ASSIGNS.includes(act.what))
    return [act.outcome === 'REFUSED' && TOO_LATE.includes(act.code) ? act : open];
  const notAsked = NOT_ASKED[act.what];
  if (notAsked !== undefined && act.outcome === 'REFUSED') return [notAsked.includes(act.code) ? act : open];
  if (act.what !== 'wrong-code' || act.outcome === 'UNKNOWN') return [act];
  const again = Array.from({ length: act.sent - 1 }, () => open);
  return [act.code === 'delivery.CODE_INVALID' ? { ...act, outcome: 'DONE' } : act, ...again];
}

/**
 * Between the number of successful acts and what may have happened besides. A command repeated after it has taken
 * effect succeeds again and leaves nothing: `most` limits what is expected then.
 */
function counted(
  subject: string,
  acts: readonly (Act<string> | GroupAct)[],
  found: number,
  most = Number.POSITIVE_INFINITY,
): Finding[] {
  const done = acts.filter(({ outcome }) => outcome === 'DONE').length;
  const unknown = acts.filter(({ outcome }) => outcome === 'UNKNOWN').length;
  const least = Math.min(done, most);
  if (found >= least && found <= Math.min(done + unknown, most)) return [];
  const range = unknown === 0 ? `${least}` : `${least} to ${Math.min(done + unknown, most)}`;
  return [{ subject, expected: `${range}, as clients did`, found: `${found}` }];
}

function cashRecorded(subject: string, { taskId, acts }: TaskRecord, service: ServiceFacts): Finding[] {
  const task = service.tasks.get(taskId);
  const takenBack = takenBackAt(service, taskId);
  const recorded = acts
    .filter(({ what, outcome, sentAt }) => what === 'record-cash' && outcome === 'DONE' && sentAt > takenBack)
    .at(-1);
  if (recorded?.amount === undefined) return [];
  return [
    ...unequal(`${subject}: cash recorded`, recorded.amount, task?.cashRecorded?.amount),
    ...unequal(`${subject}: cash due`, recorded.amount, task?.cashDue.amount),
  ];
}

function returned(subject: string, { acts }: TaskRecord, events: readonly Schema<'TaskEvent'>[]): Finding[] {
  const isDone = acts.some(({ what, outcome }) => SETS_OFF.includes(what) && outcome === 'DONE');
  if (!isDone || events.some(({ what }) => what === 'start-return')) return [];
  return [{ subject: `${subject}: start-return`, expected: 'one, as clients did', found: 'none' }];
}
