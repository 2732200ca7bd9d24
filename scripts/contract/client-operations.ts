import type { Operation } from './contract-reader.ts';

const HEAD = `// Made by \`npm run generate\` from the slices' contracts.
import type { Described, OperationId } from './operation-types.ts';

export const OPERATIONS = {
`;

/** What the client must know of each operation, as TypeScript source in the project's format. */
export function clientOperations(operations: readonly Operation[]): string {
  const entries = operations
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(
      (operation) =>
        `  ${operation.id}: { method: '${operation.method}', path: '${operation.path}', keyed: ${isKeyed(operation)}, commas: [${commasOf(operation)}] },`,
    );
  return `${HEAD}${entries.join('\n')}\n} as const satisfies Record<OperationId, Described>;\n`;
}

function isKeyed({ parameters }: Operation): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name === 'Idempotency-Key');
}

function commasOf({ parameters }: Operation): string {
  return parameters
    .filter(({ in: place, commas }) => place === 'query' && commas)
    .map(({ name }) => `'${name}'`)
    .join(', ');
}
