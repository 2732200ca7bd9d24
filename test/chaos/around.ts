type Method = (...args: never[]) => unknown;

/** Wraps a method of every object of a class: `run` is the original method. */
export function around<P extends object, K extends keyof P>(
  prototype: P,
  method: K,
  wrap: P[K] extends Method ? (run: P[K], ...args: Parameters<P[K]>) => ReturnType<P[K]> : never,
): void {
  const inner = prototype[method] as Method;
  const outer = function (this: P, ...args: never[]): unknown {
    const run = (...given: never[]) => inner.apply(this, given);
    return (wrap as unknown as (run: Method, ...args: never[]) => unknown)(run, ...args);
  };
  Object.defineProperty(prototype, method, { value: outer, configurable: true, writable: true });
}
