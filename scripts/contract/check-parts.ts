import { posix } from 'node:path';
import { API_SCOPE_NAMES } from '../../server/kernel/security/api-scopes.ts';
import { withoutArabic } from './check-arabic.ts';
import { type ContractPart, SHARED_PART, type SourceFile } from './contract-part.ts';
import { type Defined, operationId } from './defined.ts';

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'options', 'head', 'trace'];

/** Checks that need all parts together: duplicate definitions, dangling references, operations in the wrong slice. */
export function checkParts(parts: readonly ContractPart[], handlers: readonly SourceFile[]): string[] {
  const paths = parts.flatMap(pathsOf);
  const operations = paths.flatMap(operationsOf);
  const components = parts.flatMap(componentsOf);
  return [
    ...twice(
      paths,
      ({ name }) => name.replace(/\{[^}]*\}/g, '{}'),
      'one slice owns a path and all its methods',
    ),
    ...twice(operations, operationId, 'an operationId is the name of one handler'),
    ...twice(components, ({ name }) => name, 'all parts share one set of names'),
    ...looseEnds(paths, components),
    ...strayOperations(parts, operations, handlers),
    ...withoutArabic(operations, components),
    ...unknownScopes(operations),
  ];
}

function pathsOf({ file, paths }: ContractPart): Defined[] {
  return Object.entries(paths).map(([name, value]) => ({ name, file, value }));
}

function operationsOf({ name, file, value }: Defined): Defined[] {
  return Object.entries(value).flatMap(([key, operation]) =>
    METHODS.includes(key) ? [{ name: `${key.toUpperCase()} ${name}`, file, value: Object(operation) }] : [],
  );
}

function componentsOf({ file, components }: ContractPart): Defined[] {
  return Object.entries(components).flatMap(([section, entries]) =>
    Object.entries(entries).map(([name, value]) => ({
      name: `#/components/${section}/${name}`,
      file,
      value,
    })),
  );
}

function twice(
  defined: readonly Defined[],
  identity: (one: Defined) => string | undefined,
  because: string,
): string[] {
  const first = new Map<string, Defined>();
  return defined.flatMap((one) => {
    const key = identity(one);
    if (key === undefined) return [];
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, one);
      return [];
    }
    const what = key === operationId(one) ? `operationId ${key}` : one.name;
    const where = other.file === one.file ? `twice in ${one.file}` : `in ${other.file} and in ${one.file}`;
    return [`${what} is ${where}: ${because}.`];
  });
}

/** References without a target or from the shared part into a slice, and components no operation uses. */
function looseEnds(paths: readonly Defined[], components: readonly Defined[]): string[] {
  const faults: string[] = [];
  const byName = new Map(components.map((component) => [component.name, component]));
  const used = new Set<string>();
  const follow = ({ name, file, value }: Defined) => {
    for (const reference of referencesIn(value)) {
      const target = byName.get(reference);
      if (target === undefined) {
        faults.push(`${file}: ${name} refers to ${reference}, which no contract.yaml defines.`);
        continue;
      }
      if (file === SHARED_PART && target.file !== file)
        faults.push(
          `${file}: ${name} refers to ${reference} of ${target.file}; what all share knows no slice.`,
        );
      if (used.has(reference)) continue;
      used.add(reference);
      follow(target);
    }
  };
  for (const path of paths) {
    follow(path);
    for (const { name, file, value } of operationsOf(path)) follow({ name, file, value: securityOf(value) });
  }
  const unused = components.filter(({ name }) => !used.has(name));
  return [...faults, ...unused.map(({ name, file }) => `${file}: no operation uses ${name}.`)];
}

function referencesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (inner: unknown) => {
    if (typeof inner !== 'object' || inner === null) return;
    if ('$ref' in inner && typeof inner.$ref === 'string') found.add(inner.$ref);
    Object.values(inner).forEach(visit);
  };
  visit(value);
  return found;
}

/** Security schemes are referred to by name, everything else by $ref. */
function securityOf({ security }: Defined['value']): Record<string, unknown> {
  const requirements: unknown[] = Array.isArray(security) ? security : [];
  const schemes = requirements.flatMap((requirement) => Object.keys(Object(requirement)));
  return Object.fromEntries(schemes.map((name) => [name, { $ref: `#/components/securitySchemes/${name}` }]));
}

/**
 * Operations whose handler is in another slice. A handlers file names the ids of its operations in its type; its slice
 * is the nearest folder above it with a contract. An operation without a handler is left to the compiler, so that the
 * contract can be written first.
 */
function strayOperations(
  parts: readonly ContractPart[],
  operations: readonly Defined[],
  handlers: readonly SourceFile[],
): string[] {
  const contracts = new Set(parts.map(({ file }) => file));
  const quoting = handlers.map(({ file, text }) => ({
    file,
    contract: contractAbove(file, contracts),
    ids: new Set(Array.from(text.matchAll(/'(\w+)'/g), ([, id]) => id)),
  }));
  return operations.flatMap((operation) => {
    const id = operationId(operation);
    const found = quoting.filter(({ ids }) => ids.has(id));
    const [stray] = found;
    if (stray === undefined || found.some(({ contract }) => contract === operation.file)) return [];
    return [`${operation.file}: ${id} belongs in the slice of its handler, which is in ${stray.file}.`];
  });
}

/** Scopes that no API key can have. */
function unknownScopes(operations: readonly Defined[]): string[] {
  const known = new Set<unknown>(API_SCOPE_NAMES);
  return operations.flatMap(({ name, file, value }) => {
    const scope = value['x-scope'];
    return scope === undefined || known.has(scope)
      ? []
      : [
          `${file}: ${name} has the x-scope ${scope}, which server/kernel/security/api-scopes.ts does not list.`,
        ];
  });
}

function contractAbove(file: string, contracts: ReadonlySet<string>): string | undefined {
  for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
    if (contracts.has(`${folder}/contract.yaml`)) return `${folder}/contract.yaml`;
  }
  return undefined;
}
