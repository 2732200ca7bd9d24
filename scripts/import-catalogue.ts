// `npm run import-catalogue -- FILE`: imports or updates the catalogue from a file.
import { join } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { sqlState } from '../db/unit-of-work.ts';
import { uploadsIn } from '../server/kernel/process/upload-config.ts';
import { openFileStore } from '../server/kernel/uploads/open-file-store.ts';
import {
  CatalogueFileError,
  type ImportResult,
  importCatalogueFile,
} from '../server/marketplace/catalogue-import/catalogue-import.ts';
import { CommandError, explain } from './shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from './shared/command-line.ts';
import { readDataDir } from './supervisor/data-dir.ts';
import { withDatabase } from './supervisor/with-database.ts';

const USAGE = `Usage: npm run import-catalogue -- FILE [--data-dir DIR]

Imports sellers, categories, products with their pictures, variants, offers and their opening stock from a JSON or YAML
file. db/seeds/catalogue.json is an example; pictures lie beside the file, below its folder. It goes into the database of DATABASE_URL, which must have been migrated, or
of the installation in DIR (.data when left out), which may be running or not. Running it again is safe: it changes
only what the file says differently, and never stock that is there already. A faulty file changes nothing.`;

function report({ changed, counts }: ImportResult): string {
  const lines = Object.entries(counts).map(
    ([kind, { total, created, updated }]) =>
      `  ${kind.padEnd(16)} ${String(total).padStart(6)} in the file, ${created} created, ${updated} updated`,
  );
  return [changed ? 'Imported.' : 'Nothing to change.', ...lines].join('\n');
}

/** An installation stores its pictures with its data; see `withDatabase` for which database is used. */
function environmentOf(dataDir: string | undefined): NodeJS.ProcessEnv {
  if (process.env.DATABASE_URL) return process.env;
  return { ...process.env, UPLOADS_DIR: join(readDataDir(process.env, projectRoot, dataDir), 'uploads') };
}

const UNDEFINED_TABLE = '42P01';

await runCommand(async () => {
  const { values, positionals } = readCommandLine({
    usage: USAGE,
    options: DATA_DIR_OPTION,
    positionals: { min: 1, max: 1 },
  });
  const [file = ''] = positionals;
  const uploads = uploadsIn(environmentOf(values['data-dir']));
  return withDatabase(values['data-dir'], async (databaseUrl) => {
    try {
      console.log(report(await importCatalogueFile(databaseUrl, file, openFileStore({ uploads }))));
      return 0;
    } catch (error) {
      throw explained(error, file);
    }
  });
}, describeFailure);

/** Errors an operator can act on become a sentence; others are unchanged. */
function explained(error: unknown, file: string): unknown {
  if (sqlState(error) === UNDEFINED_TABLE)
    return new CommandError('The database has no such tables: migrate it first.');
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return new CommandError(`There is no file ${file}.`);
  return error;
}

/** An error in the file, or in reaching the database, is printed without a stack. */
function describeFailure(error: unknown): string {
  const isClear = error instanceof CatalogueFileError || (error instanceof Error && 'code' in error);
  return isClear ? error.message : explain(error);
}
