import type { Attempt, Outcome } from './batched-command.ts';

/**
 * Repeats an attempt once for the calls of a batch that were overtaken, before each is attempted alone. Most then find
 * that what they wanted is gone, and are refused after one shared read instead of a transaction with locks each.
 */
export function attemptTwice<Call, Answer>(attempt: Attempt<Call, Answer>): Attempt<Call, Answer> {
  return async (executor, calls, options) => {
    const outcomes = [...(await attempt(executor, calls, options))];
    const overtaken = [...calls.keys()].filter((place) => outcomes[place] === null);
    // With locks it was not overtaken by another transaction, and its transaction will be rolled back.
    if (options.lock || overtaken.length === 0) return outcomes;
    const left = overtaken.map((place) => calls[place] as Call);
    // The other calls are done, so an error must not reach them. The remaining calls get the error again when attempted
    // alone.
    const again = await attempt(executor, left, options).catch((): (Outcome<Answer> | null)[] => []);
    for (const [index, place] of overtaken.entries()) outcomes[place] = again[index] ?? null;
    return outcomes;
  };
}
