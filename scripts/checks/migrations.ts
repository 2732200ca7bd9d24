// Part of `npm test`: whether the migrations since the baseline can be applied while the service runs (docs/upgrades.md).
import { BASELINE, MIGRATIONS_FOLDER, readMigrations } from '../../db/migration-files.ts';
import { readCommandLine, runCommand } from '../shared/command-line.ts';
import { faultsOfMigrations } from './migrations/rules.ts';

const USAGE = 'Usage: tsx scripts/checks/migrations.ts [FOLDER]   default: db/migrations';

await runCommand(async () => {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, positionals: { min: 0, max: 1 } });
  const [folder = MIGRATIONS_FOLDER] = positionals;
  const files = (await readMigrations(folder)).filter(({ number }) => number > BASELINE);
  const faults = await faultsOfMigrations(files);
  for (const { name, line, says } of faults) console.log(`${name}.sql:${line}: ${says}`);
  return faults.length === 0 ? 0 : 1;
});
