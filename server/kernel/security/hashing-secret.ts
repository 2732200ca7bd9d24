import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { KeyRing } from '../process/secret-config.ts';
import { readSealedKey, storeFirstKey } from './sealed-key-store.ts';
import { oldestOf, Secrets } from './secrets.ts';

export const HASHING_KEY = 'hashing';

/**
 * The secret of stored hashes. It belongs to the installation: generated at its first start, kept in the database, and
 * sealed with APP_SECRET, so that replacing APP_SECRET leaves every stored hash as it is. An installation from before
 * there was one hashed with APP_SECRET itself and keeps doing so. Throws when APP_SECRET is not the one of this database.
 */
export async function loadHashingSecret(database: Database, ring: KeyRing): Promise<string> {
  const secrets = new Secrets(ring);
  const known = await readSealedKey(database, HASHING_KEY);
  if (known?.sealed == null) {
    const secret = known === null ? randomBytes(32).toString('base64url') : oldestOf(ring);
    await storeFirstKey(database, HASHING_KEY, secrets.seal('stored-key', secret, HASHING_KEY));
  }
  const stored = (await readSealedKey(database, HASHING_KEY))?.sealed;
  if (stored == null) throw new Error('the hashing secret was deleted while it was read');
  try {
    return secrets.open('stored-key', stored, HASHING_KEY);
  } catch (error) {
    throw new Error(
      'APP_SECRET is not the one this database was used with, and APP_SECRET_NEXT and APP_SECRET_PREVIOUS do not have that one either (docs/keys.md)',
      { cause: error },
    );
  }
}

/** The secrets of an installation. */
export async function loadSecrets(database: Database, ring: KeyRing): Promise<Secrets> {
  return new Secrets(ring, await loadHashingSecret(database, ring));
}
