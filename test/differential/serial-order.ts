import { succeeded, type Verdict } from './moves.ts';
import type { Planned } from './script.ts';

export interface Judged extends Planned {
  verdict: Verdict;
  /** For a checkout that was opened: whether it is still open after the wave. */
  stillOpen: boolean;
  closeness: Closeness;
}

/**
 * How much of a response follows from its place among the moves of the wave: all of it; all except what it says about
 * stock, which others of the wave changed; or only whether it succeeded, where a buyer did two things at once.
 */
export type Closeness = 'whole' | 'but stock' | 'verdict';

/**
 * The order in which the moves of a wave can have happened, derived from their responses: a client that was refused
 * came after all who succeeded, and a change of an offer between the sales for which it came too late and those it
 * prevented. Only a client refused for another reason, namely what the same buyer did beside it, came before that.
 */
export function serialOrder(wave: readonly Judged[]): Judged[] {
  return wave
    .filter(({ verdict }) => verdict.code !== 'idempotency.IN_PROGRESS')
    .map((judged, index) => ({ judged, index, rank: rankOf(judged, wave) }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ judged }) => judged);
}

const REFUSED_BEFORE = 0;
/** Adding to the cart what a checkout takes would come too late after it. */
const SERVED = 1;
const OPENED = 2;
/** Of two that both succeeded, the one that had the final effect. */
const SERVED_LAST = 3;
const CHANGE = 4;
const REFUSED = 5;

function rankOf(judged: Judged, wave: readonly Judged[]): number {
  const { move, verdict, stillOpen } = judged;
  if (move.do === 'price' || move.do === 'switch') return CHANGE;
  if (!succeeded(verdict)) return missedCancelling(judged, wave) ? REFUSED_BEFORE : REFUSED;
  if (move.do === 'open') return stillOpen ? SERVED_LAST : OPENED;
  if (move.do === 'merge')
    return (verdict.body as { merged?: boolean } | null)?.merged ? SERVED : SERVED_LAST;
  // A repetition is distinguished from the original.
  return verdict.status === 200 && move.do === 'confirm' ? SERVED_LAST : SERVED;
}

/** After the checkout was cancelled, its confirmation would have been refused for that. */
function missedCancelling({ move, verdict }: Judged, wave: readonly Judged[]): boolean {
  if (move.do !== 'confirm' || verdict.code === 'checkout.INVALID_STATE') return false;
  return wave.some(
    (other) =>
      other.move.do === 'cancel-checkout' && other.move.buyer === move.buyer && succeeded(other.verdict),
  );
}
