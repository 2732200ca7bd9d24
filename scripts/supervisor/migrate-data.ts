import { grantDataRights, RoleTooPowerfulError } from '../../db/data-rights.ts';
import { migrateToLatest, UnknownMigrationsError } from '../../db/migrate.ts';
import { CommandError } from '../shared/command-error.ts';

/**
 * Brings the data of an installation to the newest schema, and gives the role of `serviceUrl`, if it is another one than
 * the owner's, rights to rows only. Throws a CommandError that says what to do when the data belongs to
 * another version. @param dataDir The folder that holds the data; undefined: the database of DATABASE_URL does.
 */
export async function migrateData(
  databaseUrl: string,
  dataDir: string | undefined,
  serviceUrl: string = databaseUrl,
): Promise<{ applied: string[] }> {
  try {
    const migrated = await migrateToLatest(databaseUrl);
    if (serviceUrl !== databaseUrl) await grantDataRights(databaseUrl, serviceUrl);
    return migrated;
  } catch (error) {
    if (error instanceof RoleTooPowerfulError) throw new CommandError(error.message);
    if (error instanceof UnknownMigrationsError) throw new CommandError(advice(error, dataDir));
    throw error;
  }
}

function advice({ origin }: UnknownMigrationsError, dataDir: string | undefined): string {
  const data = dataDir === undefined ? 'The database of DATABASE_URL' : `The data in ${dataDir}`;
  const elsewhere =
    dataDir === undefined ? 'give an empty database' : 'choose another folder with --data-dir';
  if (origin === 'NEWER') {
    return `${data} was written by a newer version of Wasl. Start that version, or ${elsewhere}.`;
  }
  const restart = dataDir === undefined ? elsewhere : `remove ${dataDir} or ${elsewhere}`;
  return (
    `${data} was created by an earlier development version of Wasl, and this version cannot upgrade it. ` +
    `To start with empty data, ${restart}. To keep the data, export it first with the version that created it.`
  );
}
