import type { Attempt, Outcome } from './batched-command.ts';

/**
 * An attempt that is repeated for the calls of a batch that were overtaken, before each goes on alone: most find then
 * that what they wanted is gone, and are refused by one reading without a transaction and locks of their own.
 */
export function attemptTwice<Call, Answer>(attempt: Attempt<Call, Answer>): Attempt<Call, Answer> {
  return async (executor, calls, options) => {
    const outcomes = [...(await attempt(executor, calls, options))];
    const overtaken = [...calls.keys()].filter((place) => outcomes[place] === null);
    // With locks it was not another's doing, and the transaction is given up.
    if (options.lock || overtaken.length === 0) return outcomes;
    const left = overtaken.map((place) => calls[place] as Call);
    // The others have been done: an error must not reach them. Those it concerns meet it again alone.
    const again = await attempt(executor, left, options).catch((): (Outcome<Answer> | null)[] => []);
    for (const [index, place] of overtaken.entries()) outcomes[place] = again[index] ?? null;
    return outcomes;
  };
}
