// `npm run sbom`, also part of `npm run build`: writes the list of what is shipped, and refuses a licence that is not
// allowed.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { installedPackages } from './sbom/installed-packages.ts';
import { unlawful } from './sbom/licences.ts';
import { shippedBom } from './sbom/shipped-bom.ts';
import { shippedRoots } from './sbom/shipped-roots.ts';
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run sbom [-- --out FILE]

Writes a bill of materials (CycloneDX, JSON) of every package that the server or the consoles ship to FILE,
dist/sbom.cdx.json unless given. Refuses a package whose licence is not allowed (scripts/sbom/licences.ts).`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { out: { type: 'string' } } });
  const file = resolve(values.out ?? join(projectRoot, 'dist', 'sbom.cdx.json'));
  const bom = shippedBom(await installedPackages(projectRoot), shippedRoots(projectRoot));
  const refused = unlawful(bom.components);
  if (refused.length > 0)
    throw new CommandError(
      `Not shipped under these licences (scripts/sbom/licences.ts):\n${refused.join('\n')}`,
    );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(bom, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  console.log(`${bom.components.length} packages in ${file}`);
  return 0;
});
