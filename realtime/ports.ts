import type { Role } from '../actors/runtime/machine.ts';

/** The account behind a socket, or the machine with an API key, as last read from the database. */
export interface LiveCaller {
  accountId: string;
  sessionId: string;
  roles: ReadonlySet<Exclude<Role, 'SYSTEM'>>;
  sellerId: string | null;
  /** The account's permissions for that seller. */
  rights: ReadonlySet<string>;
  driverId: string | null;
  /** Whether the session has passed a second factor. */
  mfa: boolean;
}

export interface ResolvedToken {
  caller: LiveCaller;
  /** When the access token expires, real time. */
  expiresAt: Date;
}

/** Verifies access tokens and API keys, and whether they are still valid. */
export interface CallerResolverPort {
  /**
   * Throws WaslError: auth.UNAUTHENTICATED for a bad, expired or revoked token, auth.ACCOUNT_DISABLED, auth.FORBIDDEN.
   * @param address Of the client; an API key may be bound to some.
   */
  resolveToken(token: string, address: string): Promise<ResolvedToken>;
}

/** Decides who may join rooms that are not derived from the account itself. */
export interface RoomAccessPort {
  /** False for other people's rooms and for rooms that do not exist, so that ids cannot be probed. */
  maySee(caller: LiveCaller, room: string): Promise<boolean>;
}

/** Receives signals from drivers' devices. Must not reject. */
export interface SignsOfLife {
  seen(driverId: string): Promise<void>;
}
