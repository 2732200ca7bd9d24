/**
 * Settles like `work`, or resolves to `late` after this many milliseconds; `work` then continues, and its error is
 * ignored. If this process was stopped, input that arrived meanwhile is processed before the work counts as late.
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

/** Waits for `work` at most this many milliseconds. Returns whether it finished by then; rejects like `work`. */
export function doneWithin(work: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  return settledWithin(
    work.then(() => true),
    milliseconds,
    false,
  );
}
