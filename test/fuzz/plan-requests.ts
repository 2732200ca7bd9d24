import type { Chance } from '../../scripts/shared/chance.ts';
import type {
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
} from '../support/contract-operations.ts';
import {
  ExampleRequests,
  type PlannedRequest,
  type RequestParts,
  written,
} from '../support/example-requests.ts';
import type { Caller, Market } from '../worlds/market.ts';
import {
  boundaryValues,
  type Leaf,
  leavesOf,
  type Maker,
  pointerOf,
  withValueAt,
} from './boundary-values.ts';
import { spoiled } from './wild-requests.ts';

export interface Planned {
  operation: DescribedOperation;
  caller: Caller;
  request: PlannedRequest;
  /** What was done to the example, for people. */
  how: string;
  /** Whether the request still is one of its operation, or its method or path may lead elsewhere. */
  spoiled: boolean;
}

/** One boundary value at one place of one operation. */
type Try =
  | { operation: DescribedOperation; parameter: DescribedParameter; at: number }
  | { operation: DescribedOperation; body: DescribedBody; leaf: Leaf; at: number };

/** How often each kind is drawn. */
const KINDS = { valid: 24, boundary: 44, several: 12, stranger: 8, wild: 12 } as const;
type Kind = keyof typeof KINDS;

/** Draws requests. Boundary values are tried in a shuffled order, each once before any comes again. */
export class RequestPlanner {
  readonly #market: Market;
  readonly #examples: ExampleRequests;
  readonly #chance: Chance;
  readonly #triesOf: ReadonlyMap<DescribedOperation, readonly Try[]>;
  readonly #tries: readonly Try[];
  #next: number;

  /**
   * @param shuffle Of boundary values; the same seed in every market, where `skip` were tried in earlier ones.
   */
  constructor(market: Market, chance: Chance, shuffle: Chance, skip = 0) {
    this.#market = market;
    this.#chance = chance;
    this.#examples = new ExampleRequests(market.operations, market.ids, chance);
    this.#triesOf = new Map(market.operations.map((operation) => [operation, this.#allTries(operation)]));
    this.#tries = shuffle.shuffled([...this.#triesOf.values()].flat());
    this.#next = skip;
  }

  /** How many pairs of a place and a boundary value the contract has. */
  get boundaries(): number {
    return this.#tries.length;
  }

  /** Of them, how many have been tried. */
  get tried(): number {
    return this.#next;
  }

  next(): Planned {
    const kind = this.#chance.weighted(Object.keys(KINDS) as Kind[], (each) => KINDS[each]);
    if (kind === 'boundary') return this.#boundary();
    const operation = this.#chance.pick(this.#market.operations);
    const parts = this.#examples.partsOf(operation, 0.3);
    if (kind === 'stranger') {
      const caller = this.#chance.pick(this.#market.callers);
      return this.#planned(operation, parts, 'as an example, by anybody', caller);
    }
    if (kind === 'several') return this.#several(operation, parts);
    const planned = this.#planned(operation, parts, 'as an example');
    if (kind === 'valid') return planned;
    const { request, how } = spoiled(planned.request, this.#chance);
    return { ...planned, request, how, spoiled: true };
  }

  #planned(operation: DescribedOperation, parts: RequestParts, how: string, by?: Caller): Planned {
    // Refreshing a session needs more than a caller: anyone may try.
    const caller =
      by ?? this.#chance.pickAny(this.#market.admitted(operation)) ?? this.#chance.pick(this.#market.callers);
    const request = written(operation, parts);
    if (request.method === 'POST' && this.#chance.happens(0.1))
      request.headers['Idempotency-Key'] = `key-${this.#chance.below(1e9)}`;
    return { operation, caller, request, how, spoiled: false };
  }

  #allTries(operation: DescribedOperation): Try[] {
    const { contract } = this.#market;
    const parameters = operation.parameters.flatMap((parameter) =>
      boundaryValues(contract, parameter.schema).map((_, at) => ({ operation, parameter, at })),
    );
    const bodies = operation.bodies
      .filter(({ type }) => type === 'application/json')
      .flatMap((body) =>
        leavesOf(contract, body.schema).flatMap((leaf) =>
          valuesAt(this.#market, leaf).map((_, at) => ({ operation, body, leaf, at })),
        ),
      );
    return [...parameters, ...bodies];
  }

  #boundary(): Planned {
    const tried = this.#tries[this.#next % this.#tries.length] as Try;
    this.#next += 1;
    const parts = this.#examples.partsOf(tried.operation);
    return this.#planned(tried.operation, parts, this.#apply(tried, parts));
  }

  /** A few boundary values at once. */
  #several(operation: DescribedOperation, parts: RequestParts): Planned {
    const count = this.#chance.whole(2, 4);
    const tries = this.#triesOf.get(operation) ?? [];
    const done: string[] = [];
    for (let index = 0; index < count && tries.length > 0; index += 1)
      done.push(this.#apply(this.#chance.pick(tries), parts));
    return this.#planned(operation, parts, done.join('; '));
  }

  #apply(tried: Try, parts: RequestParts): string {
    const { contract } = this.#market;
    if ('parameter' in tried) {
      const { name, in: place, schema } = tried.parameter;
      const value = boundaryValues(contract, schema)[tried.at]?.();
      // A header's bytes are checked by the client already; with an empty id, the path would be that of a list.
      const inPath = value === '' ? ' ' : value;
      parts[place][name] = place === 'header' ? headerText(value) : place === 'path' ? inPath : value;
      return `${place} ${name} = ${shortened(value)}`;
    }
    const value = valuesAt(this.#market, tried.leaf)[tried.at]?.();
    const body = parts.body?.value ?? tried.body.example;
    parts.body = { type: tried.body.type, value: withValueAt(contract, body, tried.leaf, value) };
    return `${pointerOf(tried.leaf)} = ${shortened(value)}`;
  }
}

function valuesAt({ contract }: Market, { steps }: Leaf): Maker[] {
  return boundaryValues(contract, steps.at(-1)?.schema ?? {});
}

function headerText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000);
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}
