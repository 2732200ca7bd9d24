import { WaslError } from '../../../actors/errors.ts';
import { CoalescedReads } from '../../../db/coalesced-reads.ts';
import type { Database } from '../../../db/database.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { isApiKey } from '../../kernel/security/api-keys.ts';
import { LIVE_SCOPES, rightsFor } from '../../kernel/security/api-scopes.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { isWithin } from './address-ranges.ts';
import { type KnownKey, noteUse, readKeys } from './key-store.ts';

/** Hours after which a live connection with a key must be opened again. */
const CONNECTION_LIFE_H = 24;

/**
 * Turns API keys into callers. Reads the database on every request, so a revoked key is refused at once by every
 * process; requests that arrive together share a read.
 */
export class ApiKeys {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #known: CoalescedReads<ReadonlyMap<string, KnownKey>>;

  constructor(database: Database, secrets: Secrets) {
    this.#database = database;
    this.#secrets = secrets;
    this.#known = new CoalescedReads((hashes) => readKeys(database, hashes));
  }

  /**
   * The machine with this key. Its permissions depend on the operation (`rightsFor`), so it has none yet. Throws
   * auth.UNAUTHENTICATED for a key that is unknown, has ended or whose maker may no longer make keys, and auth.FORBIDDEN
   * for an address outside the key's ranges.
   */
  async resolve(key: string, address: string): Promise<SignedIn> {
    return machine(await this.#admit(key, address));
  }

  /**
   * The machine for the live channel, which it may open with the scope that stands for its events. Throws as `resolve`,
   * and auth.FORBIDDEN without that scope.
   */
  async resolveLive(key: string, address: string): Promise<{ caller: SignedIn; expiresAt: Date }> {
    const found = await this.#admit(key, address);
    const caller = machine(found);
    const needed = LIVE_SCOPES[found.sellerId === null ? 'PLATFORM' : 'SELLER'];
    const scopes = new Set(found.scopes);
    if (!scopes.has(needed))
      throw new WaslError('auth.FORBIDDEN', { detail: `Live events require the scope ${needed}.` });
    const latest = new Date(Date.now() + CONNECTION_LIFE_H * 3_600_000);
    const { expiresAt } = found;
    return {
      caller: { ...caller, rights: rightsFor(needed, scopes) },
      expiresAt: expiresAt !== null && expiresAt < latest ? expiresAt : latest,
    };
  }

  async #admit(key: string, address: string): Promise<KnownKey> {
    const hashes = isApiKey(key) ? this.#secrets.hashes('api-key', key) : [];
    const found = await this.#find(hashes);
    if (found === null)
      throw new WaslError('auth.UNAUTHENTICATED', { detail: 'This API key is unknown, expired or revoked.' });
    if (!isWithin(address, found.addressRanges))
      throw new WaslError('auth.FORBIDDEN', { detail: 'This API key is not accepted from this address.' });
    const [hash = found.hash] = hashes;
    // Not awaited, and failure is ignored: the next call records the use, or the current hash, again.
    if (found.unnoted || !found.hash.equals(hash))
      noteUse(this.#database, { id: found.id, hash, address }).catch(() => undefined);
    return found;
  }

  async #find(hashes: readonly Buffer[]): Promise<KnownKey | null> {
    const answers = await Promise.all(
      hashes.map(async (bytes) => {
        const hash = bytes.toString('hex');
        return (await this.#known.ask(hash)).get(hash);
      }),
    );
    return answers.find((answer) => answer !== undefined) ?? null;
  }
}

function machine({ id, name, sellerId, scopes }: KnownKey): SignedIn {
  return {
    kind: 'account',
    accountId: id,
    sessionId: id,
    roles: new Set([sellerId === null ? 'DISPATCHER' : 'SELLER_STAFF']),
    sellerId,
    rights: new Set(),
    driverId: null,
    isSuperAdmin: false,
    mfa: false,
    mfaAge: null,
    mfaEnrolled: false,
    key: { id, name, scopes: new Set(scopes) },
  };
}
