// `npm run client`: the client of the API for programs as a package of JavaScript and type declarations.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run client -- --out DIR

Writes the client for programs (consoles/shared/client) as a package: npm install DIR, or npm pack in it.
  --out DIR  a new or empty folder`;

const CLIENT = 'consoles/shared/client';
const COMPILER = 'node_modules/typescript-compiler/bin/tsc';

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { out: { type: 'string' } } });
  if (values.out === undefined) throw new CommandError(`--out is needed. ${USAGE.split('\n', 1)[0]}`);
  const out = resolve(values.out);
  if (existsSync(out) && readdirSync(out).length > 0) throw new CommandError(`${out} is not empty.`);
  const compiled = spawnSync(process.execPath, [COMPILER, '-p', CLIENT, '--outDir', out], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  if (compiled.status !== 0) throw new CommandError(`The client does not compile:\n${compiled.stdout}`);
  cpSync(join(projectRoot, CLIENT, 'package.json'), join(out, 'package.json'));
  console.log(`Written: ${out}`);
  return 0;
});
