import { grantDataRights, RoleTooPowerfulError } from '../../db/data-rights.ts';
import { type Migrated, type MigrateOptions, migrate, UnknownMigrationsError } from '../../db/migrate.ts';
import { MigrationRefusedError } from '../../db/migration-session.ts';
import { CommandError } from '../shared/command-error.ts';

/**
 * Brings the data of an installation to the newest schema, and gives the role of `serviceUrl`, if it is another one than
 * the owner's, rights to rows only. Throws a CommandError that says what to do when the data belongs to
 * another version. @param dataDir The folder that holds the data; undefined: the database of DATABASE_URL does. @param
 * how Both phases of an upgrade unless it says otherwise: nothing of the service runs yet.
 */
export async function migrateData(
  databaseUrl: string,
  dataDir: string | undefined,
  serviceUrl: string = databaseUrl,
  how: MigrateOptions = {},
): Promise<Migrated> {
  try {
    const migrated = await migrate(databaseUrl, how);
    if (serviceUrl !== databaseUrl) await grantDataRights(databaseUrl, serviceUrl);
    return migrated;
  } catch (error) {
    if (error instanceof RoleTooPowerfulError || error instanceof MigrationRefusedError)
      throw new CommandError(error.message);
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
