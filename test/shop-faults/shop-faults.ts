import type { Database } from '../../db/database.ts';
import { type Chance, seededChance } from '../../scripts/shared/chance.ts';
import { type FaultCounts, planFaults } from '../city/faults/fault-plan.ts';
import { Havoc } from '../city/faults/havoc.ts';
import { OwnInstallation } from '../city/faults/own-installation.ts';
import { auditShop, type Counter, onDatabase, stockUp } from './books.ts';
import { type Acknowledged, Shopper } from './shopper.ts';

export interface ShopFaultsOptions {
  folder: string;
  seed: number;
  shoppers: number;
  /** Duration of the shopping. */
  seconds: number;
  counts: FaultCounts;
  signal: AbortSignal;
  /** Called after the audit, while everything still runs. */
  onAudited?: (database: Database, acknowledged: readonly Acknowledged[]) => Promise<void>;
  say?: (line: string) => void;
}

export interface ShopFaultsFigures {
  orders: number;
  /** Attempts that had to be repeated. */
  repeats: number;
  refusals: number;
  done: Record<string, number>;
  faults: string[];
}

/** How many times faster domain time runs, so that unconfirmed checkouts expire while other shoppers still buy. */
const RATE = 60;
const ABANDONED = 0.1;
/** Milliseconds after the last repaired fault within which each shopper gets its first order. */
const FIRST_ORDER_MS = 60_000;
const ENVIRONMENT = {
  LIMIT_WRITE_PER_MINUTE: '1000000',
  LIMIT_BROWSE_PER_MINUTE: '1000000',
  LOG_LEVEL: 'error',
};

/** Shoppers buy while the installation's processes and services are killed; then every order is accounted for. */
export async function runShopFaults(options: ShopFaultsOptions): Promise<ShopFaultsFigures> {
  const { folder, signal, seed, say = () => undefined } = options;
  const terms = { folder, rate: RATE, processes: 1, environment: ENVIRONMENT, signal };
  const own = await OwnInstallation.start(terms);
  try {
    const counter = await onDatabase(own.databaseUrl, stockUp);
    const shoppers = Array.from(
      { length: options.shoppers },
      (_, index) => new Shopper(() => own.url, `shopper-${index}`, `10.9.${index >> 8}.${index & 255}`),
    );
    await Promise.all(shoppers.map((shopper) => shopper.signUp()));
    say(`${own.description}; ${shoppers.length} shoppers`);
    const done = await shop(own, options, shoppers, counter);
    const sum = (of: (shopper: Shopper) => number) => shoppers.reduce((total, each) => total + of(each), 0);
    await Promise.all(shoppers.map((shopper) => shopper.repeatLast()));
    const acknowledged = shoppers.flatMap((shopper) => shopper.acknowledged);
    say(`${acknowledged.length} orders, seed ${seed}: auditing`);
    const faults = await onDatabase(own.databaseUrl, async (database) => {
      const found = await auditShop(database, acknowledged);
      await options.onAudited?.(database, acknowledged);
      return found;
    });
    return {
      orders: acknowledged.length,
      repeats: sum(({ repeats }) => repeats),
      refusals: sum(({ refusals }) => refusals),
      done,
      faults: [...shoppers.flatMap((shopper) => shopper.faults), ...faults],
    };
  } finally {
    await own.stop();
  }
}

/**
 * Shops until the time is over, every fault repaired, and each shopper has an order; each then finishes its purchase.
 * Returns counts by action.
 */
async function shop(
  own: OwnInstallation,
  { seed, seconds, counts, signal, say = () => undefined }: ShopFaultsOptions,
  shoppers: readonly Shopper[],
  counter: Counter,
): Promise<Record<string, number>> {
  const span = seconds * 1_000;
  const began = performance.now();
  const progress = () => performance.now() - began;
  const hurry = new AbortController();
  const plan = planFaults({ seed, span, counts });
  const havoc = new Havoc({ targets: own, plan, progress, hurry: hurry.signal, signal, say });
  let over = false;
  let overAt = 0;
  const wreaking = havoc.run().finally(() => {
    over = true;
    overAt = progress();
  });
  const shopping = shoppers.map(async (shopper, index) => {
    const chance = seededChance(seed + index);
    // At this clock rate, a checkout expires during outages that last some seconds: it is bought again after the last one.
    const waits = () => shopper.acknowledged.length === 0 && progress() < overAt + FIRST_ORDER_MS;
    while ((!over || progress() < span || waits()) && !signal.aborted)
      await purchase(shopper, chance, counter);
  });
  await Promise.all([wreaking, ...shopping]);
  return Object.fromEntries(havoc.done);
}

function purchase(shopper: Shopper, chance: Chance, { offerIds, methodId }: Counter): Promise<void> {
  const two = chance.shuffled(offerIds).slice(0, 2);
  if (chance.happens(ABANDONED)) return shopper.abandon(two);
  return shopper.buy(chance.pick(['five', 'seven'] as const), two, methodId);
}
