import type { TaskRecord } from '../../../../scripts/city/record/logbook-types.ts';
import type { Finding } from '../evidence/difference.ts';
import { holdsOf } from '../evidence/holds.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';

/**
 * A task is one driver's at a time: by its record, by what dispatchers saw, by who could act, and by drivers' phones.
 */
export const driversRule: Rule = (city, service) => [
  ...[...service.taskEvents].flatMap(([taskId, events]) => recorded(taskId, events, city)),
  ...[...city.tasks.values()].flatMap((task) => {
    const given = handOversOf(service.taskEvents.get(task.taskId) ?? []);
    return [...sighted(task, given), ...acted(task, given)];
  }),
  ...onTwoPhones(city, service),
];

function recorded(taskId: string, events: readonly Schema<'TaskEvent'>[], city: CityFacts): Finding[] {
  const drivers = new Map(
    [...city.clients.values()].flatMap(({ accountId, driverId }) =>
      driverId === null ? [] : [[accountId, driverId]],
    ),
  );
  return holdsOf(events).flatMap(({ driverId, from, endedFirst, actedBy }) => {
    const subject = `task ${taskId}, driver ${driverId}'s since ${new Date(from).toISOString()}`;
    const other = actedBy
      .map((account) => drivers.get(account) ?? `account ${account}`)
      .find((id) => id !== driverId);
    const findings: Finding[] = [];
    if (!endedFirst)
      findings.push({
        subject,
        expected: 'to be taken back before it is given again',
        found: 'given to two',
      });
    if (other !== undefined)
      findings.push({ subject, expected: 'to be carried by that driver', found: `acted on by ${other}` });
    return findings;
  });
}

/** Goods that changed drivers, each confirmed by both: the rule of acts compares that with what they did. */
interface Given {
  from: string;
  to: string;
}

function handOversOf(events: readonly Schema<'TaskEvent'>[]): Given[] {
  return events
    .filter(({ what }) => what === 'handed-over')
    .map(({ data }) => ({ from: String(data.fromDriverId), to: String(data.driverId) }));
}

/** In the order of versions; a driver who loses a task does so before the round of the next one. */
function sighted({ taskId, sightings }: TaskRecord, given: readonly Given[]): Finding[] {
  const findings: Finding[] = [];
  let last: TaskRecord['sightings'][number] | null = null;
  for (const seen of sightings) {
    if (seen.driverId === null) continue;
    const former = last?.driverId;
    const isGiven = given.some(({ from, to }) => from === former && to === seen.driverId);
    if (last !== null && former !== seen.driverId && last.round === seen.round && !isGiven) {
      findings.push({
        subject: `task ${taskId} in round ${seen.round}, as dispatchers saw it`,
        expected: `driver ${last.driverId} alone`,
        found: `driver ${seen.driverId} at version ${seen.version}`,
      });
    }
    last = seen;
  }
  return findings;
}

const WITH_GOODS: readonly string[] = ['pick-up', 'in-transit', 'record-cash', 'complete', 'complete-return'];

/** Goods on board stay on board, until they are handed over. */
function acted({ taskId, acts }: TaskRecord, given: readonly Given[]): Finding[] {
  const drivers = new Set(
    acts
      .filter(({ what, outcome }) => outcome === 'DONE' && WITH_GOODS.includes(what))
      .flatMap(({ driverId }) => driverId ?? []),
  );
  const isTaken = (driverId: string) => given.some(({ to }) => to === driverId);
  // One driver had them from the pickup on; every other one got them by a hand-over.
  if ([...drivers].filter((driverId) => !isTaken(driverId)).length <= 1) return [];
  const found = [...drivers].join(' and ');
  return [
    {
      subject: `task ${taskId}`,
      expected: 'goods with one driver',
      found: `answered with success to ${found}`,
    },
  ];
}

const LIVE: readonly Schema<'TaskStatus'>[] = [
  'ASSIGNED',
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'FAILED',
  'RETURNING',
];

/** At the end: a task under way that the rooms of more than one driver show as theirs. */
function onTwoPhones({ views, clients }: CityFacts, { tasks }: ServiceFacts): Finding[] {
  const holders = new Map<string, string[]>();
  for (const { clientId, room, tasks: shown } of views) {
    const driverId = clients.get(clientId)?.driverId;
    if (driverId == null || room !== `driver:${driverId}`) continue;
    for (const [taskId, seen] of shown) {
      if (seen.driverId === driverId && LIVE.includes(seen.status))
        holders.set(taskId, [...(holders.get(taskId) ?? []), driverId]);
    }
  }
  return [...holders]
    .filter(([taskId, drivers]) => drivers.length > 1 && tasks.has(taskId))
    .map(([taskId, drivers]) => ({
      subject: `task ${taskId}`,
      expected: 'on one phone',
      found: `on those of ${drivers.join(' and ')}`,
    }));
}
