import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CommandError } from '../shared/command-error.ts';

const LIMIT_MS = 2 * 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const licence = z.union([
  z.looseObject({ expression: z.string() }),
  z.looseObject({
    license: z.union([z.looseObject({ id: z.string() }), z.looseObject({ name: z.string() })]),
  }),
]);

const component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
  licenses: z.array(licence).optional(),
});
export type Component = z.infer<typeof component>;
export type Licence = z.infer<typeof licence>;

const bom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});
export type Bom = z.infer<typeof bom>;

/** What npm knows of every installed package, those for development too, as CycloneDX. */
export async function installedPackages(projectRoot: string): Promise<Bom> {
  const npmCli = process.env.npm_execpath;
  const [command, ...head] = npmCli?.endsWith('.js') ? [process.execPath, npmCli] : ['npm'];
  const args = [...head, 'sbom', '--sbom-format', 'cyclonedx'];
  const limits = { timeout: LIMIT_MS, maxBuffer: MAX_OUTPUT_BYTES };
  const { stdout } = await promisify(execFile)(command, args, { cwd: projectRoot, ...limits }).catch(
    (error: Error) => {
      throw new CommandError(`npm cannot list the installed packages: ${error.message}`);
    },
  );
  return bom.parse(JSON.parse(stdout));
}
