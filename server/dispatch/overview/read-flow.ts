import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { type FlowRow, readFlowOf, STAGE_COLUMNS } from './overview-store.ts';

type Overview = components['schemas']['DispatchOverview'];
export type Flow = Pick<Overview, 'delivered' | 'stages'>;

/** The stage whose duration a journey column contains, in seconds. */
const STAGES = {
  accept_s: 'ACCEPT',
  pack_s: 'PACK',
  ready_s: 'READY',
  assign_s: 'ASSIGN',
  take_s: 'TAKE',
  pick_up_s: 'PICK_UP',
  deliver_s: 'DELIVER',
  total_s: 'TOTAL',
} as const;

type Column = (typeof STAGE_COLUMNS)[number];

/** Number of deliveries, number on time, and duration of each stage. The caller runs `makeJourneys` for the span first. */
export async function readFlow(database: Database, span: Span): Promise<Flow> {
  const row = await readFlowOf(database, span);
  if (row === null) throw new Error('the aggregate query returned no row');
  const share = (part: number) => (row.tasks === 0 ? null : Math.round((part / row.tasks) * 10_000) / 10_000);
  return {
    delivered: {
      tasks: row.tasks,
      onTime: row.on_time,
      onTimeShare: share(row.on_time),
      onPromisedDay: row.on_day,
      onPromisedDayShare: share(row.on_day),
    },
    stages: STAGE_COLUMNS.map((column) => stageOf(column, row)),
  };
}

function stageOf(column: Column, row: FlowRow): Flow['stages'][number] {
  const [p50 = null, p90 = null] = row[`${column}_at`] ?? [];
  const whole = (seconds: number | null) => (seconds === null ? null : Math.round(seconds));
  const count = row[`${column}_count`];
  return { stage: STAGES[column], count, p50Seconds: whole(p50), p90Seconds: whole(p90) };
}
