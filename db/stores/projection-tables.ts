import type { ProjectionTable } from '../../actors/runtime/machine.ts';

interface TableShape {
  key: readonly string[];
  /**
   * The column with the owning actor, in rows that one actor may take over from another by an upsert. Updates and
   * deletes by the former owner were decided on a row that is no longer its own, so they must not affect it.
   */
  owner?: string;
  json: readonly string[];
  uuidArrays?: readonly string[];
}

/** What the store must know about a projection's table to write its rows. */
export const PROJECTION_TABLES: Readonly<Record<ProjectionTable, TableShape>> = {
  orders: { key: ['id'], json: [] },
  order_groups: { key: ['id'], json: [] },
  delivery_tasks: { key: ['id'], json: ['manual_refusal'] },
  transitions: { key: ['id'], json: ['data'] },
  assignment_choices: { key: ['id'], json: ['candidates', 'excluded_by', 'why'] },
  task_exceptions: { key: ['id'], json: ['data'] },
  drivers: { key: ['id'], json: [], uuidArrays: ['zone_ids'] },
  shift_runs: { key: ['id'], json: ['breaks'] },
  routes: { key: ['id'], json: ['stops'] },
  route_legs: { key: ['id'], json: [] },
  driver_collections: { key: ['id'], json: [] },
  settlements: { key: ['id'], json: ['denominations'] },
  zone_tickets: { key: ['task_id'], owner: 'zone_id', json: ['excluded', 'refused'] },
};

/** The columns that identify the row of an update or a delete. */
export function ownKey(table: ProjectionTable): readonly string[] {
  const { key, owner } = PROJECTION_TABLES[table];
  return owner === undefined ? key : [...key, owner];
}
