import { CITY_DEFAULTS, SIZE_OPTIONS } from '../bootstrap/command-lines.mjs';
import { CommandError } from '../shared/command-error.ts';
import { readWholeNumber } from '../shared/command-line.ts';

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
  /** Domain seconds per second; null: the speed of the service's clock. */
  speed: number | null;
  seed: number;
  /** Percentage of buyers who shop through the storefront's pages rather than the API. */
  pages: number;
  /** Alerts that may be open at once; null: however many. */
  maxAlerts: number | null;
}

export { CITY_DEFAULTS, SIZE_OPTIONS };

type SizeTexts = { [Name in keyof typeof SIZE_OPTIONS]?: string | undefined };

export type CitySizes = Omit<CityOptions, 'url' | 'dataDir'>;

/** Throws a CommandError naming the invalid size. */
export function readSizes(texts: SizeTexts): CitySizes {
  const whole = (
    name: Exclude<keyof SizeTexts, 'speed' | 'pages' | 'max-alerts'>,
    min: number,
    max: number,
  ) => {
    const text = texts[name];
    return text === undefined ? CITY_DEFAULTS[name] : readWholeNumber(name, text, { min, max });
  };
  return {
    orders: whole('orders', 1, 100_000),
    drivers: whole('drivers', 1, 2_000),
    hours: whole('hours', 1, 24),
    seed: whole('seed', 0, 2 ** 31),
    speed: texts.speed === undefined ? null : readSpeed(texts.speed),
    pages: readShare(texts.pages ?? '0'),
    maxAlerts: readMaxAlerts(texts['max-alerts']),
  };
}

function readSpeed(text: string): number {
  const speed = Number(text);
  if (Number.isFinite(speed) && speed > 0 && speed <= 1_000) return speed;
  throw new CommandError(`--speed must be a number above 0 and up to 1000, not "${text}".`);
}

/** With or without its sign. */
function readShare(text: string): number {
  return readWholeNumber('pages', text.replace(/%$/, ''), { min: 0, max: 100 });
}

function readMaxAlerts(text: string | undefined): number | null {
  return text === undefined ? null : readWholeNumber('max-alerts', text, { min: 0, max: 100_000 });
}
