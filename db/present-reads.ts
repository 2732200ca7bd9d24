import type { TicketStatus, ZoneTicket } from '../actors/zone/state.ts';
import type { Database, Transaction } from './database.ts';
import { runPrepared } from './prepared.ts';
import { SharedReads } from './shared-reads.ts';

/** Numbers that grow with every change of what processes keep copies of. */
export interface Revision {
  zones: number;
  settings: number;
}

/** A row of `zone_tickets`. */
export interface TicketRow {
  task_id: string;
  zone_id: string;
  order_id: string;
  group_id: string;
  round: number;
  status: TicketStatus;
  attempt: number;
  offer_id: string | null;
  driver_id: string | null;
  pickup_lat: number;
  pickup_lng: number;
  dropoff_lat: number;
  dropoff_lng: number;
  cod: string;
  items: number;
  due_by: Date;
  excluded: ZoneTicket['excluded'];
  refused: string[];
  enqueued_at: Date;
  updated_at: Date;
}

interface Present {
  revision: Revision;
  tickets: ReadonlyMap<string, TicketRow>;
}

const NONE: Revision = { zones: 0, settings: 0 };

const READ_REVISION = {
  name: 'revision',
  sql: 'SELECT z.revision AS zones, s.revision AS settings FROM zone_revision z, settings_revision s',
};

const READ_PRESENT = {
  name: 'present',
  sql: `SELECT z.revision AS zones, s.revision AS settings,
               t.task_id, t.zone_id, t.order_id, t.group_id, t.round, t.status, t.attempt, t.offer_id, t.driver_id,
               t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng, t.cod, t.items, t.due_by, t.excluded,
               t.refused, t.enqueued_at, t.updated_at
          FROM zone_revision z CROSS JOIN settings_revision s
          LEFT JOIN zone_tickets t ON t.task_id = ANY(?::uuid[])`,
};

/**
 * What nearly every step of an assignment asks for, read together: the ticket of its task, and whether the copies of
 * zones and settings are still what is committed.
 */
export class PresentReads {
  readonly #reads: SharedReads<Present>;

  constructor(database: Database) {
    this.#reads = new SharedReads((taskIds) => readPresent(database, taskIds));
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
  const rows = await runPrepared<Revision & (TicketRow | { task_id: null })>(database, READ_PRESENT, [
    [...taskIds],
  ]);
  const [first] = rows;
  const revision = first === undefined ? NONE : { zones: first.zones, settings: first.settings };
  return {
    revision,
    tickets: new Map(rows.flatMap((row) => (row.task_id === null ? [] : [[row.task_id, row]]))),
  };
}

/** As the transaction sees them, its own changes included. */
export async function readRevision(executor: Database | Transaction): Promise<Revision> {
  const [revision] = await runPrepared<Revision>(executor, READ_REVISION, []);
  return revision ?? NONE;
}
