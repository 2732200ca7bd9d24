import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Span } from './day-span.ts';
import { JOURNEYS } from './journeys.ts';

type Overview = components['schemas']['DispatchOverview'];
export type Flow = Pick<Overview, 'delivered' | 'stages'>;

/** Columns of a journey with the stages they are the seconds of, in order. */
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

type Column = keyof typeof STAGES;
const COLUMNS = Object.keys(STAGES) as Column[];

type FlowRow = { tasks: number; on_time: number; on_day: number } & {
  [of in Column as `${of}_count`]: number;
} & { [of in Column as `${of}_at`]: [number, number] | null };

const FIGURES = COLUMNS.map(
  (column) =>
    `count(${column}) AS ${column}_count,
     percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY ${column}) AS ${column}_at`,
);

/** How many were delivered, how many of them in time, and how long each stage took. The journeys are made. */
export async function readFlow(database: Database, { from, to }: Span): Promise<Flow> {
  const { rows } = await database.raw<{ rows: FlowRow[] }>(
    `SELECT count(*) AS tasks, count(*) FILTER (WHERE on_time) AS on_time,
            count(*) FILTER (WHERE on_promised_day) AS on_day, ${FIGURES.join(', ')}
       FROM (${JOURNEYS}) journeys`,
    { from, to },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate without a row');
  const share = (part: number) => (row.tasks === 0 ? null : Math.round((part / row.tasks) * 10_000) / 10_000);
  return {
    delivered: {
      tasks: row.tasks,
      onTime: row.on_time,
      onTimeShare: share(row.on_time),
      onPromisedDay: row.on_day,
      onPromisedDayShare: share(row.on_day),
    },
    stages: COLUMNS.map((column) => stageOf(column, row)),
  };
}

function stageOf(column: Column, row: FlowRow): Flow['stages'][number] {
  const [p50, p90] = row[`${column}_at`] ?? [null, null];
  const whole = (seconds: number | null) => (seconds === null ? null : Math.round(seconds));
  const count = row[`${column}_count`];
  return { stage: STAGES[column], count, p50Seconds: whole(p50), p90Seconds: whole(p90) };
}
