import pg from 'pg';
import { BenchChild } from './child.ts';
import type { PublishedName } from './published.ts';
import { type Line, median } from './report.ts';
import type { Buying, BuyingTally, Extent } from './shop-buying-load.ts';
import type { Shop } from './shop-part.ts';

export interface BuyingRates {
  /** Whole turns a second. */
  ours: number;
  bare: number;
  failed: string[];
}

const ROUNDS = 3;
const WARM = 2;
/** The rate of the slowest machine that is worth measuring, so that a stuck service ends the bench. */
const TURNS_PER_SECOND = 2;

/** The child that buys, and the least that Express and the same durable PostgreSQL can do. */
export async function withBuyers<T>(
  { services }: Shop,
  work: (load: BenchChild, bareUrl: string) => Promise<T>,
): Promise<T> {
  const load = new BenchChild('shop-buying-load.ts');
  const bare = new BenchChild('shop-buying-bare.ts', [services.databaseUrl]);
  try {
    return await work(load, await bare.next<string>());
  } finally {
    await Promise.all([load.end(), bare.end()]);
  }
}

export function askToBuy(load: BenchChild, buying: Buying, extent: Extent): Promise<BuyingTally> {
  const seconds = 'seconds' in extent ? extent.seconds : extent.turns / TURNS_PER_SECOND;
  return load.ask<BuyingTally>({ ...buying, extent }, Math.ceil((seconds + 60) * 1_000));
}

/** Both take turns, so that other load on the machine affects both. */
export async function compareWithBare(
  load: BenchChild,
  { seconds, services }: Shop,
  ours: Buying,
  bare: Buying,
): Promise<BuyingRates> {
  const tallies: Record<'ours' | 'bare', BuyingTally[]> = { ours: [], bare: [] };
  for (const what of [ours, bare]) await askToBuy(load, what, { seconds: WARM });
  await analyse(services.databaseUrl);
  for (let round = 0; round < ROUNDS; round += 1) {
    tallies.ours.push(await askToBuy(load, ours, { seconds: seconds / ROUNDS }));
    tallies.bare.push(await askToBuy(load, bare, { seconds: seconds / ROUNDS }));
  }
  const rate = (some: readonly BuyingTally[]) => median(some.map(({ turns, seconds: took }) => turns / took));
  const failed = [...tallies.ours, ...tallies.bare].flatMap((tally) => tally.failed);
  return { ours: rate(tallies.ours), bare: rate(tallies.bare), failed };
}

export function lineAgainstBare(
  what: string,
  rates: BuyingRates,
  { bar, of, published }: { bar: number; of: string; published?: PublishedName },
): Line {
  const { ours, bare, failed } = rates;
  const ratio = ours / bare;
  return {
    what,
    bar: `≥ ${bar}x ${of}`,
    value: `${ratio.toFixed(2)}x: ${ours.toFixed(0)}/s of ${bare.toFixed(0)}/s${describeFailures(failed)}`,
    ok: ratio >= bar && failed.length === 0,
    ...(published === undefined ? {} : { published: { [published]: ours } }),
  };
}

export function describeFailures(failed: readonly string[]): string {
  return failed.length === 0 ? '' : `, ${failed.length} FAILED: ${failed[0]}`;
}

/** What PostgreSQL does automatically within a minute: in production it knows how large carts and orders are. */
async function analyse(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}
