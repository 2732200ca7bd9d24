import type { TicketStatus, ZoneTicket } from '../../actors/zone/state.ts';
import { CoalescedReads } from '../coalesced-reads.ts';
import type { Database, Transaction } from '../database.ts';
import {
  arrayOf,
  bigint,
  double,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  timestamptz,
  uuid,
} from '../sql-types.ts';
import { statement, type ValuesOf } from '../statement.ts';

/** Counters that increase with every change of data that processes cache. */
export interface Revision {
  zones: number;
  settings: number;
}

/** The columns read from `zone_tickets`. */
export const TICKET = {
  task_id: uuid,
  zone_id: uuid,
  order_id: uuid,
  group_id: uuid,
  round: integer,
  status: oneOf<TicketStatus>(),
  attempt: integer,
  offer_id: nullable(uuid),
  driver_id: nullable(uuid),
  pickup_lat: double,
  pickup_lng: double,
  dropoff_lat: double,
  dropoff_lng: double,
  cod: numeric,
  items: integer,
  due_by: timestamptz,
  excluded: jsonb<ZoneTicket['excluded']>(),
  refused: jsonb<string[]>(),
  enqueued_at: timestamptz,
  updated_at: timestamptz,
};

export type TicketRow = ValuesOf<typeof TICKET>;

interface Present {
  revision: Revision;
  tickets: ReadonlyMap<string, TicketRow>;
}

const NONE: Revision = { zones: 0, settings: 0 };

const REVISION = { zones: bigint, settings: bigint };

const selectRevision = statement({
  name: 'present.revision',
  sql: 'SELECT z.revision AS zones, s.revision AS settings FROM zone_revision z, settings_revision s',
  row: REVISION,
  prepare: true,
});

const selectPresent = statement({
  name: 'present.tickets',
  sql: `SELECT z.revision AS zones, s.revision AS settings,
               t.task_id, t.zone_id, t.order_id, t.group_id, t.round, t.status, t.attempt, t.offer_id, t.driver_id,
               t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng, t.cod, t.items, t.due_by, t.excluded,
               t.refused, t.enqueued_at, t.updated_at
          FROM zone_revision z CROSS JOIN settings_revision s
          LEFT JOIN zone_tickets t ON t.task_id = ANY(:taskIds::uuid[])`,
  params: { taskIds: arrayOf(uuid) },
  // A row without a ticket has null in all columns of TICKET; `task_id` shows which case it is.
  row: { ...REVISION, ...TICKET, task_id: nullable(uuid) },
  prepare: true,
});

/**
 * Reads together what nearly every step of an assignment needs: the ticket of its task, and whether cached zones and
 * settings are still current.
 */
export class PresentReads {
  readonly #reads: CoalescedReads<Present>;

  constructor(database: Database) {
    this.#reads = new CoalescedReads((taskIds) => readPresent(database, taskIds));
  }

  async revision(): Promise<Revision> {
    return (await this.#reads.ask()).revision;
  }

  /** @param taskId A UUID as PostgreSQL writes it. */
  async ticket(taskId: string): Promise<TicketRow | undefined> {
    return (await this.#reads.ask(taskId)).tickets.get(taskId);
  }
}

async function readPresent(database: Database, taskIds: readonly string[]): Promise<Present> {
  if (taskIds.length === 0) return { revision: await readRevision(database), tickets: new Map() };
  const rows = await selectPresent.all(database, { taskIds });
  const [first] = rows;
  const revision = first === undefined ? NONE : { zones: first.zones, settings: first.settings };
  return { revision, tickets: new Map(rows.filter(hasTicket).map((row) => [row.task_id, row])) };
}

function hasTicket<Row extends { task_id: string | null }>(row: Row): row is Row & { task_id: string } {
  return row.task_id !== null;
}

/** As the transaction sees them, including its own changes. */
export async function readRevision(executor: Database | Transaction): Promise<Revision> {
  return (await selectRevision.first(executor, {})) ?? NONE;
}
