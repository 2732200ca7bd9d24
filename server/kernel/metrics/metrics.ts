import { Registry } from 'prom-client';
import type { ReadFrom } from '../../../db/standby-reads.ts';
import type { LocationMeter } from '../../../realtime/location-meter.ts';
import { createFamilies, type Families, type OwnerGauges } from './families.ts';

/**
 * The metrics of a process. `owner` and `live` have the shape expected by sticky owners and the live channel, so that
 * neither depends on the metrics library.
 */
export interface Metrics {
  readonly registry: Registry;
  /** Owners' gauges are read on collection. */
  watchOwners(read: () => OwnerGauges): void;
  request(operation: string, status: number, seconds: number): void;
  /** A rate limit was spent or exceeded. @param network '' for an address outside all named networks. */
  spent(network: string, budget: string, outcome: 'passed' | 'refused'): void;
  command(kind: string, outcome: CommandOutcome, seconds: number): void;
  effectFailed(effect: string, parked: boolean): void;
  timers(outcome: 'due' | 'failed' | 'parked', count: number): void;
  swept(rows: number): void;
  /** A read that may be some seconds old was answered. */
  staleRead(from: ReadFrom): void;
  /** Outcome of a request to the travel service; all but `service` fell back to calibrated times. */
  travelTimes(outcome: string): void;
  /** Outcome of a request to the routing service for a leg; all but `service` left a straight line. */
  streetPaths(outcome: string): void;
  /** A provider's response to a message: taken, refused, later. */
  delivery(channel: string, outcome: string): void;
  /** A message from Redis was forged, repeated or stale. */
  frameRefused(channel: string, because: string): void;
  readonly owner: OwnerMeter;
  readonly live: LiveMeter;
  readonly locations: LocationMeter;
}

export type CommandOutcome = 'done' | 'repeated' | 'refused' | 'failed';

export interface OwnerMeter {
  command(outcome: string): void;
  shed(because: string): void;
  batch(turns: number, milliseconds: number): void;
  unknownOutcome(turns: number): void;
  fenced(): void;
  activated(): void;
  passivated(actors: number): void;
  forwarded(): void;
  degraded(): void;
}

export interface LiveMeter {
  appended(events: number, milliseconds: number): void;
  shed(events: number): void;
  delivered(event: string, milliseconds: number, from: string): void;
  caughtUp(answer: string, events: number): void;
  lagged(): void;
  live(live: boolean): void;
}

/** @param process Distinguishes this process in the label `process`. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  let owned: () => OwnerGauges = () => ({ actors: 0, unanswered: 0, decided: 0 });
  const families = createFamilies(registry, () => owned());
  return {
    registry,
    watchOwners: (read) => {
      owned = read;
    },
    request: (operation, status, seconds) =>
      families.requests.observe({ operation, status: String(status) }, seconds),
    spent: (network, budget, outcome) => families.spent.inc({ network, budget, outcome }),
    command: (kind, outcome, seconds) => {
      families.commands.inc({ kind, outcome });
      families.commandSeconds.observe({ kind }, seconds);
    },
    effectFailed: (effect, parked) => families.effectFailures.inc({ effect, parked: String(parked) }),
    timers: (outcome, count) => families.timers.inc({ outcome }, count),
    swept: (rows) => families.swept.inc(rows),
    staleRead: (from) => families.staleReads.inc({ from }),
    travelTimes: (outcome) => families.travelTimes.inc({ outcome }),
    streetPaths: (outcome) => families.streetPaths.inc({ outcome }),
    delivery: (channel, outcome) => families.deliveries.inc({ channel, outcome }),
    frameRefused: (channel, because) => families.framesRefused.inc({ channel, because }),
    owner: ownerMeter(families.owner),
    live: liveMeter(families.live),
    locations: locationMeter(families.locations),
  };
}

function ownerMeter(owner: Families['owner']): OwnerMeter {
  return {
    command: (outcome) => owner.turns.inc({ outcome }),
    shed: (because) => owner.shed.inc({ because }),
    batch: (turns, milliseconds) => {
      owner.batchSize.observe(turns);
      owner.batchSeconds.observe(milliseconds / 1_000);
    },
    unknownOutcome: (turns) => owner.unknown.inc(turns),
    fenced: () => owner.fences.inc(),
    activated: () => owner.activations.inc(),
    passivated: (actors) => owner.passivations.inc(actors),
    forwarded: () => owner.forwards.inc(),
    degraded: () => owner.degraded.inc(),
  };
}

function liveMeter(live: Families['live']): LiveMeter {
  return {
    appended: (events, milliseconds) => {
      live.appended.inc(events);
      live.appendSeconds.observe(milliseconds / 1_000);
    },
    shed: (events) => live.shed.inc(events),
    // Two clocks may differ by more than the delivery takes.
    delivered: (event, milliseconds, from) =>
      live.delivered.observe({ event, from }, Math.max(0, milliseconds) / 1_000),
    caughtUp: (answer, events) => {
      live.caughtUp.inc({ answer });
      live.replayed.inc(events);
    },
    lagged: () => live.lagged.inc(),
    live: (alive) => live.paused.set(alive ? 0 : 1),
  };
}

function locationMeter(locations: Families['locations']): LocationMeter {
  return {
    points: locations.points,
    frame: (drivers) => {
      locations.frames.inc();
      locations.framed.inc(drivers);
    },
    presenceChanged: (presence) => locations.presence.inc({ presence }),
    breadcrumbs: (fate, count) => locations.breadcrumbs.inc({ fate }, count),
    arrival: (outcome) => locations.arrivals.inc({ outcome }),
  };
}
