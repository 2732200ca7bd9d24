import { join } from 'node:path';
import type { MigrateOptions } from '../../db/migrate.ts';
import { connectToPrimary } from '../../db/primary.ts';
import { prepareDemo } from '../../server/demo/demo.ts';
import { uploadsIn } from '../../server/kernel/process/upload-config.ts';
import { openFileStore } from '../../server/kernel/uploads/open-file-store.ts';
import { importCatalogueFile } from '../../server/marketplace/catalogue-import/catalogue-import.ts';
import type { DemoAccounts } from './announce.ts';
import type { InstallationOptions } from './installation-options.ts';
import { migrateData } from './migrate-data.ts';
import type { Progress } from './progress.ts';
import type { StopRequest } from './stop-request.ts';

/**
 * Schema, catalogue on the first start, and in the demo its accounts, which are returned. @param ownerUrl Address of the
 * role that migrates; `env` has the service's. @param how Both phases of an upgrade unless it says otherwise.
 */
export async function prepareData(
  options: InstallationOptions,
  env: NodeJS.ProcessEnv,
  ownerUrl: string,
  projectRoot: string,
  progress: Progress,
  stopRequest: StopRequest,
  how: MigrateOptions = {},
): Promise<DemoAccounts | undefined> {
  const databaseUrl = env.DATABASE_URL ?? '';
  await progress.step(
    'Migrations',
    () => {
      const dataDir = options.databaseUrl === undefined ? options.dataDir : undefined;
      return migrateData(ownerUrl, dataDir, databaseUrl, how);
    },
    ({ applied, unfinished }) =>
      `${applied.length === 0 ? 'none to apply' : `${applied.length} applied`}${rightsOf(ownerUrl, databaseUrl)}${laterPhase(unfinished)}`,
  );
  stopRequest.check();
  if (await hasNoProducts(databaseUrl)) {
    const file = join(projectRoot, 'db', 'seeds', 'catalogue.json');
    await progress.step(
      'Catalogue',
      () => importCatalogueFile(databaseUrl, file, openFileStore({ uploads: uploadsIn(env) })),
      ({ counts }) =>
        `${counts.sellers.total} sellers, ${counts.products.total} products, ${counts.variants.total} variants`,
    );
    stopRequest.check();
  }
  if (!options.demo) {
    progress.say(
      `No demo accounts: ${options.mode === 'production' ? 'NODE_ENV is production' : `${options.host} is not loopback`}.`,
    );
    return undefined;
  }
  return progress.step(
    'Demo accounts',
    () => prepareDemo(env),
    ({ signIns }) => `${signIns.length} ready`,
  );
}

/** What an operator should know of a database of their own. */
function rightsOf(ownerUrl: string, databaseUrl: string): string {
  if (ownerUrl !== databaseUrl) return '; the service may change rows only';
  return '; the service may change the schema, too: DATABASE_OWNER_URL names no other role';
}

/** What is left of an upgrade while the former release may still be returned to. */
function laterPhase(unfinished: readonly number[]): string {
  if (unfinished.length === 0) return '';
  return `; the second phase of release ${unfinished.join(', ')} is left (docs/upgrades.md)`;
}

/** An administrator may have changed the catalogue since: it is imported into an empty database alone. */
async function hasNoProducts(databaseUrl: string): Promise<boolean> {
  const client = await connectToPrimary(databaseUrl, { connectionTimeoutMillis: 10_000 });
  try {
    const { rowCount } = await client.query('SELECT 1 FROM products LIMIT 1');
    return rowCount === 0;
  } finally {
    await client.end();
  }
}
