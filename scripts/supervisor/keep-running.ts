import { doneWithin } from '../../db/deadline.ts';
import type { Exit, Service } from '../embedded/processes.ts';
import { pause } from '../shared/waiting.ts';

export interface KeepSettings {
  readonly name: string;
  /** Resolves once the service answers; throws if it does not start. */
  readonly start: () => Promise<Service>;
  readonly say: (line: string) => void;
  /** Called once if the service has crashed too often. */
  readonly onGivenUp: () => void;
  readonly limit?: number;
  readonly windowMs?: number;
  readonly firstPauseMs?: number;
}

export interface Kept {
  stop(force: boolean): Promise<void>;
  /** Starts a new process, and stops the old one once the new one answers. Throws if the new one does not start. */
  replace(): Promise<void>;
}

const MAX_PAUSE_MS = 15_000;

/** Starts a service (a failure at this first start is thrown) and starts it again whenever it crashes. */
export async function keepRunning(settings: KeepSettings): Promise<Kept> {
  const { name, say, limit = 5, windowMs = 5 * 60_000, firstPauseMs = 500 } = settings;
  let current = await settings.start();
  const stopping = new AbortController();
  const crashes: number[] = [];

  const restart = async (exit: Exit): Promise<boolean> => {
    const now = Date.now();
    while (crashes[0] !== undefined && crashes[0] < now - windowMs) crashes.shift();
    crashes.push(now);
    if (crashes.length > limit) {
      say(`${name} ended ${crashes.length} times within ${Math.ceil(windowMs / 60_000)} minutes: giving up.`);
      settings.onGivenUp();
      return false;
    }
    const pauseMs = Math.min(MAX_PAUSE_MS, firstPauseMs * 2 ** crashes.length);
    say(
      `${name} ended (${describe(exit)}); starting it again in ${pauseMs / 1000} s (${crashes.length} of ${limit}).`,
    );
    await pause(pauseMs, stopping.signal);
    if (stopping.signal.aborted) return false;
    current = await settings.start().catch((error: unknown) => {
      say(error instanceof Error ? error.message : String(error));
      return NEVER_STARTED;
    });
    if (current !== NEVER_STARTED) say(`${name} runs again.`);
    return true;
  };

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const watched = current;
      const exit = await watched.exited;
      // A replaced process was meant to end.
      if (watched !== current) continue;
      if (stopping.signal.aborted || !(await restart(exit))) return;
    }
  };
  const watching = watch();

  return {
    replace: async () => {
      const before = current;
      const next = await settings.start();
      if (stopping.signal.aborted || current !== before) {
        // Stopped meanwhile, or restarted after a crash: keep that process.
        await next.stop(false);
        return;
      }
      current = next;
      await before.stop(false);
    },
    stop: async (force) => {
      stopping.abort();
      await current.stop(force);
      // A restart in progress may have started another process.
      await doneWithin(watching, 5_000);
      await current.stop(force);
    },
  };
}

const NEVER_STARTED: Service = {
  exited: Promise.resolve({ code: null, signal: null }),
  stop: async () => undefined,
};

export function describe(exit: Exit): string {
  if (exit.signal !== null) return `signal ${exit.signal}`;
  return exit.code === null ? 'it did not come up' : `exit code ${exit.code}`;
}
