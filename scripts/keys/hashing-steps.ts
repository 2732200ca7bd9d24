import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { countHashesBefore, endHashesBefore } from '../../server/accounts/accounts.ts';
import { countKeysHashedBefore, endKeysHashedBefore } from '../../server/integrations/keys/keys.ts';
import {
  FORMER_HASHING_KEY,
  HASHING_KEY,
  LASTING_HASHING_KEY,
  NEXT_HASHING_KEY,
  SETTLED_HASHING_KEY,
} from '../../server/kernel/security/hashing-secret.ts';
import {
  deleteKeys,
  lockSealedKeys,
  readSealedKey,
  storeKey,
} from '../../server/kernel/security/sealed-key-store.ts';
import type { Secrets } from '../../server/kernel/security/secrets.ts';
import { CommandError } from '../shared/command-error.ts';
import type { StoredValues } from './stored-values.ts';

/**
 * How far a replacement of the hashing secret is. `one`: there is one. `announced`: the next one is accepted.
 * `switched`: it is used, and the former one accepted. `kept`: nothing new is hashed with the former one.
 */
export type HashingStep = 'one' | 'announced' | 'switched' | 'kept';

/** Days for which a former secret is kept at least: staff invitations and the links of messages live shorter. */
const FORMER_KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export async function hashingStep(executor: Database | Transaction): Promise<HashingStep> {
  if ((await readSealedKey(executor, NEXT_HASHING_KEY)) !== null) return 'announced';
  if ((await readSealedKey(executor, FORMER_HASHING_KEY)) === null) return 'one';
  return (await readSealedKey(executor, SETTLED_HASHING_KEY)) === null ? 'switched' : 'kept';
}

/** Takes the next step. Returns the step that was reached. */
export async function replaceHashingSecret(stored: StoredValues): Promise<HashingStep> {
  const { database, secrets } = stored;
  await inTransaction(database, async (trx) => {
    await lockSealedKeys(trx);
    const step = await hashingStep(trx);
    if (step === 'one') await announce(trx, secrets);
    if (step === 'announced') await switchOver(trx, secrets);
    if (step === 'switched') await storeKey(trx, SETTLED_HASHING_KEY, null);
  });
  return hashingStep(database);
}

async function announce(trx: Transaction, secrets: Secrets): Promise<void> {
  const next = randomBytes(32).toString('base64url');
  await storeKey(trx, NEXT_HASHING_KEY, secrets.seal('stored-key', next, NEXT_HASHING_KEY));
}

/** The first secret of an installation stays that of requests: they are compared where the request is not known. */
async function switchOver(trx: Transaction, secrets: Secrets): Promise<void> {
  const current = await opened(trx, secrets, HASHING_KEY);
  const next = await opened(trx, secrets, NEXT_HASHING_KEY);
  const keep = (name: string, text: string) => storeKey(trx, name, secrets.seal('stored-key', text, name));
  if ((await readSealedKey(trx, LASTING_HASHING_KEY)) === null) await keep(LASTING_HASHING_KEY, current);
  await keep(FORMER_HASHING_KEY, current);
  await keep(HASHING_KEY, next);
  await deleteKeys(trx, [NEXT_HASHING_KEY]);
}

async function opened(trx: Transaction, secrets: Secrets, name: string): Promise<string> {
  const sealed = (await readSealedKey(trx, name))?.sealed;
  if (sealed == null) throw new CommandError(`The key ${name} is not stored.`);
  return secrets.open('stored-key', sealed, name);
}

/** What the former secret is still needed for, in words; empty if for nothing. */
export async function neededFor({ database }: Pick<StoredValues, 'database'>): Promise<string[]> {
  const settled = await readSealedKey(database, SETTLED_HASHING_KEY);
  if (settled === null) return ['whatever processes that were not restarted make'];
  const { sessions, deviceTokens, recoveryCodes } = await countHashesBefore(database, settled.sealedAt);
  const apiKeys = await countKeysHashedBefore(database, settled.sealedAt);
  const until = new Date(settled.sealedAt.getTime() + FORMER_KEPT_DAYS * DAY_MS);
  return [
    ...(sessions > 0 ? [`${sessions} sessions`] : []),
    ...(deviceTokens > 0 ? [`${deviceTokens} tokens of apps`] : []),
    ...(apiKeys > 0 ? [`${apiKeys} API keys that were not used since`] : []),
    ...(recoveryCodes > 0 ? [`${recoveryCodes} unused recovery codes`] : []),
    ...(until > new Date() ? [`invitations, links and codes in messages until ${until.toISOString()}`] : []),
  ];
}

/** Takes the former secret away, and ends what depends on it. */
export async function dropHashingSecret({ database }: Pick<StoredValues, 'database'>): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockSealedKeys(trx);
    const settled = await readSealedKey(trx, SETTLED_HASHING_KEY);
    if (settled === null) throw new CommandError('The former hashing secret is still used.');
    await endHashesBefore(trx, settled.sealedAt);
    await endKeysHashedBefore(trx, settled.sealedAt);
    await deleteKeys(trx, [FORMER_HASHING_KEY, SETTLED_HASHING_KEY]);
  });
}
