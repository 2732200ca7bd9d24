import { insertionCost } from '../../actors/assignment/insertion-cost.ts';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import type { ApiService } from '../../server/compose/compose.ts';
import { AssignmentDesk, findTicket } from '../../server/dispatch/assignment/assignment.ts';

import { clearField, insertField, insertTickets, somewhere } from './assignment-field.ts';

type Deps = ApiService['deps'];

/** Drivers whose rows change between two decisions, as with fifty orders a second. */
const CHANGED = 4;
const WARM_UP = 60;

export interface Decisions {
  drivers: number;
  /** Milliseconds of each decision: reading what changed and the ticket, and choosing. */
  whole: number[];
  /** Milliseconds of choosing alone. */
  chosen: number[];
  /** Processor time of choosing: unaffected by other load on the machine. */
  worked: number[];
  /** Drivers weighed completely, of those who fit; on average. */
  weighed: number;
}

/** One decision after the other with this many drivers on duty, beside 2,000 waiting tasks. */
export async function decide(deps: Deps, fields: readonly number[], count: number): Promise<Decisions[]> {
  const { database } = deps;
  const zones: { id: string }[] = await database('delivery_zones').where('active', true).select('id');
  const zoneIds = zones.map(({ id }) => id);
  const tickets = await insertTickets(database, zoneIds[0] ?? '', 2_000);
  const found: Decisions[] = [];
  for (const drivers of fields) {
    await insertField(database, zoneIds, drivers);
    found.push(await measure(deps, tickets, drivers, count));
  }
  await clearField(database);
  return found;
}

async function measure(
  deps: Deps,
  tickets: readonly string[],
  drivers: number,
  count: number,
): Promise<Decisions> {
  const desk = new AssignmentDesk(deps);
  await placeDrivers(deps);
  const result: Decisions = { drivers, whole: [], chosen: [], worked: [], weighed: 0 };
  for (let index = -WARM_UP; index < count; index += 1) {
    await touchSome(deps);
    const taskId = tickets[(index + WARM_UP) % tickets.length] ?? '';
    const began = performance.now();
    const [ticket, world] = await Promise.all([findTicket(deps.present, taskId), desk.world()]);
    if (ticket === null) throw new Error('a ticket is gone');
    const read = performance.now();
    const before = process.cpuUsage();
    const [choice] = insertionCost.assign([ticket], world).choices;
    const { user, system } = process.cpuUsage(before);
    const over = performance.now();
    if (choice === undefined || choice.driverId === null) throw new Error('no driver fits');
    if (index < 0) continue;
    result.whole.push(over - began);
    result.chosen.push(over - read);
    result.worked.push((user + system) / 1_000);
    result.weighed += choice.candidates.filter(({ costSeconds }) => costSeconds !== null).length / count;
  }
  return result;
}

async function placeDrivers({ database, presence }: Deps): Promise<void> {
  const random = new SeededRandom(3);
  const rows: { id: string }[] = await database('drivers').select('id');
  const recordedAt = new Date().toISOString();
  for (const { id } of rows) {
    await presence.report(id, [{ sequence: 1, ...somewhere(random), accuracy: 5, recordedAt }]);
  }
}

async function touchSome({ database }: Deps): Promise<void> {
  await database.raw(
    `UPDATE drivers SET actor_version = actor_version + 1
      WHERE id IN (SELECT id FROM drivers ORDER BY random() LIMIT ?)`,
    [CHANGED],
  );
}
