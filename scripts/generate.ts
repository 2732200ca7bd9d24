// `npm run generate`: openapi.yaml from the slices' contracts; TypeScript types from it and realtime/asyncapi.yaml, which
// consoles import too, what a client of the live channel must know of each event, and the operations of the client for
// programs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { factory } from 'typescript';
import { projectRoot } from '../db/root.ts';
import { clientOperations } from './contract/client-operations.ts';
import { composeContract, staleParts } from './contract/compose-contract.ts';
import { contractFiles } from './contract/contract-files.ts';
import { ContractReader } from './contract/contract-reader.ts';
import { generateEventFacts, generateLiveTypes } from './contract/live-types.ts';
import { quietly } from './embedded/run.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run generate [-- --check]

Makes openapi.yaml from the slices' contracts (server/**/contract.yaml), TypeScript types from it and from
realtime/asyncapi.yaml, and the operations of the client for programs.
  --check   write nothing, and fail if a file is out of date`;

const CONTRACT = 'openapi.yaml';

/** The types of the whole REST contract as TypeScript source. Binary content is a Blob. */
async function generateTypes(contract: string): Promise<string> {
  const nodes = await openapiTS(contract, {
    silent: true,
    transform: ({ format }) =>
      format === 'binary' ? factory.createTypeReferenceNode(factory.createIdentifier('Blob')) : undefined,
  });
  return COMMENT_HEADER + astToString(nodes);
}

/** Every generated file, by its path in the project, with its expected content. */
async function generated(): Promise<Map<string, string>> {
  const { parts, handlers } = contractFiles();
  const contract = composeContract(parts, handlers);
  const operations = new ContractReader().groups.flatMap((group) => group.operations);
  return new Map([
    [CONTRACT, contract],
    ['server/kernel/http/api-types.ts', await generateTypes(contract)],
    ['realtime/live-types.ts', await generateLiveTypes()],
    ['consoles/shared/live/event-facts.ts', generateEventFacts()],
    ['consoles/shared/client/operations.ts', clientOperations(operations)],
  ]);
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { values } = readCommandLine({ usage: USAGE, options: { check: { type: 'boolean' } } });
    const files = await generated();
    const present = new Map([...files.keys()].map((path) => [path, quietly(() => read(path))]));
    const stale = [...files].filter(([path, source]) => present.get(path) !== source);
    const names = stale.map(([path]) => path).join(', ');
    if (values.check === true) {
      if (stale.length === 0) return 0;
      const parts = staleParts(present.get(CONTRACT) ?? '', files.get(CONTRACT) ?? '');
      const where = parts.length === 0 ? '' : ` (${CONTRACT} differs from ${parts.join(', ')})`;
      throw new CommandError(`Not what the contracts say: ${names}${where}. Run: npm run generate`);
    }
    for (const [path, source] of stale) {
      mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
      writeFileSync(join(projectRoot, path), source);
    }
    console.log(stale.length === 0 ? 'Nothing to change.' : `Written: ${names}`);
    return 0;
  });
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
