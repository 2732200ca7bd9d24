import type { Figures } from '../record/figures.ts';

/** Sign-ups at a time: a password hash costs the service a good part of a core's second. */
const AT_A_TIME = 6;

/** Works on all of them, a few at a time, and shows how far it is. Stops at the first fault. */
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
