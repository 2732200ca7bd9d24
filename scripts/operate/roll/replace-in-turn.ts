import { CommandError } from '../../shared/command-error.ts';
import { pause, until } from '../../shared/waiting.ts';

/** A process that is kept running in one place, and can be started again there from another release. */
export interface Place {
  readonly name: string;
  /** Ends its process in an orderly way and starts the next one. */
  restart(): Promise<void>;
  /** Whether its process serves. */
  isReady(): Promise<boolean>;
}

export interface Pace {
  /** Milliseconds for a process to become ready. */
  readonly readyLimitMs: number;
  /** Milliseconds after which a process that was ready must still be so. */
  readonly settleMs: number;
  readonly everyMs: number;
}

const PACE: Pace = { readyLimitMs: 60_000, settleMs: 1_000, everyMs: 100 };

/**
 * Restarts the process of each place, one after the other. Each must be ready before the next one is touched, and no
 * process that serves ends while no other does, if there is another. Throws a CommandError that names the process that
 * did not come up; the places after it are untouched.
 */
export async function replaceInTurn(
  places: readonly Place[],
  say: (line: string) => void,
  pace: Partial<Pace> = {},
): Promise<void> {
  const { readyLimitMs, settleMs, everyMs } = { ...PACE, ...pace };
  const wait = (holds: () => Promise<boolean>, failure: string) =>
    until(holds, { limitMs: readyLimitMs, everyMs, failure }).catch((error: Error) => {
      throw new CommandError(error.message);
    });
  for (const place of places) {
    const others = places.filter((other) => other !== place);
    if (others.length > 0 && (await place.isReady()))
      await wait(
        () => anyReady(others),
        `${place.name} is not replaced: it is the only process that serves.`,
      );
    const began = Date.now();
    await place.restart();
    const failure = `${place.name} is not ready within ${readyLimitMs / 1_000} s.`;
    await wait(() => place.isReady(), failure);
    await pause(settleMs);
    if (!(await place.isReady())) throw new CommandError(`${place.name} was ready, and no longer is.`);
    say(`${place.name} is ready (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
  }
}

async function anyReady(places: readonly Place[]): Promise<boolean> {
  const ready = await Promise.all(places.map((place) => place.isReady()));
  return ready.includes(true);
}
