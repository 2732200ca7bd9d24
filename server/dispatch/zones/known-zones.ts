import type { Logger } from 'pino';
import { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import type { ZoneDirectory } from './zone-directory.ts';

/** Milliseconds between checks for changed zones; each reads one number. */
const CHECK_EVERY_MS = 1_000;

/** The active zones, about a second old, for callers that cannot wait for the database. */
export function knownZones(directory: ZoneDirectory, log: Logger): { present(): ZoneMap; close(): void } {
  let map = new ZoneMap([]);
  const looking = new SingleFlight();
  const look = () =>
    directory.map().then(
      (found) => {
        map = found;
      },
      (error: unknown) => log.warn({ err: error }, 'the zones could not be read'),
    );
  // A check that takes longer than the interval is not started again meanwhile.
  const lookOnce = () => void looking.run(look);
  lookOnce();
  const timer = setInterval(lookOnce, CHECK_EVERY_MS);
  return { present: () => map, close: () => clearInterval(timer) };
}
