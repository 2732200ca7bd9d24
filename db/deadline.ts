/**
 * Settles as `work` does, or resolves to `late` after so many milliseconds; `work` itself goes on then, and nobody hears
 * of its error. After a pause of this process, what has arrived meanwhile is read before the work counts as late.
 */
export async function settledWithin<T, L>(
  work: PromiseLike<T>,
  milliseconds: number,
  late: L,
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<L>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, late), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work`, for so many milliseconds at most. Tells whether it was done by then; rejects as `work` does. */
export function doneWithin(work: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  return settledWithin(
    work.then(() => true),
    milliseconds,
    false,
  );
}
