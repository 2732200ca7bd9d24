import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './root.ts';

/** A release that servers run. Written by `npm run release:record` when it is made. */
export interface Release {
  readonly release: number;
  /** Of the sources, 40 hexadecimal digits. */
  readonly commit: string;
  /** The number of its last migration; those with higher numbers belong to later releases. */
  readonly lastMigration: number;
  /** SHA-256 of its db/schema.sql, once both phases are applied. */
  readonly schema: string;
}

export const RELEASES_FILE = path.join(projectRoot, 'db', 'releases.json');

/** Oldest first, numbered from 1. */
export const RELEASES: readonly Release[] = JSON.parse(readFileSync(RELEASES_FILE, 'utf8'));

/** The release that this code belongs to: the one in the making, after all that are recorded. */
export const CURRENT_RELEASE = RELEASES.length + 1;
