import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Bucket limits in seconds. */
const QUICK = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const REQUEST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export type Families = ReturnType<typeof createFamilies>;

/** Current contents of the in-memory owners. */
export interface OwnerGauges {
  actors: number;
  unanswered: number;
  decided: number;
}

/** Every counter and histogram of a process, by subject. docs/metrics.md explains them. */
export function createFamilies(registry: Registry, owned: () => OwnerGauges) {
  const registers = [registry];
  const counter = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name: `wasl_${name}`, help, labelNames, registers });
  /** For events occurring thousands of times a second: summed here and labelled on collection. */
  const summed = (name: string, help: string, label: string) => {
    const sums = new Map<string, number>();
    new Counter({
      ...{ name: `wasl_${name}`, help, labelNames: [label], registers },
      collect() {
        for (const [value, count] of sums) this.inc({ [label]: value }, count);
        sums.clear();
      },
    });
    return (value: string, count: number) => void sums.set(value, (sums.get(value) ?? 0) + count);
  };
  const histogram = <L extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: L[] = [],
  ) => new Histogram<L>({ name: `wasl_${name}`, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string, read?: () => number) =>
    new Gauge({
      name: `wasl_${name}`,
      help,
      registers,
      collect() {
        if (read !== undefined) this.set(read());
      },
    });
  return {
    requests: histogram('http_request_seconds', 'HTTP requests', REQUEST, ['operation', 'status']),
    spent: counter('limits_spent_total', 'Requests counted against rate limits, by network', [
      'network',
      'budget',
      'outcome',
    ]),
    commands: counter('commands_total', 'Commands to actors', ['kind', 'outcome']),
    commandSeconds: histogram('command_seconds', 'From a command to its commit or refusal', QUICK, ['kind']),
    effectFailures: counter('effect_failures_total', 'Effects of commits that failed', ['effect', 'parked']),
    timers: counter('timers_total', 'Timers of actors: due, failed, parked', ['outcome']),
    staleReads: counter('stale_reads_total', 'Reads that may be some seconds old, by who answered', ['from']),
    swept: counter('outbox_swept_total', 'Commits whose effects were swept from the outbox'),
    travelTimes: counter('travel_times_total', 'Requests for travel times, by outcome', ['outcome']),
    streetPaths: counter('street_paths_total', 'Requests for paths along streets, by outcome', ['outcome']),
    deliveries: counter('deliveries_total', 'Messages handed to providers, by outcome', [
      'channel',
      'outcome',
    ]),
    owner: {
      turns: counter('owner_turns_total', 'Commands decided by in-memory owners', ['outcome']),
      shed: counter('owner_shed_total', 'Commands refused, or not run in time', ['because']),
      batchSize: histogram('owner_batch_turns', 'Turns in one group commit', SIZES),
      batchSeconds: histogram('owner_batch_seconds', 'Time of one group commit', QUICK),
      unknown: counter('owner_unknown_outcomes_total', 'Turns in batches whose outcome was unknown'),
      fences: counter('owner_fences_total', 'Owners that had lost ownership'),
      activations: counter('owner_activations_total', 'Actors activated'),
      passivations: counter('owner_passivations_total', 'Actors deactivated'),
      forwards: counter('owner_forwards_total', 'Commands forwarded to the owner in another process'),
      degraded: counter('owner_degraded_total', 'Commands run by row lock, because owners were unavailable'),
      actors: gauge('owner_actors', 'Actors in memory', () => owned().actors),
      unanswered: gauge('owner_unanswered_commands', 'Commands not answered yet', () => owned().unanswered),
      mailbox: gauge('owner_mailbox_depth', 'Turns decided but not yet in a batch', () => owned().decided),
    },
    framesRefused: counter('frames_refused_total', 'Messages from Redis that were not accepted', [
      'channel',
      'because',
    ]),
    live: {
      delivered: histogram('live_delivery_seconds', 'From a commit to the sockets here', QUICK, [
        'event',
        'from',
      ]),
      appended: counter('live_appended_total', 'Events accepted by Redis, once per room'),
      appendSeconds: histogram('live_append_seconds', 'Time of one batch of events to Redis', QUICK),
      shed: counter('live_shed_total', 'Events dropped before Redis accepted them'),
      caughtUp: counter('live_caught_up_total', 'Clients that asked for the position of a room', ['answer']),
      replayed: counter('live_replayed_events_total', 'Events sent again to clients that had missed them'),
      lagged: counter('live_lagged_total', 'Sockets that received events too slowly'),
      paused: gauge('live_paused', '1 while numbered events do not reach the sockets of this process'),
    },
    locations: {
      points: summed('location_points_total', 'Points of drivers’ tracks', 'fate'),
      frames: counter('location_frames_total', 'Frames sent to a room of sockets here'),
      framed: counter('location_framed_drivers_total', 'Drivers in those frames'),
      presence: counter('presence_changes_total', 'Drivers that became', ['presence']),
      breadcrumbs: counter('breadcrumbs_total', 'Sampled points of tracks', ['fate']),
      arrivals: counter('arrivals_total', 'Geofences crossed', ['outcome']),
    },
  };
}
