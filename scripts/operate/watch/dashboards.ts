import type { Dashboard, Query } from './dashboard.ts';

/** Quantiles of a histogram; `by` splits it further. */
function quantiles(metric: string, { where = '', by = '' } = {}): Query[] {
  const sum = `sum by (${by === '' ? 'le' : `le, ${by}`}) (rate(${metric}_bucket${where}[$__rate_interval]))`;
  const legend = by === '' ? '' : ` {{${by}}}`;
  return ['0.5', '0.95', '0.99'].map((quantile) => [
    `histogram_quantile(${quantile}, ${sum})`,
    `p${Number(quantile) * 100}${legend}`,
  ]);
}

/** A counter's rate per second, by these labels. */
function rate(metric: string, ...by: string[]): Query {
  const legend = by.length === 0 ? metric : by.map((label) => `{{${label}}}`).join(' ');
  const grouped = by.length === 0 ? 'sum' : `sum by (${by.join(', ')})`;
  return [`${grouped} (rate(${metric}[$__rate_interval]))`, legend];
}

export const DASHBOARDS: readonly Dashboard[] = [
  {
    uid: 'wasl-service',
    title: 'Wasl: service',
    panels: [
      {
        title: 'Requests by status',
        unit: 'reqps',
        queries: [rate('wasl_http_request_seconds_count', 'status')],
      },
      {
        title: 'Share of requests answered with 5xx',
        unit: 'percentunit',
        description: 'WaslErrors fires above 1 %.',
        queries: [
          [
            'sum(rate(wasl_http_request_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(wasl_http_request_seconds_count[$__rate_interval]))',
            '5xx',
          ],
        ],
      },
      {
        title: 'Time of API requests',
        unit: 's',
        queries: quantiles('wasl_http_request_seconds', { where: '{operation!="none"}' }),
      },
      {
        title: 'Slowest operations (p95)',
        unit: 's',
        queries: [
          [
            'topk(8, histogram_quantile(0.95, sum by (le, operation) (rate(wasl_http_request_seconds_bucket[$__rate_interval]))))',
            '{{operation}}',
          ],
        ],
      },
      {
        title: 'Delay of the event loop (p99)',
        unit: 's',
        queries: [['max by (process) (wasl_event_loop_delay_seconds{quantile="0.99"})', '{{process}}']],
      },
      {
        title: 'Processor time',
        unit: 'percentunit',
        queries: [rate('wasl_cpu_seconds_total', 'process')],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [['max by (process) (wasl_memory_bytes{part="resident"})', '{{process}}']],
      },
      {
        title: 'Refused by rate limits',
        unit: 'reqps',
        queries: [
          [
            'sum by (budget, network) (rate(wasl_limits_spent_total{outcome="refused"}[$__rate_interval]))',
            '{{budget}} {{network}}',
          ],
        ],
      },
    ],
  },
  {
    uid: 'wasl-live',
    title: 'Wasl: live delivery',
    panels: [
      { title: 'Open sockets', unit: 'short', queries: [['sum by (process) (wasl_sockets)', '{{process}}']] },
      {
        title: 'From commit to socket',
        unit: 's',
        queries: quantiles('wasl_live_delivery_seconds', { by: 'from' }),
      },
      {
        title: 'Events delivered',
        unit: 'ops',
        queries: [rate('wasl_live_delivery_seconds_count', 'event')],
      },
      {
        title: 'Time of a batch of events to Redis',
        unit: 's',
        queries: quantiles('wasl_live_append_seconds'),
      },
      {
        title: 'Events accepted by Redis, dropped, and sent again',
        unit: 'ops',
        queries: [
          rate('wasl_live_appended_total'),
          rate('wasl_live_shed_total'),
          rate('wasl_live_replayed_events_total'),
        ],
      },
      {
        title: 'Slow sockets, catching up, pauses',
        unit: 'short',
        queries: [
          rate('wasl_live_lagged_total'),
          rate('wasl_live_caught_up_total', 'answer'),
          ['max by (process) (wasl_live_paused)', 'paused {{process}}'],
        ],
      },
      {
        title: 'Points of drivers’ tracks',
        unit: 'ops',
        queries: [rate('wasl_location_points_total', 'fate')],
      },
      {
        title: 'Messages from Redis refused',
        unit: 'ops',
        description: 'Anything but 0 means that somebody else writes to Redis, or that secrets differ.',
        queries: [rate('wasl_frames_refused_total', 'channel', 'because')],
      },
    ],
  },
  {
    uid: 'wasl-dispatch',
    title: 'Wasl: orders and dispatch',
    panels: [
      { title: 'Commands', unit: 'ops', queries: [rate('wasl_commands_total', 'kind', 'outcome')] },
      { title: 'Time of a command', unit: 's', queries: quantiles('wasl_command_seconds', { by: 'kind' }) },
      { title: 'Turns in a group commit', unit: 'short', queries: quantiles('wasl_owner_batch_turns') },
      { title: 'Time of a group commit', unit: 's', queries: quantiles('wasl_owner_batch_seconds') },
      {
        title: 'Actors in memory, commands not answered, turns not in a batch',
        unit: 'short',
        queries: [
          ['sum(wasl_owner_actors)', 'actors'],
          ['sum(wasl_owner_unanswered_commands)', 'not answered'],
          ['sum(wasl_owner_mailbox_depth)', 'decided'],
        ],
      },
      {
        title: 'Forwarded, by row lock, refused, fenced, of unknown outcome',
        unit: 'ops',
        queries: [
          rate('wasl_owner_forwards_total'),
          rate('wasl_owner_degraded_total'),
          rate('wasl_owner_shed_total', 'because'),
          rate('wasl_owner_fences_total'),
          rate('wasl_owner_unknown_outcomes_total'),
        ],
      },
      { title: 'Arrivals detected', unit: 'ops', queries: [rate('wasl_arrivals_total', 'outcome')] },
      { title: 'Drivers’ presence', unit: 'ops', queries: [rate('wasl_presence_changes_total', 'presence')] },
      { title: 'Travel times asked', unit: 'ops', queries: [rate('wasl_travel_times_total', 'outcome')] },
      { title: 'Timers', unit: 'ops', queries: [rate('wasl_timers_total', 'outcome')] },
    ],
  },
  {
    uid: 'wasl-database',
    title: 'Wasl: database, Redis, outbox',
    panels: [
      {
        title: 'Connections in use and waited for',
        unit: 'short',
        queries: [
          ['sum by (process, pool) (wasl_pool_connections{state="used"})', '{{process}} {{pool}} used'],
          ['sum by (process, pool) (wasl_pool_connections{state="wanted"})', '{{process}} {{pool}} wanted'],
        ],
      },
      {
        title: 'Commits with effects left to do',
        unit: 'short',
        queries: [['max by (state) (wasl_outbox_rows)', '{{state}}']],
      },
      { title: 'Age of the oldest', unit: 's', queries: [['max(wasl_outbox_age_seconds)', 'age']] },
      {
        title: 'Effects swept, and failed',
        unit: 'ops',
        queries: [rate('wasl_outbox_swept_total'), rate('wasl_effect_failures_total', 'effect', 'parked')],
      },
      {
        title: 'Difference to the database’s clock',
        unit: 's',
        queries: [['max by (process) (wasl_clock_skew_seconds)', '{{process}}']],
      },
      {
        title: 'Redis as events see it: time of a batch',
        unit: 's',
        queries: quantiles('wasl_live_append_seconds'),
      },
    ],
  },
  {
    uid: 'wasl-jobs',
    title: 'Wasl: jobs and sending',
    panels: [
      {
        title: 'Since the last success',
        unit: 's',
        as: 'table',
        queries: [['time() - max by (job) (wasl_job_last_success_timestamp_seconds)', '{{job}}']],
      },
      {
        title: 'Periods since the last success',
        unit: 'short',
        description: 'WaslJobLate fires above 3, and a minute.',
        queries: [
          [
            '(time() - max by (job) (wasl_job_last_success_timestamp_seconds)) / max by (job) (wasl_job_period_seconds)',
            '{{job}}',
          ],
        ],
      },
      {
        title: 'Failed runs',
        unit: 'ops',
        queries: [
          ['sum by (job) (rate(wasl_job_runs_total{outcome="failed"}[$__rate_interval])) > 0', '{{job}}'],
        ],
      },
      {
        title: 'Last failure',
        unit: 'dateTimeFromNow',
        as: 'table',
        queries: [['1000 * max by (job) (wasl_job_last_failure_timestamp_seconds)', '{{job}}']],
      },
      {
        title: 'Time spent on jobs',
        unit: 'percentunit',
        queries: [rate('wasl_job_seconds_total', 'job')],
      },
      { title: 'Last run', unit: 's', queries: [['max by (job) (wasl_job_last_run_seconds)', '{{job}}']] },
      { title: 'Items handled', unit: 'ops', queries: [rate('wasl_job_items_total', 'job')] },
      { title: 'Work left', unit: 'short', queries: [['max by (job) (wasl_job_backlog) > 0', '{{job}}']] },
      {
        title: 'Messages due',
        unit: 'short',
        queries: [['max by (channel) (wasl_messages_due)', '{{channel}}']],
      },
      {
        title: 'Oldest due message',
        unit: 's',
        queries: [['max by (channel) (wasl_messages_due_age_seconds)', '{{channel}}']],
      },
      {
        title: 'Messages handed to providers',
        unit: 'ops',
        queries: [rate('wasl_deliveries_total', 'channel', 'outcome')],
      },
    ],
  },
];
