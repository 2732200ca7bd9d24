import type { Role } from '../actors/runtime/machine.ts';

/** The account behind a socket, as the database knew it when last asked. */
export interface LiveCaller {
  accountId: string;
  sessionId: string;
  roles: ReadonlySet<Exclude<Role, 'SYSTEM'>>;
  sellerId: string | null;
  /** What the account may do for that seller. */
  rights: ReadonlySet<string>;
  driverId: string | null;
  /** The session has passed a second factor. */
  mfa: boolean;
}

export interface ResolvedToken {
  caller: LiveCaller;
  /** When the access token stops being valid, real time. */
  expiresAt: Date;
}

/** Verifies access tokens, and knows whether their session is still alive. */
export interface CallerResolverPort {
  /** Throws WaslError: auth.UNAUTHENTICATED for a bad, expired or revoked token, auth.ACCOUNT_DISABLED. */
  resolveToken(token: string): Promise<ResolvedToken>;
}

/** Decides who may listen to rooms that do not follow from the account itself. */
export interface RoomAccessPort {
  /** False for rooms that are foreign and for those that do not exist alike. */
  maySee(caller: LiveCaller, room: string): Promise<boolean>;
}

/** Told that a driver's device is there. Must not reject. */
export interface SignsOfLife {
  seen(driverId: string): Promise<void>;
}
