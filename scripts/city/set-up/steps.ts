import type { Figures } from '../record/figures.ts';

/** Concurrent sign-ups; hashing a password takes the service a large part of a second of CPU time. */
const AT_A_TIME = 6;

/** Processes all items, a few at a time, and shows the progress. Stops at the first error. */
export async function inSteps<T, R>(
  figures: Figures,
  what: string,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const step = { what, done: 0, total: items.length };
  figures.setUp.push(step);
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next; index < items.length; index = next) {
      next += 1;
      const item = items[index];
      if (item === undefined) continue;
      results[index] = await work(item, index);
      step.done += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, items.length) }, worker));
  return results;
}
