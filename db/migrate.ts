import { runBackfill } from './backfill.ts';
import { MIGRATIONS_FOLDER, type MigrationFile, readMigrations } from './migration-files.ts';
import { MigrationRefusedError, MigrationSession, readPhases, type Say } from './migration-session.ts';
import { RELEASES, type Release } from './releases.ts';
import {
  type PhaseState,
  releasesOf,
  type SchemaReleases,
  unfinishedReleases,
  unfitBecause,
} from './schema-fit.ts';

/**
 * Thrown when a database has applied migrations that this release does not have, and cannot run on. The database is not
 * changed. EARLIER: it was created before the migrations were squashed into the present baseline. NEWER: by a later
 * release.
 */
export class UnknownMigrationsError extends Error {
  readonly origin: 'EARLIER' | 'NEWER';

  constructor(origin: 'EARLIER' | 'NEWER', unknown: readonly string[]) {
    super(`The database has applied migrations that this release does not have: ${unknown.join(', ')}`);
    this.origin = origin;
  }
}

/** Where migrations are, and which releases they belong to. */
export interface MigrationSource {
  readonly folder: string;
  readonly releases: readonly Release[];
}

export interface MigrateOptions {
  /** What is left to the second phase of this release: `before` stops there. An empty database goes through both. */
  readonly until?: 'before' | 'after';
  /** Processes may be running, so the second phase is refused while one of a former release is connected. */
  readonly serving?: boolean;
  readonly say?: Say;
  /** Ends a backfill after the batch under way. */
  readonly signal?: AbortSignal;
  /** Rows of every batch of a backfill, for tests. */
  readonly batchRows?: number;
  readonly source?: MigrationSource;
}

export interface Migrated {
  /** Names of what was applied now. */
  readonly applied: string[];
  /** The second phases that are still to be run. */
  readonly unfinished: number[];
}

const OWN: MigrationSource = { folder: MIGRATIONS_FOLDER, releases: RELEASES };

/**
 * Migrates a database: release by release, what comes before the code, then backfills and what comes after it. Safe to
 * run from several processes at once. Throws UnknownMigrationsError, and MigrationRefusedError with a sentence for the
 * operator. A schema that is one release ahead of this code, and on which it still runs, is left as it is.
 */
export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { source = OWN, say = () => undefined } = options;
  const files = await readMigrations(source.folder, source.releases);
  const session = await MigrationSession.open(ownerUrl, say);
  try {
    const current = source.releases.length + 1;
    const applied = await session.applied();
    const state = releasesOf(await session.phases());
    if (isAhead(files, applied, state, current)) return { applied: [], unfinished: [] };
    const until = applied.length === 0 ? 'after' : (options.until ?? 'after');
    if (until === 'before') refuseSkipped(state, current);
    const run = new Run(session, files, new Set(applied), { ...options, say });
    for (let release = 1; release <= current; release += 1) {
      await run.before(release);
      if (release < current || until === 'after') await run.after(release);
    }
    return { applied: run.done, unfinished: unfinishedReleases(await session.phases()) };
  } finally {
    await session.close();
  }
}

/** Both phases of everything: for databases on which nothing runs. */
export function migrateToLatest(ownerUrl: string): Promise<Migrated> {
  return migrate(ownerUrl);
}

class Run {
  readonly done: string[] = [];
  readonly #session: MigrationSession;
  readonly #files: readonly MigrationFile[];
  readonly #applied: ReadonlySet<string>;
  readonly #options: MigrateOptions & { say: Say };

  constructor(
    session: MigrationSession,
    files: readonly MigrationFile[],
    applied: ReadonlySet<string>,
    options: MigrateOptions & { say: Say },
  ) {
    this.#session = session;
    this.#files = files;
    this.#applied = applied;
    this.#options = options;
  }

  async before(release: number): Promise<void> {
    await this.#apply(release, ['before']);
    await this.#session.beginPhase(release, 'before');
    await this.#session.endPhase(release, 'before');
  }

  async after(release: number): Promise<void> {
    const phases = await this.#session.phases();
    const known = phases.find((each) => each.release === release && each.phase === 'after');
    if (known?.done === true && this.#pending(release, ['backfill', 'after']).length === 0) return;
    if (this.#options.serving === true) await this.#refuseFormer(release);
    // From here on the former release does not start any more: it would write rows that a backfill has passed.
    await this.#session.beginPhase(release, 'after');
    if (this.#options.serving === true)
      try {
        // One may have looked before this began and connected after the others were counted.
        await this.#refuseFormer(release);
      } catch (error) {
        if (known === undefined) await this.#session.withdrawPhase(release, 'after');
        throw error;
      }
    await this.#apply(release, ['backfill', 'after']);
    await this.#session.endPhase(release, 'after');
  }

  #pending(release: number, phases: readonly MigrationFile['phase'][]): MigrationFile[] {
    return this.#files.filter(
      (file) => file.release === release && phases.includes(file.phase) && !this.#applied.has(file.name),
    );
  }

  async #apply(release: number, phases: readonly MigrationFile['phase'][]): Promise<void> {
    const { say, signal, batchRows: rows } = this.#options;
    for (const file of this.#pending(release, phases)) {
      if (file.phase === 'backfill') await runBackfill(this.#session, file, { say, signal, rows });
      else await this.#session.apply(file);
      this.done.push(file.name);
    }
  }

  async #refuseFormer(release: number): Promise<void> {
    const { rows } = await this.#session.client.query<{ name: string }>(
      `SELECT DISTINCT application_name AS name FROM pg_stat_activity
        WHERE datname = current_database() AND application_name ~ '^wasl-(api|worker)-' ORDER BY 1`,
    );
    const former = rows.filter(({ name }) => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0) < release);
    if (former.length === 0) return;
    throw new MigrationRefusedError(
      `Processes of a former release are still connected (${former.map(({ name }) => name).join(', ')}): the second phase of release ${release} waits until all are replaced (docs/upgrades.md).`,
    );
  }
}

/** Whether a later release has migrated this database. Throws UnknownMigrationsError if this one cannot run on it. */
function isAhead(
  files: readonly MigrationFile[],
  applied: readonly string[],
  state: SchemaReleases,
  current: number,
): boolean {
  const known = new Set(files.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (state.newest > current) {
    if (unfitBecause(state, current) === null) return true;
    throw new UnknownMigrationsError('NEWER', unknown);
  }
  if (unknown.length === 0) return false;
  // A later release only adds files with higher numbers, so a lower unknown name is from before the baseline.
  const newest = [...known].sort().at(-1) ?? '';
  // One that broke off in the first phase of the next release has changed nothing that this one needs.
  const isBrokenOff = state.newest === current && unknown.every((name) => name.endsWith('.before'));
  if (isBrokenOff && unknown.every((name) => name > newest)) return true;
  throw new UnknownMigrationsError(unknown.every((name) => name > newest) ? 'NEWER' : 'EARLIER', unknown);
}

function refuseSkipped({ newest }: SchemaReleases, current: number): void {
  if (newest === 0 || newest >= current - 1) return;
  throw new MigrationRefusedError(
    `The database has the schema of release ${newest}, and this is release ${current}: upgrade to release ${newest + 1} first, or stop every process and run \`wasl migrate --stopped\` (docs/upgrades.md).`,
  );
}

export interface SchemaState extends SchemaReleases {
  /** Of this code. */
  current: number;
  applied: string[];
  /** Of this release's first phase and all releases before, and not applied. */
  missing: string[];
  /** Of this release's second phase, and not applied. */
  later: string[];
  /** Applied, and not of this release. */
  unknown: string[];
  /** Why this release cannot run on it; null if it can. */
  unfit: string | null;
}

/** Compares a database with this release; changes nothing. */
export async function schemaState(client: Parameters<typeof readPhases>[0]): Promise<SchemaState> {
  const files = await readMigrations();
  const current = RELEASES.length + 1;
  const known = new Set(files.map(({ name }) => name));
  const applied = await readApplied(client);
  const pending = files.filter(({ name }) => !applied.includes(name));
  const isLater = (file: MigrationFile) => file.release === current && file.phase !== 'before';
  const phases: PhaseState[] = await readPhases(client);
  const releases = releasesOf(phases);
  return {
    ...releases,
    current,
    applied,
    missing: pending.filter((file) => !isLater(file)).map(({ name }) => name),
    later: pending.filter(isLater).map(({ name }) => name),
    unknown: applied.filter((name) => !known.has(name)),
    unfit: unfitBecause(releases, current),
  };
}

/** The names of a database's applied migrations; empty for an empty database. */
async function readApplied(client: Parameters<typeof readPhases>[0]): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.knex_migrations') IS NOT NULL AS exists",
  );
  if (rows[0]?.exists !== true) return [];
  const { rows: applied } = await client.query<{ name: string }>(
    'SELECT name FROM knex_migrations ORDER BY id',
  );
  return applied.map(({ name }) => name);
}
