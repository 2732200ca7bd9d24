import { readFileSync } from 'node:fs';
import type { Document, Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { z } from 'zod';
import type { RateBudget, RateClass } from '../process/limit-config.ts';
import { API_SCOPE_NAMES, type ApiScope, meaningOf } from '../security/api-scopes.ts';
import { DEVICE_PURPOSES, type DevicePurpose } from '../security/device-tokens.ts';
import { NEEDED_RIGHTS, type NeededRight } from '../security/seller-rights.ts';
import type { OperationId } from './operation.ts';

const CALLERS = [
  'PUBLIC',
  'ACCOUNT',
  'BUYER',
  'SELLER_OWNER',
  'SELLER_STAFF',
  'DRIVER',
  'DISPATCHER',
  'ADMIN',
] as const;
export type AllowedCaller = (typeof CALLERS)[number];

/** Path prefix of the API. */
export const API_PREFIX = '/api/v1';

/** Parsing a JSON body blocks the event loop, so no operation accepts a larger one. */
const MAX_JSON_BYTES = 512 * 1024;

const rules = z.object({
  operationId: z.string(),
  'x-roles': z.array(z.enum(CALLERS)).min(1),
  'x-permission': z.enum(NEEDED_RIGHTS).optional(),
  'x-rate-limit': z.object({
    class: z.enum(['browse', 'write', 'sign-in', 'registration']),
    limit: z.number().int(),
    windowSeconds: z.number().int(),
  }),
  'x-second-factor': z
    .union([
      z.literal(true),
      z.strictObject({
        maxAgeMinutes: z.number().int().positive(),
        whenEnrolled: z.boolean().default(false),
      }),
    ])
    .optional(),
  'x-before-second-factor': z.boolean().default(false),
  'x-device-token': z.enum(DEVICE_PURPOSES).optional(),
  'x-scope': z.enum(API_SCOPE_NAMES).optional(),
  'x-body-limit-kb': z.number().int().positive().optional(),
  'x-former-body': z.string().optional(),
  security: z.array(z.unknown()).optional(),
});

/** A request body, with its reference resolved. */
const requestBody = z.looseObject({
  content: z.record(z.string(), z.unknown()),
});

/** A parameter, with its reference resolved. */
const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  explode: z.boolean().default(true),
  schema: z.looseObject({ type: z.string().optional() }).optional(),
});
type Parameter = z.infer<typeof parameter>;

/** A second factor that the session must have passed. */
export interface NeededFactor {
  /** Maximum age; null for any. */
  maxAgeMinutes: number | null;
  /** Required only if the account has enrolled one. */
  whenEnrolled: boolean;
}

/** An operation's rules in openapi.yaml, beyond its schemas. */
export interface OperationRules {
  id: OperationId;
  method: string;
  path: string;
  roles: readonly AllowedCaller[];
  /** Permission required of seller staff; null if the operation does not concern a seller. */
  permission: NeededRight | null;
  rateClass: RateClass;
  /** Responses contain texts in one language, chosen by `?locale=` or Accept-Language. */
  localised: boolean;
  /** Second factor the session must have passed, for any caller; null if none. */
  secondFactor: NeededFactor | null;
  /** Whether an administrator may call it before confirming a second factor. */
  beforeSecondFactor: boolean;
  /** Whether it is called without a token (`security: []`), so that a stale one does not matter. */
  needsNoToken: boolean;
  /** Purpose of device tokens that may call it; null for none. */
  devicePurpose: DevicePurpose | null;
  /** Scope of API keys that may call it; null if no key may. */
  scope: ApiScope | null;
  /** Whether it accepts a body. */
  takesBody: boolean;
  /** Accepted media types; `image/*` stands for every picture type. */
  bodyTypes: readonly string[];
  /** A previously accepted media type; apps still sending it must keep the data until they are updated. */
  formerBodyType: string | null;
  /** Maximum body size in bytes if larger than the default; otherwise null. */
  bodyLimit: number | null;
  /** Whether it reads If-Match. */
  readsIfMatch: boolean;
  /** Query parameters that are lists, by name: comma-separated, or repeated as `a=1&a=2`. */
  lists: ReadonlyMap<string, { commas: boolean }>;
}

export interface Contract {
  document: Document;
  operations: ReadonlyMap<string, OperationRules>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** An applicant has no seller yet. */
const APPLICATIONS = '/seller/applications';

function isForSellers(path: string): boolean {
  return (path === '/seller' || path.startsWith('/seller/')) && path !== APPLICATIONS;
}

/**
 * Loads openapi.yaml, or the build's JSON version. Throws if an operation lacks roles or a rate limit, or a seller's
 * operation its permission.
 */
export function loadContract(file: string): Contract {
  const text = readFileSync(file, 'utf8');
  // Copied, because strings cut out by the parser would keep the whole text in memory.
  const document = structuredClone(
    file.endsWith('.json') ? JSON.parse(text) : parse(text, { merge: true }),
  ) as Document;
  const operations = new Map<string, OperationRules>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (operation === undefined) continue;
      const rules = rulesOf(document, operation, method, path);
      operations.set(rules.id, rules);
    }
  }
  return { document, operations };
}

interface Described {
  requestBody?: object | undefined;
  parameters?: readonly object[] | undefined;
}

function rulesOf(document: Document, operation: Described, method: string, path: string): OperationRules {
  const parsed = rules.safeParse(operation);
  const place = `openapi.yaml ${method.toUpperCase()} ${path}`;
  if (!parsed.success) throw new Error(`${place}: ${z.prettifyError(parsed.error)}`);
  const { data } = parsed;
  const permission = data['x-permission'] ?? null;
  if (permission === null && isForSellers(path)) throw new Error(`${place}: needs x-permission`);
  const unfit = unfitScope(data);
  if (unfit !== null) throw new Error(`${place}: ${unfit}`);
  const body =
    operation.requestBody === undefined ? null : requestBody.parse(referred(document, operation.requestBody));
  const parameters = (operation.parameters ?? []).map((named) => parameter.parse(referred(document, named)));
  const reads = (kind: string, name: string) =>
    parameters.some((one) => one.in === kind && one.name.toLowerCase() === name);
  return {
    id: data.operationId as OperationId,
    method,
    path,
    roles: data['x-roles'],
    permission,
    rateClass: data['x-rate-limit'].class,
    localised: reads('query', 'locale'),
    secondFactor: neededFactor(data['x-second-factor']),
    beforeSecondFactor: data['x-before-second-factor'],
    needsNoToken: data.security?.length === 0,
    devicePurpose: data['x-device-token'] ?? null,
    scope: data['x-scope'] ?? null,
    takesBody: body !== null,
    bodyTypes: Object.keys(body?.content ?? {}),
    formerBodyType: data['x-former-body'] ?? null,
    bodyLimit: limitOf(data['x-body-limit-kb']),
    readsIfMatch: reads('header', 'if-match'),
    lists: listsOf(parameters),
  };
}

/** Why an operation cannot have its scope; null if it can, or has none. */
function unfitScope(data: z.infer<typeof rules>): string | null {
  const scope = data['x-scope'];
  const schemes = new Set((data.security ?? []).flatMap((one) => Object.keys(Object(one))));
  if (scope === undefined) return schemes.has('apiKey') ? 'names the scheme apiKey without x-scope' : null;
  if (!schemes.has('apiKey')) return `x-scope ${scope} needs the scheme apiKey in security`;
  if (data['x-second-factor'] !== undefined) return 'a machine has no second factor: remove x-scope';
  const { of, permission } = meaningOf(scope);
  const needed = data['x-permission'];
  const [role, kind] =
    of === 'SELLER' ? (['SELLER_STAFF', 'a seller'] as const) : (['DISPATCHER', 'the platform'] as const);
  if (!data['x-roles'].includes(role) && !data['x-roles'].includes('ACCOUNT'))
    return `x-scope ${scope} is for keys of ${kind}, which act as ${role}`;
  if ((of === 'SELLER') !== (needed !== undefined)) return `x-scope ${scope} is for keys of ${kind}`;
  if (needed === undefined || needed === 'ANY' || needed === permission) return null;
  return `x-scope ${scope} stands for the permission ${permission}, not ${needed}`;
}

function neededFactor(given: z.infer<typeof rules>['x-second-factor']): NeededFactor | null {
  if (given === undefined) return null;
  return given === true ? { maxAgeMinutes: null, whenEnrolled: false } : given;
}

/** Resolves a reference within the document; other values are returned as they are. */
function referred(document: Document, value: object): unknown {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value;
  const [root, ...path] = value.$ref.split('/');
  if (root !== '#') throw new Error(`openapi.yaml: ${value.$ref} points outside the document`);
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    document,
  );
}

function listsOf(parameters: readonly Parameter[]): Map<string, { commas: boolean }> {
  const lists = parameters.filter(({ in: place, schema }) => place === 'query' && schema?.type === 'array');
  return new Map(lists.map(({ name, explode }) => [name, { commas: !explode }]));
}

function limitOf(kilobytes: number | undefined): number | null {
  return kilobytes === undefined ? null : kilobytes * 1024;
}

/** Maximum bytes of a body of this type. @param usual Default limit. */
export function bodyLimitFor({ bodyLimit }: OperationRules, type: string, usual: number): number {
  const limit = bodyLimit ?? usual;
  return type === 'application/json' ? Math.min(limit, MAX_JSON_BYTES) : limit;
}

/** The document for /docs and /openapi.json, with callers and limits described from the x-fields. */
export function describedDocument(
  { document, operations }: Contract,
  limits: Record<RateClass, RateBudget>,
): Document {
  const copy = structuredClone(document);
  for (const rules of operations.values()) {
    const { method, path, id, roles, rateClass } = rules;
    const operation = (copy.paths?.[path] as Record<string, Operation> | undefined)?.[method];
    if (operation === undefined) throw new Error(`${id} is missing from its path`);
    const { points, window, perNetwork } = limits[rateClass];
    const network = perNetwork === undefined ? '' : `, ${perNetwork} per network`;
    const facts = [
      `**Who may call it:** ${roles.map(describeCaller).join(', ')}`,
      `**Rate limit:** ${points} per ${window === 60 ? 'minute' : `${window / 60} minutes`} and address${network} (class ${rateClass})`,
    ];
    facts.push(...describeConditions(rules));
    operation.description = [operation.description, ...facts]
      .filter((text) => text !== undefined)
      .join('\n\n');
  }
  return copy;
}

function describeConditions({
  permission,
  secondFactor,
  beforeSecondFactor,
  devicePurpose,
  scope,
}: OperationRules): string[] {
  return [
    ...(permission === 'OWNER' ? ["Among a seller's people only its owner."] : []),
    ...(permission === null || permission === 'ANY' || permission === 'OWNER'
      ? []
      : [`A seller's staff need the permission ${permission}.`]),
    ...(secondFactor === null ? [] : [describeFactor(secondFactor)]),
    ...(devicePurpose === null ? [] : [`A device token for ${devicePurpose} may call it too.`]),
    ...(scope === null ? [] : [`An API key with the scope \`${scope}\` may call it too.`]),
    ...(beforeSecondFactor ? ['Administrators may call it before a second factor is confirmed.'] : []),
  ];
}

function describeFactor({ maxAgeMinutes, whenEnrolled }: NeededFactor): string {
  const within =
    maxAgeMinutes === null ? '' : ` within the last ${maxAgeMinutes} minutes (POST /auth/mfa/step-up)`;
  const whose = whenEnrolled ? ', if the account has one' : '';
  return `The session must have passed a second factor${within}${whose}.`;
}

function describeCaller(caller: AllowedCaller): string {
  if (caller === 'PUBLIC') return 'everybody';
  return caller === 'ACCOUNT' ? 'any signed-in account' : caller;
}
