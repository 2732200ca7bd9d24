/** What a world generates: ids and order numbers. */
const MADE_UP = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|W-\d{4}-\d+/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)/g;
/** Fields of one request or one guest alone; and remaining times, which depend on when they were read. */
const OWN = new Set(['requestId', 'token', 'expiresInSeconds']);
/** Fields that others of the wave change: stock, and what follows from it. */
const LOOSE = new Set(['available', 'buyable', 'unavailableReason', 'currentState', 'detail', 'lines']);
/** Lists have the order in which rows were created, which differs between worlds; these ids are the same in both. */
const SORTED_BY = ['offerId', 'sellerId'];

/** Two worlds' names for the same things, learned as they occur. */
export class Twins {
  readonly #ofSingle = new Map<string, string>();
  readonly #ofGrouped = new Map<string, string>();

  /** Where two values differ other than in names and times; null when they don't. */
  difference(single: unknown, grouped: unknown, loose = false, path = ''): string | null {
    if (typeof single === 'string' && typeof grouped === 'string')
      return this.#textDifference(single, grouped, path);
    if (Array.isArray(single) && Array.isArray(grouped)) {
      if (single.length !== grouped.length) return `${path}: ${single.length} and ${grouped.length}`;
      const [one, other] = [sorted(single), sorted(grouped)];
      return first(one.keys(), (index) =>
        this.difference(one[index], other[index], loose, `${path}[${index}]`),
      );
    }
    if (isObject(single) && isObject(grouped)) {
      const names = new Set([...Object.keys(single), ...Object.keys(grouped)]);
      const compared = [...names].filter((name) => !OWN.has(name) && !(loose && LOOSE.has(name)));
      return first(compared, (name) =>
        this.difference(single[name], grouped[name], loose, `${path}.${name}`),
      );
    }
    return single === grouped ? null : `${path}: ${JSON.stringify(single)} and ${JSON.stringify(grouped)}`;
  }

  /** The grouped world's name for everything that has one, a question mark for what has not occurred anywhere. */
  inGrouped(text: string, from: 'single' | 'grouped'): string {
    const named = (name: string) => {
      if (from === 'single') return this.#ofSingle.get(name) ?? '?';
      return this.#ofGrouped.has(name) ? name : '?';
    };
    return text.replace(MADE_UP, named).replace(MOMENT, 'moment');
  }

  #textDifference(single: string, grouped: string, path: string): string | null {
    const [one, other] = [single, grouped].map((text) =>
      text.replace(MADE_UP, '?').replace(MOMENT, 'moment'),
    );
    const [names, others] = [single.match(MADE_UP) ?? [], grouped.match(MADE_UP) ?? []];
    const same = one === other && names.every((name, index) => this.#areTwins(name, others[index] ?? ''));
    return same ? null : `${path}: "${single}" and "${grouped}"`;
  }

  #areTwins(single: string, grouped: string): boolean {
    const [known, knownBack] = [this.#ofSingle.get(single), this.#ofGrouped.get(grouped)];
    if (known === undefined && knownBack === undefined) {
      this.#ofSingle.set(single, grouped);
      this.#ofGrouped.set(grouped, single);
      return true;
    }
    return known === grouped && knownBack === single;
  }
}

function sorted(values: readonly unknown[]): readonly unknown[] {
  const name = SORTED_BY.find((each) =>
    values.every((value) => isObject(value) && typeof value[each] === 'string'),
  );
  if (name === undefined) return values;
  const keyOf = (value: unknown) => (value as Record<string, string>)[name] ?? '';
  return [...values].sort((one, other) =>
    keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function first<T>(values: Iterable<T>, differenceOf: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = differenceOf(value);
    if (found !== null) return found;
  }
  return null;
}
