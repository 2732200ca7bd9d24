import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CommandError, explain } from '../../scripts/shared/command-error.ts';

const path = z.string().regex(/^\/\S*$/, 'a path begins with / and has no spaces');
const pointer = z.string().regex(/^(?:\/[^/]+)+$/, 'a pointer looks like /data/0/id');
const FINDS = 10;
const MAX_PATHS = 1_000;
const paths = z.array(path).min(1).max(MAX_PATHS);

const step = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path,
    /** Sent as JSON, or as a form; a read has neither. */
    json: z.record(z.string(), z.unknown()).optional(),
    form: z.record(z.string(), z.string()).optional(),
    /** Headers of the later steps, taken from this answer's JSON: by name, a JSON pointer. */
    keep: z.record(z.string(), pointer).optional(),
  })
  .refine(({ json, form }) => json === undefined || form === undefined, 'a step has json or form, not both');

const flows = z
  .strictObject({
    name: z.string().min(1).max(60),
    /** Values that stand in braces below, each found in the JSON of a GET before all else, in this sequence. */
    find: z
      .record(z.string().regex(/^\w+$/), z.strictObject({ path, pointer }))
      .refine((found) => Object.keys(found).length <= FINDS, `at most ${FINDS} values`)
      .optional(),
    browse: paths.optional(),
    search: paths.optional(),
    product: paths.optional(),
    /** One visit with its own cookies. */
    cart: z.array(step).min(1).max(20).optional(),
  })
  .refine((shop) => FLOW_NAMES.some((name) => shop[name] !== undefined), 'no flow is described');

export const FLOW_NAMES = ['browse', 'search', 'product', 'cart'] as const;
export type FlowName = (typeof FLOW_NAMES)[number];
export type Step = z.infer<typeof step>;

/** A shop, as its visitors ask for it. */
export interface ShopFlows {
  name: string;
  /** One request after the other, or one visit of several. */
  flows: Readonly<Record<FlowName, readonly Step[] | undefined>>;
  find: { name: string; path: string; pointer: string }[];
}

/** Of a file of paths. Throws a CommandError of one line. */
export function readShopFlows(file: string): ShopFlows {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read as JSON: ${explain(error).split('\n', 1)[0]}`);
  }
  const read = flows.safeParse(given);
  if (!read.success) {
    const [{ path: at, message } = { path: [], message: 'it is no description of a shop' }] =
      read.error.issues;
    throw new CommandError(`${file}: ${at.length === 0 ? '' : `${at.join('.')}: `}${message}`);
  }
  const { name, find = {}, cart, ...lists } = read.data;
  const asSteps = (some: readonly string[] | undefined) =>
    some?.map((each): Step => ({ method: 'GET', path: each }));
  return {
    name,
    find: Object.entries(find).map(([value, from]) => ({ name: value, ...from })),
    flows: {
      browse: asSteps(lists.browse),
      search: asSteps(lists.search),
      product: asSteps(lists.product),
      cart,
    },
  };
}

/** The origin of a shop, and what all its paths begin with. Throws a CommandError of one line. */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new CommandError(`--against takes a URL such as https://shop.example, not "${text}".`);
  return url.href.replace(/\/$/, '');
}

/** What a JSON pointer names; undefined where there is nothing. */
export function pointedAt(value: unknown, at: string): unknown {
  return at
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inside, part) => {
      const has = typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part);
      return has ? (inside as Record<string, unknown>)[part] : undefined;
    }, value);
}

/** The steps with their values in place of the names in braces. */
export function filledIn<T>(steps: T, values: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(steps).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return JSON.parse(text) as T;
}
