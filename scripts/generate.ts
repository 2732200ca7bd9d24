// `npm run generate`: TypeScript types from openapi.yaml and realtime/asyncapi.yaml, which consoles import
// too, and what a client of the live channel must know of each event. With --check nothing is written; it fails when a file is not what the contracts say.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { projectRoot } from '../db/root.ts';
import { quietly } from './embedded/run.ts';
import { generateEventFacts, generateLiveTypes } from './generate-live.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const CONTRACT = join(projectRoot, 'openapi.yaml');

/** The types of the whole REST contract as TypeScript source. */
export async function generateTypes(): Promise<string> {
  const nodes = await openapiTS(pathToFileURL(CONTRACT), { silent: true });
  return COMMENT_HEADER + astToString(nodes);
}

/** Every generated file, by its path in the project, with what it should hold. */
async function generated(): Promise<Map<string, string>> {
  return new Map([
    ['server/http/api-types.ts', await generateTypes()],
    ['realtime/live-types.ts', await generateLiveTypes()],
    ['consoles/shared/live/event-facts.ts', generateEventFacts()],
  ]);
}

const USAGE = `Usage: npm run generate [-- --check]

Writes the types of openapi.yaml and realtime/asyncapi.yaml, and the facts of events for clients of the live channel.
  --check  writes nothing; the exit code is 1 when a file is not what the contracts say`;

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    const { values } = readCommandLine({ usage: USAGE, options: { check: { type: 'boolean' } } });
    const files = await generated();
    const stale = [...files].filter(
      ([path, source]) => quietly(() => readFileSync(join(projectRoot, path), 'utf8')) !== source,
    );
    const names = stale.map(([path]) => path).join(', ');
    if (values.check === true) {
      if (stale.length > 0) console.error(`Not what the contracts say: ${names}. Run: npm run generate`);
      return stale.length === 0 ? 0 : 1;
    }
    for (const [path, source] of stale) {
      mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
      writeFileSync(join(projectRoot, path), source);
    }
    console.log(stale.length === 0 ? 'Nothing to change.' : `Written: ${names}`);
    return 0;
  });
}
