import type { Logger } from 'pino';
import { ZoneMap } from '../../../actors/geo/zone-map.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import type { ZoneDirectory } from './zone-directory.ts';

/** Milliseconds between two looks at whether zones changed; each reads one number. */
const LOOK_EVERY = 1_000;

/** The active zones for whoever cannot wait for the database: as they were about a second ago. */
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
  // A database that is slow to answer is not asked again meanwhile.
  const lookOnce = () => void looking.run(look);
  lookOnce();
  const timer = setInterval(lookOnce, LOOK_EVERY);
  return { present: () => map, close: () => clearInterval(timer) };
}
