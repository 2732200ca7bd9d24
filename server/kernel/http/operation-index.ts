import type { OperationRules } from './contract.ts';

/** An operation with its raw path parameters, or the methods the path allows. */
export type Match =
  | { operation: OperationRules; params: Readonly<Record<string, string>> }
  | { operation: null; allowed: readonly string[] };

interface Template {
  pattern: RegExp;
  names: readonly string[];
  /** Number of literal characters: the more, the more specific the template. */
  literals: number;
  byMethod: Map<string, OperationRules>;
}

const NO_PARAMS: Readonly<Record<string, string>> = {};
const NO_PATH: Match = { operation: null, allowed: [] };

/**
 * Finds an operation by method and path without scanning all: paths without parameters by lookup, others among the
 * templates with as many segments. A test compares it with openapi-backend's router.
 */
export class OperationIndex {
  readonly #exact = new Map<string, Match>();
  readonly #templates = new Map<number, Template[]>();

  constructor(operations: Iterable<OperationRules>) {
    const byPath = new Map<string, Map<string, OperationRules>>();
    for (const operation of operations) {
      const byMethod = byPath.get(operation.path) ?? new Map<string, OperationRules>();
      byPath.set(operation.path, byMethod.set(operation.method.toUpperCase(), operation));
    }
    for (const [path, byMethod] of byPath) {
      const template = templateOf(path, byMethod);
      const length = segments(path);
      this.#templates.set(length, [...(this.#templates.get(length) ?? []), template]);
      if (template.names.length > 0) continue;
      for (const [method, operation] of byMethod)
        this.#exact.set(`${method} ${path}`, { operation, params: NO_PARAMS });
    }
    for (const some of this.#templates.values()) some.sort((left, right) => right.literals - left.literals);
  }

  /** @param path Without the API prefix, undecoded; trailing slashes are ignored. */
  find(method: string, path: string): Match {
    const found = this.#exact.get(`${method} ${path}`);
    if (found !== undefined) return found;
    const plain = withoutSlashes(path);
    return this.#exact.get(`${method} ${plain}`) ?? this.#among(method, plain);
  }

  #among(method: string, path: string): Match {
    const allowed: string[] = [];
    for (const { pattern, names, byMethod } of this.#templates.get(segments(path)) ?? []) {
      const values = pattern.exec(path);
      if (values === null) continue;
      const operation = byMethod.get(method);
      if (operation === undefined) allowed.push(...byMethod.keys());
      else
        return {
          operation,
          params: Object.fromEntries(names.map((name, at) => [name, values[at + 1] ?? ''])),
        };
    }
    return allowed.length === 0 ? NO_PATH : { operation: null, allowed };
  }
}

function templateOf(path: string, byMethod: Map<string, OperationRules>): Template {
  const literals = path.split(/\{[^}]+\}/);
  return {
    pattern: new RegExp(`^${literals.map(escaped).join('([^/]+)')}$`),
    names: Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name),
    literals: literals.join('').length,
    byMethod,
  };
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function segments(path: string): number {
  let count = 1;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
