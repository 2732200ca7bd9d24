import { posix } from 'node:path';
import { parse } from 'yaml';
import type { GuideLocale } from '../../consoles/shared/guide-search/terms.ts';
import { contractFiles } from './contract-files.ts';

/** A value of the contract, with its references as they are written. */
export type Node = Readonly<Record<string, unknown>>;

export type InBoth = Readonly<Record<GuideLocale, string>>;

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: InBoth;
  description: InBoth;
  roles: readonly string[];
  limit: { limit: number; windowSeconds: number } | null;
  permission: string | null;
  /** What an API key needs; null: no key may call it. */
  scope: string | null;
  /** Minutes within which a second factor must have been passed; 0: at any time in the session. */
  secondFactor: number | null;
  parameters: readonly Parameter[];
  body: Body | null;
  answers: readonly Answer[];
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required: boolean;
  description: InBoth;
  schema: Node;
  example: string;
  /** A list in one value, separated by commas; other lists are repeated. */
  commas: boolean;
}

export interface Body {
  type: string;
  schema: Node;
  /** Null: bytes, such as a picture. */
  example: unknown;
  required: boolean;
}

export interface Answer {
  status: string;
  description: InBoth;
  example: unknown;
}

export interface OperationGroup {
  /** The contract's folder below server/: `marketplace/cart`. */
  slice: string;
  operations: Operation[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The API as the slices' contracts have it. */
export class ContractReader {
  readonly groups: readonly OperationGroup[];
  readonly #components: Record<string, Record<string, Node>> = {};

  constructor() {
    const parts = contractFiles().parts.map(({ file, text }) => ({
      slice: posix.dirname(file).slice('server/'.length),
      content: parse(text) as {
        paths?: Record<string, Node>;
        components?: Record<string, Record<string, Node>>;
      },
    }));
    for (const { content } of parts) {
      for (const [section, entries] of Object.entries(content.components ?? {}))
        this.#components[section] = { ...this.#components[section], ...entries };
    }
    this.groups = parts
      .map(({ slice, content }) => ({
        slice,
        operations: Object.entries(content.paths ?? {}).flatMap(([path, methods]) =>
          Object.entries(methods).flatMap(([method, operation]) =>
            METHODS.includes(method) ? [this.#operation(path, method, operation as Node)] : [],
          ),
        ),
      }))
      .filter(({ operations }) => operations.length > 0)
      .sort((one, other) => (one.slice < other.slice ? -1 : 1));
  }

  /** What a reference means; anything else is returned unchanged. */
  resolve(node: unknown): Node {
    const { $ref } = Object(node) as { $ref?: string };
    if ($ref === undefined) return Object(node) as Node;
    const [, , section = '', name = ''] = $ref.split('/');
    const found = this.#components[section]?.[name];
    if (found === undefined) throw new Error(`the contract has no ${$ref}`);
    return this.resolve(found);
  }

  #operation(path: string, method: string, node: Node): Operation {
    const limit = node['x-rate-limit'] as Operation['limit'] | undefined;
    const factor = node['x-second-factor'] as boolean | { maxAgeMinutes?: number } | undefined;
    return {
      id: String(node.operationId),
      method: method.toUpperCase(),
      path,
      summary: { en: String(node.summary ?? node.operationId), ar: String(node['x-summary-ar']) },
      description: descriptionOf(node),
      roles: (node['x-roles'] as string[] | undefined) ?? [],
      limit: limit ?? null,
      permission: typeof node['x-permission'] === 'string' ? node['x-permission'] : null,
      scope: typeof node['x-scope'] === 'string' ? node['x-scope'] : null,
      secondFactor:
        factor === undefined || factor === false ? null : factor === true ? 0 : (factor.maxAgeMinutes ?? 0),
      parameters: list(node.parameters).map((each) => this.#parameter(this.resolve(each))),
      body: node.requestBody === undefined ? null : this.#body(this.resolve(node.requestBody)),
      answers: Object.entries(Object(node.responses)).map(([status, answer]) => {
        const found = this.resolve(answer);
        return { status, description: descriptionOf(found), example: this.#exampleOf(found.content) };
      }),
    };
  }

  #parameter(node: Node): Parameter {
    const schema = this.resolve(node.schema);
    return {
      name: String(node.name),
      in: node.in as Parameter['in'],
      required: node.required === true,
      description: descriptionOf(node),
      schema: Object(node.schema) as Node,
      example: String(node.example ?? schema.example ?? schema.default ?? list(schema.enum)[0] ?? ''),
      commas: schema.type === 'array' && node.explode === false,
    };
  }

  #body(node: Node): Body | null {
    const [first] = Object.entries(Object(node.content));
    if (first === undefined) return null;
    const [type, media] = first;
    const { schema } = media as Node;
    return {
      type,
      schema: Object(schema) as Node,
      example: this.#exampleOf(node.content) ?? null,
      required: node.required === true,
    };
  }

  #exampleOf(content: unknown): unknown {
    const [media] = Object.values(Object(content)) as Node[];
    if (media === undefined) return undefined;
    if (media.example !== undefined) return media.example;
    const [named] = Object.values(Object(media.examples)) as Node[];
    return named === undefined ? undefined : this.resolve(named).value;
  }
}

/** The composer demands the Arabic one of every description that is shown here. */
export function descriptionOf(node: Node): InBoth {
  return { en: String(node.description ?? '').trim(), ar: String(node['x-description-ar'] ?? '').trim() };
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
