import type { Chance } from '../../scripts/shared/chance.ts';
import type { DescribedOperation } from './contract-operations.ts';
import type { KnownIds } from './known-ids.ts';
import { PASSWORD } from './people.ts';
import { png } from './pictures.ts';

export interface PlannedRequest {
  method: string;
  /** With its query, below /api/v1. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

/** Bodies, parameters and path of a request before they are written down. */
export interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  body: { type: string; value: unknown } | null;
}

/** The examples were written as if it were this day. */
const EXAMPLE_DAY = Date.UTC(2026, 1, 12);
const DAY_MS = 86_400_000;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/;
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The contract's examples, with ids that exist and days around today. */
export class ExampleRequests {
  readonly #ids: KnownIds;
  readonly #chance: Chance;
  /** What the ids of examples mean: an order has the same one in all of them. */
  readonly #meanings = new Map<string, string>();
  readonly #daysSince = Math.ceil((Date.now() - EXAMPLE_DAY) / DAY_MS);

  constructor(operations: readonly DescribedOperation[], ids: KnownIds, chance: Chance) {
    this.#ids = ids;
    this.#chance = chance;
    for (const { rules, parameters, bodies } of operations) {
      for (const { name, example } of parameters) this.#learn(example, name, rules.path);
      for (const { example } of bodies) this.#learn(example);
    }
  }

  #learn(example: unknown, name = '', path = ''): void {
    if (typeof example === 'string') {
      const tables = UUID.test(example) ? this.#ids.tablesMeantBy(name, path) : [];
      const [table] = tables;
      if (tables.length === 1 && table !== undefined) this.#meanings.set(example, table);
    } else if (typeof example === 'object' && example !== null) {
      for (const [key, each] of Object.entries(example))
        this.#learn(each, Array.isArray(example) ? name : key, path);
    }
  }

  /** @param optional Share of optional parameters that are sent. */
  partsOf({ rules, parameters, bodies }: DescribedOperation, optional = 0): RequestParts {
    const parts: RequestParts = { path: {}, query: {}, header: {}, body: null };
    for (const parameter of parameters) {
      if (!parameter.required && !this.#isUseful(parameter.name) && !this.#chance.happens(optional)) continue;
      const place = parts[parameter.in];
      place[parameter.name] = this.withIds(parameter.example, parameter.name, rules.path);
    }
    if ('If-Match' in parts.header) parts.header['If-Match'] = '*';
    const body = this.#chance.pickAny(bodies);
    if (body !== undefined) {
      const value = body.type.startsWith('image/') ? png() : this.withIds(body.example);
      parts.body = { type: body.type.startsWith('image/') ? 'image/png' : body.type, value };
    }
    return parts;
  }

  /** Edits are refused without it. */
  #isUseful(name: string): boolean {
    return name === 'If-Match';
  }

  /** Replaces ids by ones that exist, moments by ones around now, and passwords by that of the tests' accounts. */
  withIds(value: unknown, name = '', path = ''): unknown {
    if (Array.isArray(value)) return value.map((each) => this.withIds(each, name, path));
    if (typeof value === 'string') {
      if (/password$/i.test(name)) return PASSWORD;
      if (UUID.test(value)) return this.#idLike(value, name, path);
      return MOMENT.test(value) ? this.#movedToToday(value) : value;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, this.withIds(each, key, path)]),
    );
  }

  #idLike(example: string, name: string, path: string): string {
    const ids = this.tablesOf(example, name, path).flatMap((table) => this.#ids.of(table));
    return this.#chance.pickAny(ids) ?? example;
  }

  /** Tables that an id can be from. @param path Of the operation, for a parameter called `id`. */
  tablesOf(example: unknown, name: string, path = ''): readonly string[] {
    const tables = this.#ids.tablesMeantBy(name, path);
    const meant = this.#meanings.get(String(example));
    return tables.length > 1 && meant !== undefined ? [meant] : tables;
  }

  #movedToToday(moment: string): string {
    const moved = new Date(Date.parse(moment) + this.#daysSince * DAY_MS).toISOString();
    return moved.slice(0, moment.length === 10 ? 10 : undefined);
  }
}

/** Writes a request down. Values that are not texts are sent as JSON would show them. */
export function written({ rules, parameters }: DescribedOperation, parts: RequestParts): PlannedRequest {
  const explodes = new Map(parameters.map(({ name, explode }) => [name, explode]));
  const path = rules.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inText(parts.path[name])),
  );
  const query = Object.entries(parts.query).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, inText(value)]];
    return explodes.get(name) === false
      ? [[name, value.map(inText).join(',')]]
      : value.map((each) => [name, inText(each)]);
  });
  const search = query.map((pair) => pair.map((text) => encodeURIComponent(text ?? '')).join('=')).join('&');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(parts.header)) headers[name] = inText(value);
  if (parts.body !== null) headers['Content-Type'] = parts.body.type;
  return {
    method: rules.method.toUpperCase(),
    path: search === '' ? path : `${path}?${search}`,
    headers,
    body: parts.body === null ? null : bytesOf(parts.body.value, parts.body.type),
  };
}

/** Lone surrogates, which no URL and no UTF-8 can say, become U+FFFD. */
function inText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

function bytesOf(value: unknown, type: string): Buffer {
  if (Buffer.isBuffer(value)) return value;
  return Buffer.from(type === 'application/json' ? (JSON.stringify(value) ?? 'null') : inText(value));
}
