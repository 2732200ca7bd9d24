import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../database.ts';
import { double, timestamptz } from '../sql-types.ts';
import { statement, type ValuesOf } from '../statement.ts';
import { inTransaction } from '../unit-of-work.ts';

/** From `real_at` on, domain time runs at `rate` from `domain_at`. */
const ANCHOR = { real_at: timestamptz, domain_at: timestamptz, rate: double };

type Anchor = ValuesOf<typeof ANCHOR>;

/**
 * Domain time according to the newest anchor. With rate 1, and no former anchors with another rate, it is real time.
 */
class AnchoredClock implements Clock {
  readonly #anchor: Anchor;
  readonly #wallClock: () => number;

  constructor(anchor: Anchor, wallClock: () => number) {
    this.#anchor = anchor;
    this.#wallClock = wallClock;
  }

  now(): Date {
    return domainTime(this.#anchor, this.#wallClock());
  }
}

function domainTime(anchor: Anchor, real: number): Date {
  return new Date(anchor.domain_at.getTime() + (real - anchor.real_at.getTime()) * anchor.rate);
}

/**
 * Opens the domain clock at `rate` (1 = real time). All processes of an installation share its anchors; a change of
 * rate adds an anchor that continues from the present domain time, so domain time never jumps back.
 */
export async function openDomainClock(
  database: Database,
  rate: number,
  wallClock: () => number = Date.now,
): Promise<Clock> {
  const anchor = await inTransaction(database, async (trx) => {
    // Processes that start together must agree on one anchor.
    await lockAnchors.count(trx, {});
    const newest = await selectNewest.first(trx, {});
    if (newest?.rate === rate) return newest;
    // All processes read the anchor, so it must not be off by what this machine's clock is.
    const real = (await selectRealTime.first(trx, {}))?.at ?? new Date();
    const next = {
      real_at: real,
      domain_at: newest === null ? real : domainTime(newest, real.getTime()),
      rate,
    };
    await insertAnchor.count(trx, next);
    return next;
  });
  return new AnchoredClock(anchor, wallClock);
}

/** The domain clock's time, read without opening it, since a reader must not change its rate. */
export async function readDomainTime(database: Database): Promise<Date> {
  const newest = await selectNewest.first(database, {});
  return newest === null ? new Date() : domainTime(newest, Date.now());
}

const lockAnchors = statement({
  name: 'domain_clock.lock',
  sql: 'LOCK TABLE domain_clock IN EXCLUSIVE MODE',
});

const selectRealTime = statement({
  name: 'domain_clock.real_time',
  sql: 'SELECT clock_timestamp() AS at',
  row: { at: timestamptz },
});

const selectNewest = statement({
  name: 'domain_clock.newest',
  sql: 'SELECT real_at, domain_at, rate FROM domain_clock ORDER BY id DESC LIMIT 1',
  row: ANCHOR,
});

const insertAnchor = statement({
  name: 'domain_clock.insert',
  sql: 'INSERT INTO domain_clock (real_at, domain_at, rate) VALUES (:real_at, :domain_at, :rate)',
  params: ANCHOR,
});
