import { CoalescedReads } from '../../../db/coalesced-reads.ts';
import type { Database } from '../../../db/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type KnownDeviceToken, noteUse, readTokens } from './device-token-store.ts';

/** Looks up device tokens. Reads the database on every request, so a revoked token is refused at once. */
export class DeviceTokens {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #known: CoalescedReads<ReadonlyMap<string, KnownDeviceToken>>;

  constructor(database: Database, secrets: Secrets) {
    this.#database = database;
    this.#secrets = secrets;
    this.#known = new CoalescedReads((hashes) => readTokens(database, hashes));
  }

  /** Null for a token that was never issued or was revoked. The caller checks whether its session is open. */
  async find(token: string): Promise<KnownDeviceToken | null> {
    const hashes = this.#secrets.hashes('device-token', token).map((hash) => hash.toString('hex'));
    const answers = await Promise.all(hashes.map(async (hash) => (await this.#known.ask(hash)).get(hash)));
    const found = answers.find((answer) => answer !== undefined) ?? null;
    // Not awaited, and failure is ignored: the next call records the use again.
    if (found?.unnoted === true) noteUse(this.#database, found.id).catch(() => undefined);
    return found;
  }
}
