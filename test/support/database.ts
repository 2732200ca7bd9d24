import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { importCatalogueFile } from '../../server/marketplace/catalogue-import/import-catalogue.ts';

const CATALOGUE = path.join(projectRoot, 'db/seeds/catalogue.json');

/** The maintenance database given by `npm test` (or `npm run dev:services`). */
function maintenanceUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set. Run `npm test`, or `npm run dev:services` beside it.');
  return url;
}

export function redisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (url === undefined)
    throw new Error('TEST_REDIS_URL is not set. Run `npm test`, or `npm run dev:services` beside it.');
  return url;
}

function urlOf(name: string): string {
  const url = new URL(maintenanceUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function maintenance<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: maintenanceUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Tables that the importer writes, as listed by their owners. */
const IMPORTED_ROWS = [
  'db/keyed-rows.ts',
  ...['sellers', 'catalogue', 'inventory'].map(
    (slice) => `server/marketplace/${slice}/catalogue-file-store.ts`,
  ),
  'server/marketplace/catalogue/product-texts.ts',
];

/** Changes whenever anything that goes into a template changes. */
function fingerprint(withCatalogue: boolean): string {
  const directory = path.join(projectRoot, 'db/migrations');
  const hash = createHash('sha256').update(`${withCatalogue} ${NEXT_SCHEMA}`);
  for (const file of readdirSync(directory).sort()) hash.update(readFileSync(path.join(directory, file)));
  if (withCatalogue) {
    hash.update(readFileSync(CATALOGUE));
    const importer = path.join(projectRoot, 'server/marketplace/catalogue-import');
    for (const name of readdirSync(importer).sort()) hash.update(readFileSync(path.join(importer, name)));
    for (const file of IMPORTED_ROWS) hash.update(readFileSync(path.join(projectRoot, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Name of a database with the schema of the next release, for which it is tried whether this one still runs on it
 * (test/operate/former-suite.test.ts). Undefined: the tests use the schema that this release makes.
 */
const NEXT_SCHEMA = process.env.TEST_NEXT_SCHEMA || undefined;

/** Copies files in place of logging each block: half the work to create, and to drop later, where nothing is synced. */
const QUICKLY = 'STRATEGY FILE_COPY';

async function createEmpty(client: pg.Client, name: string): Promise<void> {
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
}

const templates = new Map<boolean, Promise<string>>();

/** Name of the migrated template that test databases are cloned from. A process looks for it once. */
function template(withCatalogue: boolean): Promise<string> {
  const known = templates.get(withCatalogue);
  if (known !== undefined) return known;
  const name = findOrMakeTemplate(withCatalogue);
  templates.set(withCatalogue, name);
  name.catch(() => templates.delete(withCatalogue));
  return name;
}

/** The first process that needs it creates it, once per schema change. */
async function findOrMakeTemplate(withCatalogue: boolean): Promise<string> {
  const name = `wasl_template_${fingerprint(withCatalogue)}`;
  await maintenance(async (client) => {
    await client.query('SELECT pg_advisory_lock(724301)');
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const making = `${name}_making`;
    await client.query(`DROP DATABASE IF EXISTS ${making} WITH (FORCE)`);
    if (NEXT_SCHEMA === undefined) await createEmpty(client, making);
    else await client.query(`CREATE DATABASE ${making} TEMPLATE ${NEXT_SCHEMA}`);
    await migrateToLatest(urlOf(making));
    if (withCatalogue) await importCatalogueFile(urlOf(making), CATALOGUE, null);
    await client.query(`ALTER DATABASE ${making} RENAME TO ${name}`);
  });
  return name;
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A separate database for one test file. `catalogue` (default true): with the imported catalogue. */
export async function createTestDatabase(options: { catalogue?: boolean } = {}): Promise<TestDatabase> {
  const source = await template(options.catalogue ?? true);
  const name = newName();
  await maintenance(async (client) => {
    // One clone at a time: PostgreSQL refuses to copy a template that has connections.
    await client.query('SELECT pg_advisory_lock(724301)');
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${source} ${QUICKLY}`);
  });
  return testDatabase(name);
}

/** A database without a schema, for callers that create their own. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName();
  await maintenance((client) => createEmpty(client, name));
  return testDatabase(name);
}

/** A copy of a database, to which nothing may be connected. */
export async function cloneDatabase(url: string): Promise<TestDatabase> {
  const name = newName();
  await maintenance((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${nameOf(url)} ${QUICKLY}`));
  return testDatabase(name);
}

export async function dropDatabase(url: string): Promise<void> {
  await testDatabase(nameOf(url)).drop();
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function newName(): string {
  return `wasl_test_${randomUUID().replaceAll('-', '')}`;
}

function testDatabase(name: string): TestDatabase {
  return {
    url: urlOf(name),
    drop: () =>
      maintenance(
        async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
      ),
  };
}
