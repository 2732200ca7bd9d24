import type { components } from '../../kernel/http/api-types.ts';
import type { BoardRow } from './board-store.ts';
import { type SeriesRow, termsOf } from './series-store.ts';

type Schemas = components['schemas'];

export function renderShift(row: BoardRow): Schemas['DispatchShift'] {
  return {
    id: row.id,
    driverId: row.driver_id,
    driverName: row.driver_name,
    planned: row.planned,
    status: row.status,
    plannedStart: row.planned_start?.toISOString() ?? null,
    plannedEnd: row.planned_end?.toISOString() ?? null,
    breaks: row.planned_breaks,
    run: renderRun(row),
    seriesId: row.series_id,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}

function renderRun(row: BoardRow): Schemas['ShiftRun'] | null {
  const { run_id: id, run_status: status, started_at: startedAt, ended_at: endedAt, run_breaks } = row;
  if (id === null || status === null || startedAt === null) return null;
  return {
    id,
    status,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    breaks: run_breaks ?? [],
  };
}

export function renderSeries(row: SeriesRow): Schemas['ShiftSeries'] {
  const { weekdays, breaks, ...terms } = termsOf(row);
  return {
    id: row.id,
    driverId: row.driver_id,
    ...terms,
    weekdays: [...weekdays],
    breaks: [...breaks],
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

type PlanColumns = 'id' | 'status' | 'starts_at' | 'planned_start' | 'planned_end' | 'planned_breaks';

/** A plan as its driver sees it. */
export function renderPlannedShift(row: Pick<BoardRow, PlanColumns>): Schemas['PlannedShift'] {
  return {
    id: row.id,
    status: row.status,
    plannedStart: (row.planned_start ?? row.starts_at).toISOString(),
    plannedEnd: (row.planned_end ?? row.starts_at).toISOString(),
    breaks: row.planned_breaks,
  };
}
