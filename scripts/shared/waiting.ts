/** Resolves after this many milliseconds, or as soon as `signal` aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}

export interface UntilOptions {
  /** Milliseconds after which it gives up. */
  limitMs?: number;
  /** Milliseconds from one look to the next. */
  everyMs?: number;
  /** The message of the error when it gives up. */
  failure?: string;
  /** Ends the wait without an error. */
  signal?: AbortSignal;
}

/** Looks again and again until `holds`; throws when it gives up. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { limitMs = 30_000, everyMs = 5, failure = 'it never came true', signal }: UntilOptions = {},
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (signal?.aborted !== true && !(await holds())) {
    if (performance.now() > deadline) throw new Error(failure);
    await pause(everyMs, signal);
  }
}

/** Looks again and again until there is something, which it gives; throws when it gives up. */
export async function untilFound<T>(
  look: () => Promise<T | null | undefined>,
  options: Omit<UntilOptions, 'signal'> = {},
): Promise<T> {
  let found: T | null | undefined;
  await until(async () => {
    found = await look();
    return found !== null && found !== undefined;
  }, options);
  return found as T;
}
