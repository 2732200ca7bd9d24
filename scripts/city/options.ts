import { parseArgs } from 'node:util';
import { Fault } from '../embedded/run.ts';

export interface CityOptions {
  /** Origin of the service. */
  url: string;
  /** Whose demo accounts may be used, when the service runs on it. */
  dataDir: string | undefined;
  orders: number;
  drivers: number;
  hours: number;
  /** See `DayOptions`. */
  afterwards?: number;
  /** Domain seconds in a second; null: as fast as the service's clock runs. */
  speed: number | null;
  seed: number;
}

/** A day on a running service, or a check: a day under faults on an installation of its own. */
export type CityCommand = { check: false; options: CityOptions } | { check: true; sizes: CitySizes };

export const CITY_DEFAULTS = { orders: 100, drivers: 24, hours: 2, speed: 40, seed: 1 } as const;

export const CITY_USAGE = `Usage: npm run city -- [--url URL] [--orders N] [--drivers N] [--hours N] [--speed N] [--seed N]
       npm run city -- --check [--orders N] [--drivers N] [--hours N] [--speed N] [--seed N]
  --check         the same under faults, on an installation of its own that is gone afterwards
  --url URL       the service (http://127.0.0.1:3000)
  --orders N      orders of the day, 1 to 100000 (${CITY_DEFAULTS.orders})
  --drivers N     drivers, 1 to 2000 (${CITY_DEFAULTS.drivers})
  --hours N       hours in which orders come, 1 to 24 (${CITY_DEFAULTS.hours})
  --speed N       how fast the day runs; the service's CLOCK_RATE must be the same (as fast as the service's clock)
  --seed N        the same seed and sizes give the same day (${CITY_DEFAULTS.seed})
  --data-dir DIR  the installation's data folder, to sign in as its demo administrator (DATA_DIR, .data)
Environment, for a service that is no demo installation of this folder: CITY_ADMIN_EMAIL, CITY_ADMIN_PASSWORD and
CITY_ADMIN_KEY (what the administrator's authenticator codes are made from).`;

/** What `npm start -- --city` and `npm run city` have in common, as parseArgs wants it. */
export const SIZE_FLAGS = {
  orders: { type: 'string' },
  drivers: { type: 'string' },
  hours: { type: 'string' },
  speed: { type: 'string' },
  seed: { type: 'string' },
} as const;

type SizeTexts = { [Name in keyof typeof SIZE_FLAGS]?: string | undefined };

export type CitySizes = Omit<CityOptions, 'url' | 'dataDir'>;

/** Throws a Fault naming what is wrong with the command line. */
export function readCityOptions(args: readonly string[]): CityCommand {
  const flags = parse(args);
  const sizes = readSizes(flags);
  if (flags.check !== true)
    return { check: false, options: { url: readUrl(flags.url), dataDir: flags['data-dir'], ...sizes } };
  if (flags.url !== undefined || flags['data-dir'] !== undefined)
    throw new Fault('--check brings an installation of its own: leave --url and --data-dir out.');
  return { check: true, sizes };
}

export function readSizes(texts: SizeTexts): CitySizes {
  const whole = (name: keyof SizeTexts, least: number, most: number, fallback: number) => {
    const text = texts[name];
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new Fault(`--${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  };
  return {
    orders: whole('orders', 1, 100_000, CITY_DEFAULTS.orders),
    drivers: whole('drivers', 1, 2_000, CITY_DEFAULTS.drivers),
    hours: whole('hours', 1, 24, CITY_DEFAULTS.hours),
    seed: whole('seed', 0, 2 ** 31, CITY_DEFAULTS.seed),
    speed: texts.speed === undefined ? null : readSpeed(texts.speed),
  };
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0 && speed <= 1_000) return speed;
  throw new Fault(`--speed must be a number above 0 and up to 1000, not "${text}".`);
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        'data-dir': { type: 'string' },
        check: { type: 'boolean' },
        help: { type: 'boolean' },
        ...SIZE_FLAGS,
      },
    });
    if (values.help === true) throw new Fault(CITY_USAGE);
    return values;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${error instanceof Error ? error.message : String(error)}\n\n${CITY_USAGE}`);
  }
}

function readUrl(text = 'http://127.0.0.1:3000'): string {
  try {
    const { protocol, origin } = new URL(text);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  } catch {
    // Said below.
  }
  throw new Fault(`--url must be the address of a service, like http://127.0.0.1:3000, not "${text}".`);
}
