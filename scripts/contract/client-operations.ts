import type { DocumentOperation } from './contract-document.ts';

const HEAD = `// Made by \`npm run generate\` from openapi.yaml.
import type { Described, OperationId } from './operation-types.ts';

export const OPERATIONS = {
`;

/** What the client must know of each operation, as TypeScript source in the project's format. */
export function clientOperations(operations: readonly DocumentOperation[]): string {
  const entries = operations
    .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
    .map(
      (operation) =>
        `  ${operation.operationId}: { method: '${operation.method}', path: '${operation.path}', keyed: ${isKeyed(operation)}, commas: [${commasOf(operation)}] },`,
    );
  return `${HEAD}${entries.join('\n')}\n} as const satisfies Record<OperationId, Described>;\n`;
}

function isKeyed({ parameters }: DocumentOperation): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');
}

function commasOf({ parameters }: DocumentOperation): string {
  return parameters
    .filter((one) => one.in === 'query' && one.schema?.type === 'array' && one.explode === false)
    .map(({ name }) => `'${name}'`)
    .join(', ');
}
