// `npm run generate`: TypeScript types from openapi.yaml, for the server and for the consoles. With --check
// nothing is written; it fails when a file is not what the contract says.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { projectRoot } from '../db/root.ts';
import { quietly } from './embedded/run.ts';

const CONTRACT = join(projectRoot, 'openapi.yaml');
const TARGETS = ['server/http/api-types.ts', 'consoles/shared/api/api-types.ts'];
/** The types of the whole contract as TypeScript source. */
export async function generateTypes(): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(CONTRACT), { silent: true });
  return COMMENT_HEADER + astToString(nodes);
}

/** The files that differ from the contract. */
export function outdated(source: string): string[] {
  return TARGETS.filter(
    (target) => quietly(() => readFileSync(join(projectRoot, target), 'utf8')) !== source,
  );
}

if (process.argv[1] === import.meta.filename) {
  const source = await generateTypes();
  const stale = outdated(source);
  if (!process.argv.includes('--check')) {
    for (const target of stale) {
      mkdirSync(dirname(join(projectRoot, target)), { recursive: true });
      writeFileSync(join(projectRoot, target), source);
    }
    console.log(stale.length === 0 ? 'Nothing to change.' : `Written: ${stale.join(', ')}`);
  } else if (stale.length > 0) {
    console.error(`Not what openapi.yaml says: ${stale.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  }
}
