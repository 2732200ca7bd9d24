import { orderMachine } from '../../actors/order/machine.ts';
import { findTask, type LocatedTask, type OrderState } from '../../actors/order/state.ts';
import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { EnqueuePayload } from '../../actors/zone/commands.ts';
import type { Database } from '../../db/database.ts';
import type { ActorGateway } from '../actors/actor-gateway.ts';
import { type AlertDependencies, raise } from '../alerts/alert-consumer.ts';
import type { ZoneDirectory } from './zone-directory.ts';

const AT_ONCE = 100;

export interface RequeueDependencies extends AlertDependencies {
  actors: ActorGateway;
  ids: Ids;
  zones: ZoneDirectory;
}

interface LostTask {
  id: string;
  order_id: string;
  round: number;
  zone_id: string | null;
}

/**
 * Worker duty: what fell out between the actors is put right. A task that waits for a driver and has had no ticket
 * for five seconds is enqueued again and raises an alert; a ticket whose task no longer waits is withdrawn.
 */
export async function requeueLostTasks(deps: RequeueDependencies): Promise<void> {
  const faults: unknown[] = [];
  // One task that cannot be helped must not keep the others waiting.
  const attempt = (work: Promise<void>) => work.catch((error: unknown) => void faults.push(error));
  for (const task of await tasksWithoutTicket(deps.database)) await attempt(enqueue(deps, task));
  for (const ticket of await staleTickets(deps.database)) await attempt(withdraw(deps, ticket));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} task(s) could not be put right`);
}

/**
 * The order's last command on its task is at least five seconds old by PostgreSQL's clock: the chain from the order
 * to its zone has had time enough, however fast domain time runs.
 */
const SETTLED = `EXISTS (SELECT 1 FROM actor_command c
                  WHERE c.kind = 'order' AND c.key = t.order_id AND c.version = t.actor_version
                    AND c.at < now() - interval '5 seconds')`;

async function tasksWithoutTicket(database: Database): Promise<LostTask[]> {
  const { rows } = await database.raw<{ rows: LostTask[] }>(
    `SELECT t.id, t.order_id, t.round, t.zone_id FROM delivery_tasks t
      WHERE t.status = 'UNASSIGNED' AND t.manual_offer_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM zone_tickets k WHERE k.task_id = t.id AND k.round >= t.round)
        AND ${SETTLED}
      ORDER BY t.id LIMIT ?`,
    [AT_ONCE],
  );
  return rows;
}

async function enqueue(deps: RequeueDependencies, lost: LostTask): Promise<void> {
  const located = await readTask(deps.database, lost);
  if (located === null) return;
  const { order, task } = located;
  // A task of no zone waits until one covers its pickup; its own alert stands meanwhile.
  const zoneId = task.homeZoneId ?? (await deps.zones.map()).homeOf(located.group.pickup);
  if (zoneId === null) return;
  const zone = { kind: 'zone', key: zoneId } as const;
  const cause = { effectId: deps.ids.next(), correlationId: deps.ids.next(), requestId: null };
  const { effects } = await deps.actors.follow(cause, zone, 'enqueue', ticketOf(order, located));
  if (task.homeZoneId !== undefined) {
    const dedupeKey = `task-without-ticket:${lost.id}:${lost.round}`;
    const alert = { kind: 'TASK_WITHOUT_TICKET', dedupeKey, subjectType: 'TASK', subjectId: lost.id };
    await raise(
      deps,
      { ...alert, data: { taskId: lost.id, round: lost.round, zoneId } },
      deterministicId(dedupeKey),
    );
  }
  await effects;
}

/** The order's own word on the task: the projection does not say who is excluded. Null when it moved on meanwhile. */
async function readTask(
  database: Database,
  { id, order_id: orderId, round }: LostTask,
): Promise<(LocatedTask & { order: OrderState }) | null> {
  const row = await database<{ kind: string; key: string; state: JsonObject; schema: number }>('actor')
    .where({ kind: 'order', key: orderId })
    .first('state', 'schema');
  if (row === undefined) return null;
  const order = orderMachine.upcast(row.state, row.schema);
  const located = findTask(order, id);
  if (located === undefined) return null;
  const { status, manual } = located.task;
  const waits = status === 'UNASSIGNED' && manual === undefined && located.task.round === round;
  return waits ? { order, ...located } : null;
}

function ticketOf(order: OrderState, { groupId, group, task }: LocatedTask): EnqueuePayload {
  return {
    taskId: task.taskId,
    orderId: order.orderId,
    groupId,
    round: task.round,
    pickup: group.pickup,
    dropoff: order.dropoff,
    cod: group.cashDue,
    items: group.items,
    dueBy: task.dueBy,
    excluded: task.excluded.map(({ driverId, until }) => ({ driverId, until: until ?? null })),
  };
}

interface StaleTicket {
  task_id: string;
  zone_id: string;
  round: number;
}

async function staleTickets(database: Database): Promise<StaleTicket[]> {
  const { rows } = await database.raw<{ rows: StaleTicket[] }>(
    `SELECT k.task_id, k.zone_id, k.round FROM zone_tickets k JOIN delivery_tasks t ON t.id = k.task_id
      WHERE (t.status <> 'UNASSIGNED' OR t.manual_offer_id IS NOT NULL OR k.round < t.round) AND ${SETTLED}
      ORDER BY k.task_id LIMIT ?`,
    [AT_ONCE],
  );
  return rows;
}

async function withdraw({ actors, ids }: RequeueDependencies, ticket: StaleTicket): Promise<void> {
  const zone = { kind: 'zone', key: ticket.zone_id } as const;
  const cause = { effectId: ids.next(), correlationId: ids.next(), requestId: null };
  const payload = { taskId: ticket.task_id, round: ticket.round };
  const { effects } = await actors.follow(cause, zone, 'withdraw', payload);
  await effects;
}
