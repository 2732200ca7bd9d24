import type { ChaosFigures } from './chaos.ts';
import type { Sample } from './takeover.ts';

export interface Verdict {
  ok: boolean;
  lines: string[];
  /** Everything worth storing, without the raw samples. */
  summary: object;
}

/**
 * Milliseconds in which 99 of 100 actors should be answered again. Only reported, since other load on the machine
 * delays it, too.
 */
const TAKEOVER_BAR_MS = 3_000;

/**
 * The measurements of a run in words, and whether it passed: everything audited, nothing lost, doubled or stale, no
 * process that ended unexpectedly, and at least one former owner that was fenced. How long a takeover took does not
 * matter for that.
 */
export function report(figures: ChaosFigures): Verdict {
  const { counts, done, nodes, answered, audit, violations } = figures;
  const takeover = spread(
    figures.samples.filter(({ withoutService }) => !withoutService).map(({ took }) => took),
  );
  const kills = spread(pick(figures, 'kill'));
  const freezes = spread(pick(figures, 'freeze'));
  const during = spread(
    figures.samples.filter(({ withoutService }) => withoutService).map(({ took }) => took),
  );
  const latency = spread(figures.latencies);
  const faults = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const slow = takeover.n > 0 && takeover.p99 >= TAKEOVER_BAR_MS;
  const toothless = nodes.fenced === 0;
  const rows: [string, string][] = [
    ['services', figures.services],
    ['time', `${figures.seconds.toFixed(0)} s, seed ${figures.seed}`],
    ['faults', `${done.kills} kills, ${done.freezes} freezes, ${done.redis} Redis kills`],
    ['', `${done.moves} moves of the owners' slot, ${done.cuts} processes cut off`],
    ['', `${done.postgres} PostgreSQL restarts, ${done.purges} purges of all connections`],
    ['', `${done.promotions} promotions of the standby, ${done.standbys} restarts of it`],
    ['written again', `${words(spread(figures.promotions.map(({ served }) => served)))} promotions`],
    ['killed at', list(figures.points)],
    [
      'acknowledged',
      `${figures.acknowledged} commands (${answered.written} written, ${answered.told} without a write)`,
    ],
    ['', `and ${answered.read} reads, ${answered.repeated} repeats of old commands`],
    ['given up', `${figures.abandoned} commands, of which ${audit?.unacknowledged ?? '?'} took effect, once`],
    ['command rows', `${audit?.commandRows ?? '?'}, ${audit?.transfers ?? '?'} transfers among them`],
    ['lost', String(counts.lost ?? 0)],
    ['doubled', String(counts.doubled ?? 0)],
    ['stale', String((counts.stale ?? 0) + (counts.order ?? 0))],
    [
      'other',
      `${counts.untrue ?? 0} untrue, ${counts.chain ?? 0} chains, ${counts.unanswered ?? 0} unanswered`,
    ],
    ['takeover', `${words(takeover)} (limit p99 3 s: ${slow ? 'MISSED' : 'reached'})`],
    ['  after kills', words(kills)],
    ['  after freezes', words(freezes)],
    ['  without a service', words(during)],
    ['a command', words(latency)],
    ['fences', `${nodes.fenced}${toothless ? ' (NONE: the run proves nothing)' : ''}`],
    ['nodes', `${nodes.activated} activations, ${nodes.forwarded} forwards, ${nodes.degraded} by row lock`],
    ['', `${nodes.unknown} unknown outcomes, ${nodes.unexpected} unexpected ends`],
    ['attempts failed', list(figures.failures)],
  ];
  const lines = rows.map(([name, text]) => `  ${name.padEnd(16)} ${text}`);
  for (const { fault, command, actor, evidence, at } of violations.slice(0, 25)) {
    lines.push(`  VIOLATION ${fault} at ${at} ms: ${[command, actor, evidence].filter(Boolean).join(', ')}`);
  }
  if (!figures.complete)
    lines.push(
      `  stopped before its end: ${figures.audited ? 'all of this was audited' : 'nothing was audited'}`,
    );
  const ok = figures.complete && faults === 0 && !toothless && nodes.unexpected === 0;
  const { samples: _samples, latencies: _latencies, ...rest } = figures;
  const summary = {
    ok,
    ...rest,
    takeover,
    kills,
    freezes,
    withoutService: during,
    latency,
    slowest: slowest(figures),
  };
  return { ok, lines, summary };
}

/** The faults after which actors stayed unanswered longest, each with all its samples, for finding out why. */
function slowest({ samples }: ChaosFigures): object[] {
  const byNode = new Map<string, Sample[]>();
  for (const sample of samples) byNode.set(sample.node, [...(byNode.get(sample.node) ?? []), sample]);
  return [...byNode.values()]
    .map((each) => ({
      ...{ node: each[0]?.node, fault: each[0]?.fault, at: Math.round(each[0]?.at ?? 0) },
      withoutService: each.some(({ withoutService }) => withoutService),
      took: each.map(({ took }) => Math.round(took)).sort((one, other) => other - one),
    }))
    .sort((one, other) => (other.took[0] ?? 0) - (one.took[0] ?? 0))
    .slice(0, 20);
}

interface Spread {
  n: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  max: number;
}

function spread(values: readonly number[]): Spread {
  const inOrder = [...values].sort((one, other) => one - other);
  const at = (share: number) => Math.round(inOrder[Math.ceil(inOrder.length * share) - 1] ?? 0);
  return { n: inOrder.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

function pick({ samples }: ChaosFigures, wanted: 'kill' | 'freeze'): number[] {
  return samples
    .filter(({ fault, withoutService }) => fault === wanted && !withoutService)
    .map(({ took }) => took);
}

function words({ n, p50, p99, max }: Spread): string {
  return n === 0 ? 'none' : `p50 ${p50} ms, p99 ${p99} ms, max ${max} ms of ${n}`;
}

function list(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return parts.length === 0 ? 'none' : parts.map(([name, count]) => `${count} ${name}`).join(', ');
}
