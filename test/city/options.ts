import {
  CITY_DEFAULTS,
  type CityOptions,
  type CitySizes,
  readSizes,
  SIZE_OPTIONS,
} from '../../scripts/city/options.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine } from '../../scripts/shared/command-line.ts';

/** A day on a running service, or a check: a day under faults on an installation of its own. */
export type CityCommand = { check: false; options: CityOptions } | { check: true; sizes: CitySizes };

export const CITY_USAGE = `Usage: npm run city -- [--url URL] [--orders N] [--drivers N] [--hours N] [--speed N] [--seed N]
                       [--pages N] [--max-alerts N]
       npm run city -- --check [--orders N] [--drivers N] [--hours N] [--speed N] [--seed N] [--pages N]
                       [--max-alerts N]
  --check         the same under faults, on an installation of its own that is removed afterwards
  --url URL       the service (http://127.0.0.1:3000)
  --orders N      orders of the day, 1 to 100000 (${CITY_DEFAULTS.orders})
  --drivers N     drivers, 1 to 2000 (${CITY_DEFAULTS.drivers})
  --hours N       hours in which orders come, 1 to 24 (${CITY_DEFAULTS.hours})
  --speed N       how fast the day runs; the service's CLOCK_RATE must be the same (as fast as the service's clock)
  --seed N        the same seed and sizes give the same day (${CITY_DEFAULTS.seed})
  --pages N       buyers in a hundred who use no API but the storefront's pages (${CITY_DEFAULTS.pages})
  --max-alerts N  how many alerts may be open at once; more is a difference (any number)
  --data-dir DIR  the installation's data folder, to sign in as its demo administrator (DATA_DIR, .data)
Environment, for a service that is no demo installation of this folder: CITY_ADMIN_EMAIL, CITY_ADMIN_PASSWORD and
CITY_ADMIN_KEY (what the administrator's authenticator codes are made from).`;

const USUAL_URL = 'http://127.0.0.1:3000';
const OPTIONS = {
  ...DATA_DIR_OPTION,
  url: { type: 'string' },
  check: { type: 'boolean' },
  ...SIZE_OPTIONS,
} as const;

/** Throws a CommandError naming what is wrong with the command line. */
export function readCityOptions(args: readonly string[]): CityCommand {
  const { values: flags } = readCommandLine({ usage: CITY_USAGE, options: OPTIONS }, args);
  const sizes = readSizes(flags);
  if (flags.check !== true)
    return {
      check: false,
      options: { url: readUrl(flags.url ?? USUAL_URL), dataDir: flags['data-dir'], ...sizes },
    };
  if (flags.url !== undefined || flags['data-dir'] !== undefined)
    throw new CommandError('--check brings an installation of its own: leave --url and --data-dir out.');
  return { check: true, sizes };
}

function readUrl(text: string): string {
  try {
    const { protocol, origin } = new URL(text);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  } catch {
    // Reported below.
  }
  throw new CommandError(
    `--url must be the address of a service, like http://127.0.0.1:3000, not "${text}".`,
  );
}
