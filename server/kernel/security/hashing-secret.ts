import { randomBytes } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { KeyRing } from '../process/secret-config.ts';
import { readSealedKey, readSealedKeys, storeFirstKey } from './sealed-key-store.ts';
import { type HashingSecrets, oldestOf, Secrets } from './secrets.ts';

/** Names of keys in `sealed_keys`. The hashing secret that makes new hashes: */
export const HASHING_KEY = 'hashing';
/** Accepted, and used from the next step of a replacement on. */
export const NEXT_HASHING_KEY = 'hashing-next';
/** Accepted until it is dropped. */
export const FORMER_HASHING_KEY = 'hashing-former';
/** The first one of an installation that has replaced it: hashes of requests stay with it. */
export const LASTING_HASHING_KEY = 'hashing-lasting';
/** A row without a key: from when on nothing was hashed with the former one. */
export const SETTLED_HASHING_KEY = 'hashing-settled';

/**
 * The secrets of stored hashes. They belong to the installation: the first one is generated at its first start, kept in
 * the database, and sealed with APP_SECRET, so that replacing APP_SECRET leaves every stored hash as it is. An
 * installation from before there was one hashed with APP_SECRET itself and keeps doing so until the hashing secret is
 * replaced. Throws when APP_SECRET is not the one of this database.
 */
export async function loadHashingSecrets(database: Database, ring: KeyRing): Promise<HashingSecrets> {
  const secrets = new Secrets(ring);
  const known = await readSealedKey(database, HASHING_KEY);
  if (known?.sealed == null) {
    const secret = known === null ? randomBytes(32).toString('base64url') : oldestOf(ring);
    await storeFirstKey(database, HASHING_KEY, secrets.seal('stored-key', secret, HASHING_KEY));
  }
  const stored = new Map<string, string>();
  for (const { name, sealed } of await readSealedKeys(database, HASHING_KEY))
    stored.set(name, openKey(secrets, name, sealed));
  const current = stored.get(HASHING_KEY);
  if (current === undefined) throw new Error('the hashing secret was deleted while it was read');
  const lasting = stored.get(LASTING_HASHING_KEY) ?? current;
  for (const name of [HASHING_KEY, LASTING_HASHING_KEY]) stored.delete(name);
  return { current, others: [...stored.values()], lasting };
}

/** The secrets of an installation. */
export async function loadSecrets(database: Database, ring: KeyRing): Promise<Secrets> {
  return new Secrets(ring, await loadHashingSecrets(database, ring));
}

function openKey(secrets: Secrets, name: string, sealed: Buffer): string {
  try {
    return secrets.open('stored-key', sealed, name);
  } catch (error) {
    throw new Error(
      'APP_SECRET is not the one this database was used with, and APP_SECRET_NEXT and APP_SECRET_PREVIOUS do not have that one either (docs/keys.md)',
      { cause: error },
    );
  }
}
