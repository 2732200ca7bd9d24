import type { Figures } from '../record/figures.ts';
import { duration } from './words.ts';

/** Upper bound in real milliseconds for the 99th percentile of answers, pushes and the city's own timers. */
const BARS = { answers: 1_000, push: 1_000, lateness: 250 } as const;
const NAMES = { answers: 'answers', push: 'pushes', lateness: "the city's own timers" } as const;

/**
 * Whether the machine kept up with the domain's clock, and what helps if not: people of the city act by that clock, but
 * answers take real time, and late answers distort the day without being wrong.
 */
export function pace(figures: Pick<Figures, 'answers' | 'push' | 'lateness' | 'rate'>): string {
  const missed = (Object.keys(BARS) as (keyof typeof BARS)[]).flatMap((what) => {
    const found = figures[what].percentile(0.99);
    if (found === null || found <= BARS[what]) return [];
    return [`${NAMES[what]} p99 ${duration(found)} instead of at most ${duration(BARS[what])}`];
  });
  if (missed.length === 0) return 'the machine kept up';
  const slower = Math.max(1, Math.floor(figures.rate / 2));
  const help =
    figures.rate > 1 ? `try --speed ${slower}, or fewer --orders` : 'try fewer --orders and --drivers';
  return `the machine did not keep up (${missed.join(', ')}): ${help}, or leave it more of its time`;
}
