import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MigrationSource } from '../../db/migrate.ts';
import { BASELINE, MIGRATIONS_FOLDER } from '../../db/migration-files.ts';
import type { Release } from '../../db/releases.ts';

const PHASES_FILE = '0058-schema-phases.sql';

/** Migrations of releases that exist in a test alone, in a folder of their own. */
export class ExampleMigrations {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'wasl-migrations-'));
  #number = BASELINE;

  /** The first release has the table of phases and nothing else. */
  constructor() {
    copyFileSync(path.join(MIGRATIONS_FOLDER, PHASES_FILE), path.join(this.folder, PHASES_FILE));
  }

  /** Writes the next migration and returns its name. @param topic With its phase: `add-note.before`. */
  add(topic: string, sql: string): string {
    this.#number += 1;
    const name = `${String(this.#number).padStart(4, '0')}-${topic}`;
    writeFileSync(path.join(this.folder, `${name}.sql`), sql);
    return name;
  }

  /** The number of the newest migration. */
  get last(): number {
    return this.#number;
  }

  /** As code sees them for which these releases are history. @param lasts The last migration of each. */
  source(...lasts: number[]): MigrationSource {
    const releases: Release[] = lasts.map((lastMigration, at) => ({
      ...{ release: at + 1, lastMigration },
      ...{ commit: 'a'.repeat(40), schema: 'b'.repeat(64) },
    }));
    return { folder: this.folder, releases };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
