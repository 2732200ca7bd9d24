import type { Clock } from '../actors/runtime/ports.ts';
import type { Database } from './database.ts';

interface Anchor {
  real_at: Date;
  domain_at: Date;
  rate: number;
}

/** Domain time as the newest anchor maps it; at rate 1 and without a past at other rates, it is real time. */
class AnchoredClock implements Clock {
  readonly #anchor: Anchor;

  constructor(anchor: Anchor) {
    this.#anchor = anchor;
  }

  now(): Date {
    return domainTime(this.#anchor, Date.now());
  }
}

function domainTime(anchor: Anchor, real: number): Date {
  return new Date(anchor.domain_at.getTime() + (real - anchor.real_at.getTime()) * anchor.rate);
}

/**
 * Opens the domain clock at `rate` (1 = real time). All processes of an installation share its anchors; a change
 * of rate adds one that goes on from the present domain time, so domain time never jumps back.
 */
export async function openDomainClock(database: Database, rate: number): Promise<Clock> {
  const anchor = await database.transaction(async (trx) => {
    // Two processes starting together agree on one anchor.
    await trx.raw('LOCK TABLE domain_clock IN EXCLUSIVE MODE');
    const newest = await trx<Anchor>('domain_clock')
      .orderBy('id', 'desc')
      .first('real_at', 'domain_at', 'rate');
    if (newest?.rate === rate) return newest;
    const real = new Date();
    const next = {
      real_at: real,
      domain_at: newest === undefined ? real : domainTime(newest, real.getTime()),
      rate,
    };
    await trx('domain_clock').insert(next);
    return next;
  });
  return new AnchoredClock(anchor);
}

/** What the domain clock shows, without opening it: a reader must not change its rate. */
export async function readDomainTime(database: Database): Promise<Date> {
  const newest = await database<Anchor>('domain_clock')
    .orderBy('id', 'desc')
    .first('real_at', 'domain_at', 'rate');
  return newest === undefined ? new Date() : domainTime(newest, Date.now());
}
