import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries } from '../../scripts/embedded/postgres-binaries.ts';
import { runQuietly } from '../../scripts/embedded/run.ts';

/** PostgreSQL of a Debian package; null if this machine has none. */
export function debianPostgres(major: number): PostgresBinaries | null {
  const folder = `/usr/lib/postgresql/${major}/bin`;
  const postgres = path.join(folder, 'postgres');
  if (!existsSync(postgres)) return null;
  const version = runQuietly(postgres, ['--version'], { limitMs: 10_000 })?.match(/\d+\.\d+/)?.[0] ?? '';
  return { initdb: path.join(folder, 'initdb'), postgres, version };
}
