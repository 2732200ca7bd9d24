import { type Database, openDatabase } from '../../db/database.ts';
import { allSealedColumns } from '../../server/compose/sealed-columns.ts';
import type { Rings } from '../../server/kernel/process/secret-config.ts';
import { HASHING_KEY, loadSecrets } from '../../server/kernel/security/hashing-secret.ts';
import { countOutdated, resealColumn } from '../../server/kernel/security/reseal.ts';
import { readSealedKey } from '../../server/kernel/security/sealed-key-store.ts';
import type { Secrets } from '../../server/kernel/security/secrets.ts';

/** What is said while it is done. */
type Say = (line: string) => void;

/** An installation's database with the secrets that open its values. */
export interface StoredValues {
  database: Database;
  secrets: Secrets;
}

export async function withStoredValues<T>(
  databaseUrl: string,
  rings: Rings,
  work: (stored: StoredValues) => Promise<T>,
): Promise<T> {
  const database = openDatabase(databaseUrl, { name: 'wasl-keys', max: 2 });
  try {
    return await work({ database, secrets: await loadSecrets(database, rings.APP_SECRET) });
  } finally {
    await database.destroy();
  }
}

/** Seals every stored value again that the current secret did not seal. Returns how many cannot be opened. */
export async function resealAll({ database, secrets }: StoredValues, say: Say): Promise<number> {
  let unreadable = 0;
  for (const column of allSealedColumns) {
    const done = await resealColumn(database, secrets, column, (count) => say(`${column.name}: ${count} …`));
    say(`${column.name}: ${done.resealed} sealed again`);
    unreadable += done.unreadable.length;
    if (done.unreadable.length > 0)
      say(
        `${column.name}: ${done.unreadable.length} cannot be opened, e.g. ${done.unreadable.slice(0, 3).join(', ')}`,
      );
  }
  return unreadable;
}

/** Says which values other secrets sealed. Returns how many there are. */
export async function reportOutdated({ database, secrets }: StoredValues, say: Say): Promise<number> {
  let total = 0;
  for (const { column, byKey } of await countOutdated(database, secrets, allSealedColumns))
    for (const [id, count] of byKey) {
      total += count;
      say(`${column}: ${count} sealed ${id === '' ? 'by a secret they do not name' : `by ${id}`}`);
    }
  return total;
}

/** When the current secret first sealed the hashing secret: all processes used it by then. Null: not yet. */
export async function resealedAt({ database, secrets }: StoredValues): Promise<Date | null> {
  const row = await readSealedKey(database, HASHING_KEY);
  if (row?.sealed == null) return null;
  return row.sealed.subarray(0, secrets.currentPrefix.length).equals(secrets.currentPrefix)
    ? row.sealedAt
    : null;
}
