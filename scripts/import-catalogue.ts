// `npm run import-catalogue -- FILE`: brings the catalogue to what a file says.
import { sqlState } from '../db/unit-of-work.ts';
import {
  CatalogueFileError,
  type ImportResult,
  importCatalogueFile,
} from '../server/marketplace/catalogue-import/catalogue-import.ts';

const USAGE = `Usage: npm run import-catalogue -- FILE [--data-dir DIR]

Imports sellers, categories, products, variants, offers and their opening stock from a JSON or YAML file.
db/seeds/catalogue.json is an example. It goes into the database of DATABASE_URL, which must have been migrated, or
of the installation in DIR (.data when left out), which may be running or not. Running it again is safe: it changes
only what the file says differently, and never stock that is there already. A faulty file changes nothing.`;

function report({ changed, counts }: ImportResult): string {
  const lines = Object.entries(counts).map(
    ([kind, { total, created, updated }]) =>
      `  ${kind.padEnd(16)} ${String(total).padStart(6)} in the file, ${created} created, ${updated} updated`,
  );
  return [changed ? 'Imported.' : 'Nothing to change.', ...lines].join('\n');
}

const UNDEFINED_TABLE = '42P01';

/** What an operator can act on is told in a sentence, anything else with its stack. */
function explain(error: unknown): unknown {
  if (sqlState(error) === UNDEFINED_TABLE) return 'The database has no such tables: migrate it first.';
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `There is no file ${file}.`;
  const known = error instanceof CatalogueFileError || (error instanceof Error && 'code' in error);
  return known ? error.message : error;
}

const [file, ...rest] = process.argv.slice(2);
const databaseUrl = process.env.DATABASE_URL;

if (file === '--help' || file === '-h') {
  console.log(USAGE);
} else if (file === undefined || rest.length > 0 || databaseUrl === undefined || databaseUrl === '') {
  console.error(
    databaseUrl === undefined || databaseUrl === '' ? `DATABASE_URL is not set.\n\n${USAGE}` : USAGE,
  );
  process.exitCode = 2;
} else {
  try {
    console.log(report(await importCatalogueFile(databaseUrl, file)));
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
