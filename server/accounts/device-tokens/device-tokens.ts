import { CoalescedReads } from '../../../db/coalesced-reads.ts';
import type { Database } from '../../../db/database.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { type KnownDeviceToken, noteUse, readTokens } from './device-token-store.ts';

/** Finds the token that calls. Read anew at every request, so one that was taken back is refused at once. */
export class DeviceTokens {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #known: CoalescedReads<ReadonlyMap<string, KnownDeviceToken>>;

  constructor(database: Database, secrets: Secrets) {
    this.#database = database;
    this.#secrets = secrets;
    this.#known = new CoalescedReads((hashes) => readTokens(database, hashes));
  }

  /** Null for a token that was never given out, or was taken back. Whether its session is open is asked elsewhere. */
  async find(token: string): Promise<KnownDeviceToken | null> {
    const hash = this.#secrets.hash('device-token', token).toString('hex');
    const found = (await this.#known.ask(hash)).get(hash) ?? null;
    // The call does not wait for it, nor fail with it: the next one notes it again.
    if (found?.unnoted === true) noteUse(this.#database, found.id).catch(() => undefined);
    return found;
  }
}
