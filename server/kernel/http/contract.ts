import { readFileSync } from 'node:fs';
import type { Document, Operation } from 'openapi-backend';
import { parse } from 'yaml';
import { z } from 'zod';
import type { RateClass } from '../process/config.ts';
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

const rules = z.object({
  operationId: z.string(),
  'x-roles': z.array(z.enum(CALLERS)).min(1),
  'x-permission': z.enum(NEEDED_RIGHTS).optional(),
  'x-rate-limit': z.object({
    class: z.enum(['browse', 'write', 'sign-in', 'registration']),
    limit: z.number().int(),
    windowSeconds: z.number().int(),
  }),
  'x-second-factor': z.boolean().default(false),
  'x-before-second-factor': z.boolean().default(false),
  'x-body-limit-kb': z.number().int().positive().optional(),
  'x-former-body': z.string().optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }).optional(),
  parameters: z
    .array(
      z.looseObject({
        $ref: z.string().optional(),
        name: z.string().optional(),
        schema: z.looseObject({ type: z.string().optional() }).optional(),
      }),
    )
    .default([]),
});

const LOCALE = '#/components/parameters/Locale';

/** What openapi.yaml says of an operation beyond its shape. */
export interface OperationRules {
  id: OperationId;
  method: string;
  path: string;
  roles: readonly AllowedCaller[];
  /** What somebody on a seller's staff must have been given; null for what is no seller's matter. */
  permission: NeededRight | null;
  rateClass: RateClass;
  /** Its texts are in one language, which `?locale=` or Accept-Language chooses. */
  localised: boolean;
  /** Its session must have passed a second factor, whoever calls. */
  needsSecondFactor: boolean;
  /** An administrator may call it before a second factor is confirmed. */
  beforeSecondFactor: boolean;
  /** Whether it takes a body at all. */
  takesBody: boolean;
  /** Bytes of its body at most, where the usual limit is too small; null elsewhere. */
  bodyLimit: number | null;
  /** Takes its JSON body's field `csv` as a text/csv body too. */
  takesCsv: boolean;
  /** Media types of the picture that is its whole body; empty where the body is JSON. */
  imageTypes: readonly string[];
  /** The media type that its body had before: apps that still send it are to keep it until they are updated. */
  formerBody: string | null;
  /** Query parameters that are lists: `a=1&a=2`. */
  repeated: ReadonlySet<string>;
}

export interface Contract {
  document: Document;
  operations: ReadonlyMap<string, OperationRules>;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Who applies has no seller yet. */
const APPLICATIONS = '/seller/applications';

function isForSellers(path: string): boolean {
  return (path === '/seller' || path.startsWith('/seller/')) && path !== APPLICATIONS;
}

/** Reads openapi.yaml. Throws when an operation lacks its roles or rate limit, or a seller's its permission. */
export function loadContract(file: string): Contract {
  // A copy: what the parser cuts out of the text would keep the whole of it in memory.
  const document = structuredClone(parse(readFileSync(file, 'utf8'), { merge: true })) as Document;
  const operations = new Map<string, OperationRules>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation: unknown = item?.[method];
      if (operation === undefined) continue;
      const parsed = rules.safeParse(operation);
      if (!parsed.success)
        throw new Error(`openapi.yaml ${method.toUpperCase()} ${path}: ${z.prettifyError(parsed.error)}`);
      const permission = parsed.data['x-permission'] ?? null;
      if (permission === null && isForSellers(path))
        throw new Error(`openapi.yaml ${method.toUpperCase()} ${path}: needs x-permission`);
      operations.set(parsed.data.operationId, {
        id: parsed.data.operationId as OperationId,
        method,
        path,
        roles: parsed.data['x-roles'],
        permission,
        rateClass: parsed.data['x-rate-limit'].class,
        localised: parsed.data.parameters.some(({ $ref }) => $ref === LOCALE),
        needsSecondFactor: parsed.data['x-second-factor'],
        beforeSecondFactor: parsed.data['x-before-second-factor'],
        takesBody: parsed.data.requestBody !== undefined,
        bodyLimit: limitOf(parsed.data['x-body-limit-kb']),
        takesCsv: parsed.data.requestBody?.content?.['text/csv'] !== undefined,
        imageTypes: Object.keys(parsed.data.requestBody?.content ?? {}).filter((type) =>
          type.startsWith('image/'),
        ),
        formerBody: parsed.data['x-former-body'] ?? null,
        repeated: new Set(
          parsed.data.parameters.flatMap(({ name, schema }) =>
            name !== undefined && schema?.type === 'array' ? [name] : [],
          ),
        ),
      });
    }
  }
  return { document, operations };
}

function limitOf(kilobytes: number | undefined): number | null {
  return kilobytes === undefined ? null : kilobytes * 1024;
}

/** The document as /docs and /openapi.json show it: who may call each operation and its limit, from the two x-fields. */
export function describedDocument(
  { document, operations }: Contract,
  limits: Record<RateClass, { points: number; window: number }>,
): Document {
  const copy = structuredClone(document);
  for (const rules of operations.values()) {
    const { method, path, id, roles, rateClass } = rules;
    const operation = (copy.paths?.[path] as Record<string, Operation> | undefined)?.[method];
    if (operation === undefined) throw new Error(`${id} is missing from its path`);
    const { points, window } = limits[rateClass];
    const facts = [
      `**Who may call it:** ${roles.map(describeCaller).join(', ')}`,
      `**Rate limit:** ${points} per ${window === 60 ? 'minute' : `${window / 60} minutes`} and address (class ${rateClass})`,
    ];
    facts.push(...describeConditions(rules));
    operation.description = [operation.description, ...facts]
      .filter((text) => text !== undefined)
      .join('\n\n');
  }
  return copy;
}

function describeConditions({ permission, needsSecondFactor, beforeSecondFactor }: OperationRules): string[] {
  return [
    ...(permission === 'OWNER' ? ["Of a seller's people its owner alone."] : []),
    ...(permission === null || permission === 'ANY' || permission === 'OWNER'
      ? []
      : [`A seller's staff need the permission ${permission}.`]),
    ...(needsSecondFactor ? ['The session must have passed a second factor.'] : []),
    ...(beforeSecondFactor ? ['Administrators may call it before a second factor is confirmed.'] : []),
  ];
}

function describeCaller(caller: AllowedCaller): string {
  if (caller === 'PUBLIC') return 'everybody';
  return caller === 'ACCOUNT' ? 'any signed-in account' : caller;
}
