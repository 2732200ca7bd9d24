import { randomUUID } from 'node:crypto';
import type { References, ValueSchema } from '../support/contract-operations.ts';

const DEEPEST = 7;

/** A place in a value, with the schemas on the way to it: the last one is its own. */
export interface Leaf {
  steps: readonly { key: string | number; schema: ValueSchema }[];
}

/** Texts that have broken services before: empty, invisible, hostile, outside UTF-8, or read as something else. */
const TEXTS = [
  '',
  ' ',
  '\u200b',
  'a\u0000b',
  '\ud800',
  'مرحبا \u202eabc',
  '🧿'.repeat(40),
  "'; DROP TABLE orders; --",
  '%00%ff',
  '../../etc/passwd',
  '__proto__',
  'null',
  '-1',
  '1e400',
  '٣٫٥',
  '\r\nSet-Cookie: a=b',
  '=HYPERLINK("http://x")',
  'a'.repeat(300),
  'ß'.repeat(5_000),
];
const MOMENTS = [
  '2000-01-01T00:00:00Z',
  '1999-12-31T23:59:59Z',
  '2999-12-31T23:59:59.999Z',
  '3000-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '2026-02-30T00:00:00Z',
  '2000-01-01T00:00:00+23:59',
  '2999-12-31T23:59:59-23:59',
  '2026-06-01T24:00:00Z',
  '2026-06-01 00:00:00Z',
  '2026-06-01T00:00:00.123456789Z',
  '2026-06-01',
];
const DAYS = [
  '2000-01-01',
  '1999-12-31',
  '2999-12-31',
  '3000-01-01',
  '0000-01-01',
  '2026-02-30',
  '2028-02-29',
];
const AMOUNTS = [
  '0.00',
  '0.01',
  '-0.01',
  '-0.00',
  '0.001',
  '00.10',
  '1',
  '1e2',
  '9999999999.99',
  '99999999999999999999.99',
];
const NUMBERS = [0, -0, 1, -1, 0.5, 1e-7, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308];
const OTHER_TYPES = [null, true, 7, 'x', [], {}, [null], { a: 1 }];

/** Makes a value when it is needed: some are long. */
export type Maker = () => unknown;
const makers = (values: readonly unknown[]): Maker[] => values.map((value) => () => value);

/** Values at, next to and far beyond the bounds of a schema, and of other types. */
export function boundaryValues(contract: References, given: ValueSchema): Maker[] {
  const schema = contract.resolve(given);
  const options = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  return options === undefined ? [...ofType(contract, schema), ...makers(OTHER_TYPES)] : makers(OTHER_TYPES);
}

function ofType(contract: References, schema: ValueSchema): Maker[] {
  if (schema.enum !== undefined)
    return makers([...schema.enum, ...schema.enum.map((each) => `${each}`.toLowerCase()), 'OTHER']);
  if (schema.type === 'string') return makers(textsFor(schema));
  if (schema.type === 'integer' || schema.type === 'number') return makers(numbersFor(schema));
  if (schema.type === 'array') return listsFor(contract, schema);
  if (schema.type !== 'object') return [];
  return [() => ({ ...sampleObject(contract, schema, 1), unknownField: 1 }), manyFields];
}

function textsFor({ format, pattern, minLength = 0, maxLength }: ValueSchema): string[] {
  const longest = maxLength ?? 1_000;
  const lengths = [minLength - 1, minLength, longest, longest + 1].filter((length) => length >= 0);
  const long = lengths.flatMap((length) => ['x'.repeat(length), '٤'.repeat(length)]);
  const texts = [...TEXTS, ...long];
  if (format === 'uuid') return [...idsLike(), ...texts.slice(0, 8)];
  if (format === 'date-time') return [...MOMENTS, ...texts.slice(0, 6)];
  if (format === 'date') return [...DAYS, ...texts.slice(0, 6)];
  if (format === 'email')
    return ['a@b', `${'a'.repeat(250)}@x.qa`, 'a@b.qa\n', 'A@B.QA', 'ع@ق.قطر', ...texts];
  if (pattern?.includes('\\d') === true) return [...AMOUNTS, '+97400000000', '1'.repeat(longest), ...texts];
  return texts;
}

function idsLike(): string[] {
  const id = randomUUID();
  const nil = '00000000-0000-0000-0000-000000000000';
  return [
    id,
    id.toUpperCase(),
    nil,
    nil.replaceAll('0', 'f'),
    `urn:uuid:${id}`,
    `{${id}}`,
    id.replaceAll('-', ''),
  ];
}

function numbersFor({ minimum = 0, maximum = 2 ** 31 }: ValueSchema): unknown[] {
  return [...new Set([minimum, minimum - 1, maximum, maximum + 1, ...NUMBERS]), String(minimum), '', '0x10'];
}

function listsFor(contract: References, { items = {}, minItems = 0, maxItems = 100 }: ValueSchema): Maker[] {
  const list = (length: number) => () => {
    const item = JSON.stringify(sample(contract, items));
    return Array.from({ length: Math.max(0, length) }, () => JSON.parse(item) as unknown);
  };
  const withNull = () => [sample(contract, items), null];
  return [...[minItems - 1, minItems, 2, maxItems, maxItems + 1, 5_000].map(list), withNull];
}

function manyFields(): object {
  return Object.fromEntries(Array.from({ length: 3_000 }, (_, place) => [`f${place}`, place]));
}

/** A value that a schema accepts, as far as its patterns can be guessed. */
export function sample(contract: References, given: ValueSchema, depth = 0): unknown {
  const schema = contract.resolve(given);
  if (schema.example !== undefined) return schema.example;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((each) => sample(contract, each, depth)));
  const [option] = schema.oneOf ?? schema.anyOf ?? [];
  if (option !== undefined) return sample(contract, option, depth);
  if (schema.type === 'object' || schema.properties !== undefined)
    return sampleObject(contract, schema, depth);
  if (schema.type === 'array')
    return depth > DEEPEST ? [] : [sample(contract, schema.items ?? {}, depth + 1)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return sampleText(schema);
}

function sampleObject(contract: References, schema: ValueSchema, depth: number): object {
  const properties = depth > DEEPEST ? [] : Object.entries(schema.properties ?? {});
  return Object.fromEntries(properties.map(([name, each]) => [name, sample(contract, each, depth + 1)]));
}

function sampleText({ format, pattern, minLength = 1 }: ValueSchema): string {
  if (format === 'uuid') return randomUUID();
  if (format === 'date-time') return new Date(Date.now() + 3_600_000).toISOString();
  if (format === 'date') return new Date().toISOString().slice(0, 10);
  if (format === 'email') return `${randomUUID().slice(0, 8)}@example.qa`;
  if (pattern?.includes('\\.\\d') === true) return '25.00';
  if (pattern?.includes('\\d') === true) return '+97455123456';
  return 'a'.repeat(Math.max(1, minLength));
}

/** Every place in a value of this schema: fields, items, and the containers around them. */
export function leavesOf(contract: References, root: ValueSchema): Leaf[] {
  const found: Leaf[] = [];
  const walk = (given: ValueSchema, steps: Leaf['steps']) => {
    if (steps.length > DEEPEST) return;
    const schema = contract.resolve(given);
    if (steps.length > 0) found.push({ steps });
    for (const option of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      walk(option, steps);
    for (const [key, each] of Object.entries(schema.properties ?? {}))
      walk(each, [...steps, { key, schema: each }]);
    if (schema.items !== undefined) walk(schema.items, [...steps, { key: 0, schema: schema.items }]);
  };
  walk(root, []);
  const byPointer = new Map(found.map((leaf) => [pointerOf(leaf), leaf]));
  return [...byPointer.values()];
}

export function pointerOf({ steps }: Leaf): string {
  return steps.map(({ key }) => `/${key}`).join('');
}

/** A copy of the body with this value at the leaf; what is missing on the way is made up. */
export function withValueAt(contract: References, body: unknown, { steps }: Leaf, value: unknown) {
  const copy: unknown = structuredClone(body);
  let at = copy;
  for (const [place, { key }] of steps.entries()) {
    if (typeof at !== 'object' || at === null) return copy;
    if (place === steps.length - 1) Reflect.set(at, key, value);
    const next: unknown = Reflect.get(at, key);
    const schema = steps[place]?.schema ?? {};
    if (place < steps.length - 1 && (typeof next !== 'object' || next === null))
      Reflect.set(at, key, sample(contract, schema));
    at = Reflect.get(at, key);
  }
  return copy;
}
