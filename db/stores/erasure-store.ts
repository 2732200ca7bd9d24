import type { Point } from '../../actors/planning/point.ts';
import type { Transaction } from '../database.ts';
import { arrayOf, double, jsonb, nullable, text, uuid } from '../sql-types.ts';
import { statement } from '../statement.ts';

/*
 * Erases a person from the data of actors: states and commands, projections, timers and the outbox. This changes rows
 * directly instead of giving a command, because a command only adds events and would leave earlier ones. Events keep
 * their shape, so the past can still be folded, with a coarse address in it. A process that has one of these actors in
 * memory is fenced by the higher epoch and reads its state again.
 */

/** What is erased, and where. */
export interface Erasure {
  accountId: string;
  orderIds: readonly string[];
  /** Deliveries of these orders. */
  taskIds: readonly string[];
  /** A regular expression that matches the person's names, as `wordPattern` creates it. */
  words: string | null;
  doors: readonly Point[];
  /** Replaces the person's name. */
  closedAccount: string;
}

/** The deliveries of orders, and the drivers and zones involved. */
interface Deliveries {
  groupIds: readonly string[];
  driverIds: readonly string[];
  zoneIds: readonly string[];
}

/** A person's orders with their addresses, as long as they still contain them. */
export function readOrderAddresses(
  trx: Transaction,
  accountId: string,
  closedAccount: string,
): Promise<{ id: string; address: StoredAddress | null }[]> {
  return orderAddresses.all(trx, { accountId, closedAccount });
}

interface StoredAddress {
  contactName: string;
  phone: string;
  landmark: string | null;
  /** Absent in orders from before this field existed. */
  instructions?: string | null;
  location: Point;
}

const orderAddresses = statement({
  name: 'erasure.order_addresses',
  sql: `SELECT id, CASE WHEN address ->> 'contactName' <> :closedAccount THEN address END AS address
          FROM orders WHERE account_id = :accountId ORDER BY id`,
  params: { accountId: uuid, closedAccount: text },
  row: { id: uuid, address: nullable(jsonb<StoredAddress>()) },
});

/** The deliveries of a person's orders. */
export async function readTasks(trx: Transaction, accountId: string): Promise<string[]> {
  return (await tasksOf.all(trx, { accountId })).map(({ id }) => id);
}

const tasksOf = statement({
  name: 'erasure.tasks_of_account',
  sql: `SELECT t.id FROM delivery_tasks t JOIN orders o ON o.id = t.order_id WHERE o.account_id = :accountId ORDER BY t.id`,
  params: { accountId: uuid },
  row: { id: uuid },
});

/** Erases a buyer from their orders, and from what drivers and zones recorded about the deliveries. */
export async function eraseBuyer(trx: Transaction, erasure: Erasure): Promise<void> {
  const { accountId, orderIds, taskIds, words, closedAccount } = erasure;
  if (orderIds.length === 0) return;
  const doors = erasure.doors.flatMap(({ latitude, longitude }) => [latitude, longitude]);
  const { groupIds, driverIds, zoneIds } = await deliveriesOf(trx, orderIds);
  const said = { words, doors, tasks: taskIds };
  await eraseTransitions.count(trx, {
    accountId,
    subjectIds: [...orderIds, ...groupIds, ...taskIds],
    ...said,
  });
  await eraseNotes.count(trx, said);
  await eraseChoices.count(trx, said);
  await erasePastOfOrders.count(trx, { accountId, orderIds, ...said });
  await eraseSnapshots.count(trx, { kind: 'order', keys: orderIds, near: '', ...said });
  await eraseTimers.count(trx, { kind: 'order', keys: orderIds, ...said });
  await erasePastOfZones.count(trx, { orderIds, zoneIds, ...said });
  if (zoneIds.length > 0) await eraseSnapshotsOfZones.count(trx, { zoneIds, ...said });
  if (doors.length > 0 && driverIds.length > 0)
    await eraseVisits(trx, { ...said, orderIds, driverIds, near: nearOf(erasure.doors) });
  await eraseWaiting.count(trx, { ids: [accountId, ...orderIds, ...taskIds], ...said });
  await eraseTasks.count(trx, { taskIds, words });
  // Last, so that rows written by live actors are locked only briefly.
  await eraseOrders.count(trx, { orderIds, closedAccount });
  await eraseStates.count(trx, { kind: 'order', keys: orderIds, near: '', ...said });
}

/** Drops messages to a person's addresses that have not been sent. */
export async function dropMessages(trx: Transaction, emails: readonly string[]): Promise<void> {
  if (emails.length > 0) await dropAddressed.count(trx, { emails });
}

const dropAddressed = statement({
  name: 'erasure.messages',
  sql: `DELETE FROM outbox
         WHERE kind = 'record'
           AND effects::text ILIKE ANY(ARRAY(SELECT '%"' || email || '"%' FROM unnest(:emails::text[]) AS named (email)))`,
  params: { emails: arrayOf(text) },
});

/** Erases a driver from their own history: what others wrote about them, and every reported position. */
export async function eraseDriver(
  trx: Transaction,
  { driverId, words }: { driverId: string; words: string | null },
): Promise<void> {
  await deletePositions.count(trx, { driverId });
  if (words === null) return;
  const said = { words, doors: [], tasks: [] };
  await erasePastOfDriver.count(trx, { driverId, words });
  await eraseTransitionsOfDriver.count(trx, { driverId, words });
  await eraseNotesOfDriver.count(trx, { driverId, words });
  await eraseSettlements.count(trx, { driverId, words });
  await eraseTimers.count(trx, { kind: 'driver', keys: [driverId], ...said });
  await eraseWaiting.count(trx, { ids: [driverId], ...said });
}

const IDS = arrayOf(uuid);
const DOORS = arrayOf(double);
const SAID = { words: nullable(text), doors: DOORS, tasks: arrayOf(text) };

async function deliveriesOf(trx: Transaction, orderIds: readonly string[]): Promise<Deliveries> {
  const found = await deliveries.first(trx, { orderIds });
  return {
    groupIds: found?.group_ids ?? [],
    driverIds: found?.driver_ids ?? [],
    zoneIds: found?.zone_ids ?? [],
  };
}

const deliveries = statement({
  name: 'erasure.deliveries',
  sql: `WITH named AS (
          SELECT DISTINCT id #>> '{}' AS id
            FROM actor_command c
           CROSS JOIN LATERAL jsonb_path_query(c.events, '$.**.driverId ? (@.type() == "string")') AS id
           WHERE c.kind = 'order' AND c.key = ANY(:orderIds::uuid[])),
        zones AS (
          SELECT DISTINCT id #>> '{}' AS id
            FROM actor_command c
           CROSS JOIN LATERAL (SELECT jsonb_path_query(c.events, '$.**.zoneId ? (@.type() == "string")')
                               UNION ALL
                               SELECT jsonb_path_query(c.events, '$.**.homeZoneId ? (@.type() == "string")')) AS ids (id)
           WHERE c.kind = 'order' AND c.key = ANY(:orderIds::uuid[])),
        tasks AS (SELECT id, driver_id, zone_id FROM delivery_tasks WHERE order_id = ANY(:orderIds::uuid[])),
        chosen AS (SELECT chosen_driver_id, zone_id FROM assignment_choices WHERE task_id IN (SELECT id FROM tasks))
        SELECT ARRAY(SELECT id FROM order_groups WHERE order_id = ANY(:orderIds::uuid[])) AS group_ids,
               ARRAY(SELECT d.id FROM drivers d
                      WHERE d.id::text IN (SELECT id FROM named) OR d.id IN (SELECT driver_id FROM tasks)
                         OR d.id IN (SELECT chosen_driver_id FROM chosen)) AS driver_ids,
               ARRAY(SELECT z.id FROM delivery_zones z
                      WHERE z.id::text IN (SELECT id FROM zones) OR z.id IN (SELECT zone_id FROM tasks)
                         OR z.id IN (SELECT zone_id FROM chosen)) AS zone_ids`,
  params: { orderIds: IDS },
  row: { group_ids: IDS, driver_ids: IDS, zone_ids: IDS },
});

// What the person wrote is deleted entirely; in what others wrote, the person is replaced.
const eraseTransitions = statement({
  name: 'erasure.transitions',
  sql: `UPDATE transitions
           SET reason = CASE WHEN account_id = :accountId THEN NULL ELSE without_words(reason, :words::text) END,
               data = without_person(data, :words::text, :doors::double precision[], :tasks::text[], '{note,comment}')
         WHERE subject_type IN ('ORDER', 'GROUP', 'TASK') AND subject_id = ANY(:subjectIds::uuid[])
           AND (reason IS NOT NULL OR data <> '{}')`,
  params: { accountId: uuid, subjectIds: IDS, ...SAID },
});

// A note about a delivery may describe how to find a door and who opened it.
const eraseNotes = statement({
  name: 'erasure.notes',
  sql: `UPDATE task_exceptions
           SET note = NULL, data = without_person(data, :words::text, :doors::double precision[], :tasks::text[], '{note}')
         WHERE task_id = ANY(:tasks::text[]::uuid[]) AND (note IS NOT NULL OR data <> '{}')`,
  params: SAID,
});

const eraseChoices = statement({
  name: 'erasure.choices',
  sql: `UPDATE assignment_choices
           SET candidates = without_person(candidates, :words::text, :doors::double precision[], :tasks::text[]),
               why = without_person(why, :words::text, :doors::double precision[], :tasks::text[])
         WHERE task_id = ANY(:tasks::text[]::uuid[])`,
  params: SAID,
});

const erasePastOfOrders = statement({
  name: 'erasure.past_of_orders',
  sql: `UPDATE actor_command
           SET events = without_person(events, :words::text, :doors::double precision[], :tasks::text[], '{note,comment}'),
               outcome = without_person(outcome, :words::text, :doors::double precision[], :tasks::text[]),
               reason = CASE WHEN account_id = :accountId THEN NULL ELSE without_words(reason, :words::text) END
         WHERE kind = 'order' AND key = ANY(:orderIds::uuid[])`,
  params: { accountId: uuid, orderIds: IDS, ...SAID },
});

const KEYED = { kind: text, keys: IDS, near: text, ...SAID };

const eraseSnapshots = statement({
  name: 'erasure.snapshots',
  sql: `UPDATE actor_snapshots
           SET state = without_person(state, :words::text, :doors::double precision[], :tasks::text[]),
               delta_rows = without_person(delta_rows, :words::text, :doors::double precision[], :tasks::text[])
         WHERE kind = :kind AND key = ANY(:keys::uuid[]) AND state::text ~ :near`,
  params: KEYED,
});

const eraseSnapshotsOfZones = statement({
  name: 'erasure.snapshots_of_zones',
  sql: `UPDATE actor_snapshots
           SET delta_rows = without_person(delta_rows, :words::text, :doors::double precision[], :tasks::text[])
         WHERE kind = 'zone' AND key = ANY(:zoneIds::uuid[])
           AND EXISTS (SELECT FROM jsonb_array_elements(delta_rows) AS ticket
                        WHERE coalesce(ticket ->> 'task_id', ticket ->> 'taskId') = ANY(:tasks::text[]))`,
  params: { zoneIds: IDS, ...SAID },
});

const eraseTimers = statement({
  name: 'erasure.timers',
  sql: `UPDATE actor_timer
           SET payload = without_person(payload, :words::text, :doors::double precision[], :tasks::text[]),
               last_error = without_words(last_error, :words::text)
         WHERE kind = :kind AND key = ANY(:keys::uuid[])`,
  params: { kind: text, keys: IDS, ...SAID },
});

/** SQL: another actor's command was written during one of the orders, or within a day after it. */
const MEANWHILE = `EXISTS (SELECT FROM (SELECT min(o.at) AS first, max(o.at) AS last FROM actor_command o
                                       WHERE o.kind = 'order' AND o.key = ANY(:orderIds::uuid[]) GROUP BY o.key) span
                           WHERE c.at BETWEEN span.first - interval '1 hour' AND span.last + interval '1 day')`;

// Of a zone's many events, only those with a ticket contain where a task goes.
const erasePastOfZones = statement({
  name: 'erasure.past_of_zones',
  sql: `UPDATE actor_command c
           SET events = without_person(events, :words::text, :doors::double precision[], :tasks::text[])
         WHERE kind = 'zone' AND key = ANY(:zoneIds::uuid[]) AND ${MEANWHILE}
           AND EXISTS (SELECT FROM jsonb_array_elements(c.events) AS event
                        WHERE event #>> '{ticket,taskId}' = ANY(:tasks::text[]))`,
  params: { orderIds: IDS, zoneIds: IDS, ...SAID },
});

interface Visits {
  words: string | null;
  doors: number[];
  tasks: readonly string[];
  orderIds: readonly string[];
  driverIds: readonly string[];
  /** A regular expression that preselects rows which may contain a door: most rows do not. */
  near: string;
}

/** Erases what drivers recorded about a door: stops, legs, positions. */
async function eraseVisits(trx: Transaction, visits: Visits): Promise<void> {
  const { orderIds, ...said } = visits;
  const { driverIds, doors } = said;
  await erasePastOfDrivers.count(trx, { orderIds, ...said });
  await eraseSnapshots.count(trx, { kind: 'driver', keys: driverIds, ...said });
  await eraseLegs.count(trx, { driverIds, doors });
  await erasePositions.count(trx, { driverIds, doors });
  await eraseStates.count(trx, { kind: 'driver', keys: driverIds, ...said });
}

const erasePastOfDrivers = statement({
  name: 'erasure.past_of_drivers',
  sql: `UPDATE actor_command c
           SET events = without_person(events, :words::text, :doors::double precision[], :tasks::text[]),
               outcome = without_person(outcome, :words::text, :doors::double precision[], :tasks::text[])
         WHERE kind = 'driver' AND key = ANY(:driverIds::uuid[]) AND ${MEANWHILE} AND events::text ~ :near`,
  params: { orderIds: IDS, driverIds: IDS, near: text, ...SAID },
});

// Distance and duration stay, because travel times are learned from them.
const eraseLegs = statement({
  name: 'erasure.legs',
  sql: `UPDATE route_legs
           SET from_lat = CASE WHEN at_door(from_lat, from_lng, :doors) THEN coarse(from_lat) ELSE from_lat END,
               from_lng = CASE WHEN at_door(from_lat, from_lng, :doors) THEN coarse(from_lng) ELSE from_lng END,
               to_lat = CASE WHEN at_door(to_lat, to_lng, :doors) THEN coarse(to_lat) ELSE to_lat END,
               to_lng = CASE WHEN at_door(to_lat, to_lng, :doors) THEN coarse(to_lng) ELSE to_lng END
         WHERE driver_id = ANY(:driverIds::uuid[])
           AND (at_door(from_lat, from_lng, :doors::double precision[]) OR at_door(to_lat, to_lng, :doors))`,
  params: { driverIds: IDS, doors: DOORS },
});

// The track of the last thirty days gets a gap of some hundred metres around the door.
const erasePositions = statement({
  name: 'erasure.positions',
  sql: `DELETE FROM breadcrumbs b
         USING generate_series(1, cardinality(:doors::double precision[]), 2) AS n (at)
         WHERE b.driver_id = ANY(:driverIds::uuid[])
           AND abs(b.latitude - (:doors::double precision[])[n.at]) < 0.0015
           AND abs(b.longitude - (:doors::double precision[])[n.at + 1]) < 0.0015`,
  params: { driverIds: IDS, doors: DOORS },
});

const eraseStates = statement({
  name: 'erasure.states',
  sql: `UPDATE actor
           SET state = without_person(state, :words::text, :doors::double precision[], :tasks::text[]), epoch = epoch + 1
         WHERE kind = :kind AND key = ANY(:keys::uuid[]) AND state::text ~ :near`,
  params: KEYED,
});

const eraseWaiting = statement({
  name: 'erasure.waiting',
  sql: `UPDATE outbox
           SET effects = without_person(effects, :words::text, :doors::double precision[], :tasks::text[]),
               last_error = without_words(last_error, :words::text)
         WHERE effects::text LIKE ANY(ARRAY(SELECT '%' || id || '%' FROM unnest(:ids::text[]) AS named (id)))`,
  params: { ids: arrayOf(text), ...SAID },
});

const eraseTasks = statement({
  name: 'erasure.tasks',
  sql: `UPDATE delivery_tasks
           SET dropoff_lat = coarse(dropoff_lat), dropoff_lng = coarse(dropoff_lng),
               manual_refusal = without_person(manual_refusal, :words::text, '{}', '{}')
         WHERE id = ANY(:taskIds::uuid[])`,
  params: { taskIds: IDS, words: nullable(text) },
});

// The municipal zone stays, since some ten thousand people live in one.
const eraseOrders = statement({
  name: 'erasure.orders',
  sql: `UPDATE orders
           SET address = jsonb_build_object(
                 'contactName', :closedAccount::text, 'phone', '+97400000000',
                 'zoneNumber', address -> 'zoneNumber', 'streetNumber', 0, 'buildingNumber', 0,
                 'unit', NULL, 'floor', NULL, 'landmark', NULL,
                 'location', jsonb_build_object(
                   'latitude', coarse((address #>> '{location,latitude}')::double precision),
                   'longitude', coarse((address #>> '{location,longitude}')::double precision)))
         WHERE id = ANY(:orderIds::uuid[]) AND address ->> 'contactName' <> :closedAccount`,
  params: { orderIds: IDS, closedAccount: text },
});

const deletePositions = statement({
  name: 'erasure.positions_of_driver',
  sql: 'DELETE FROM breadcrumbs WHERE driver_id = :driverId',
  params: { driverId: uuid },
});

const OF_DRIVER = { driverId: uuid, words: nullable(text) };

const erasePastOfDriver = statement({
  name: 'erasure.past_of_driver',
  sql: `UPDATE actor_command
           SET events = without_person(events, :words::text, '{}', '{}'),
               outcome = without_person(outcome, :words::text, '{}', '{}'), reason = without_words(reason, :words::text)
         WHERE kind = 'driver' AND key = :driverId
           AND (events::text ~* :words OR outcome::text ~* :words OR reason ~* :words)`,
  params: OF_DRIVER,
});

const eraseTransitionsOfDriver = statement({
  name: 'erasure.transitions_of_driver',
  sql: `UPDATE transitions
           SET reason = without_words(reason, :words::text), data = without_person(data, :words::text, '{}', '{}')
         WHERE (subject_type = 'DRIVER' AND subject_id = :driverId
                OR subject_type = 'SHIFT' AND subject_id IN (SELECT id FROM shift_runs WHERE driver_id = :driverId)
                OR subject_type = 'SETTLEMENT' AND subject_id IN (SELECT id FROM settlements WHERE driver_id = :driverId))
           AND (reason ~* :words OR data::text ~* :words)`,
  params: OF_DRIVER,
});

const eraseNotesOfDriver = statement({
  name: 'erasure.notes_of_driver',
  sql: `UPDATE task_exceptions
           SET note = without_words(note, :words::text), data = without_person(data, :words::text, '{}', '{}')
         WHERE task_id IN (SELECT id FROM delivery_tasks WHERE driver_id = :driverId)
           AND (note ~* :words OR data::text ~* :words)`,
  params: OF_DRIVER,
});

const eraseSettlements = statement({
  name: 'erasure.settlements',
  sql: `UPDATE settlements SET note = without_words(note, :words::text) WHERE driver_id = :driverId AND note ~* :words`,
  params: OF_DRIVER,
});

/** The first digits of these doors' latitudes, however they were rounded. */
function nearOf(doors: readonly Point[]): string {
  const beginnings = doors.flatMap(({ latitude }) =>
    [latitude - 0.0003, latitude + 0.0003].map((value) => String(Math.floor(value * 100) / 100)),
  );
  return [...new Set(beginnings)].map((beginning) => beginning.replace('.', '\\.')).join('|');
}
