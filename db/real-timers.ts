import type { Timers } from '../actors/runtime/ports.ts';

export const realTimers: Timers = {
  now: () => performance.now(),
  soon(work) {
    setImmediate(work);
  },
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds).unref();
    return () => clearInterval(timer);
  },
};
