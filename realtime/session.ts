import type { Logger } from 'pino';
import { WaslError } from '../actors/errors.ts';
import type { LiveEvents, Stamped } from './events.ts';
import type { LiveCaller, ResolvedToken, RoomAccessPort } from './ports.ts';
import { withQueryTimeout } from './protocol.ts';
import { parseRoom, roomsOf } from './rooms.ts';
import { Throttle } from './throttle.ts';

/** What a session does with its socket. */
export interface SessionSocket {
  join(rooms: string | string[]): unknown;
  leave(room: string): unknown;
  emit(event: 'session.ended', payload: Stamped<LiveEvents['session.ended']>): unknown;
  disconnect(close: boolean): unknown;
}

export interface SessionContext {
  callers: { resolveToken(token: string): Promise<ResolvedToken> };
  access: RoomAccessPort;
  /** Rooms that all connections of the account may ask for together. */
  subscribesOfAccount: Throttle;
  /** Called after the handshake when the socket joined or left rooms without having requested it. */
  moved(joined: string[], left: string[]): void;
  /** Milliseconds after which the account behind a socket is checked again. */
  recheckEvery: number;
  log: Logger;
}

export const MAX_SUBSCRIPTIONS = 100;
/** Enough to rejoin all rooms at once. */
const SUBSCRIBES = { burst: 120, windowMs: 10_000 };
/** For rooms joined before, which need no permission check. */
const CATCH_UPS = { burst: 240, windowMs: 10_000 };
const RENEWALS = { burst: 5, windowMs: 60_000 };
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The account of one socket: its token, the rooms derived from it, and those it subscribed to. */
export class LiveSession {
  readonly #socket: SessionSocket;
  readonly #context: SessionContext;
  readonly #subscribes = new Throttle(SUBSCRIBES.burst, SUBSCRIBES.windowMs);
  readonly #catchUps = new Throttle(CATCH_UPS.burst, CATCH_UPS.windowMs);
  readonly #renewals = new Throttle(RENEWALS.burst, RENEWALS.windowMs);
  readonly #subscriptions = new Set<string>();
  #token: string;
  #caller: LiveCaller;
  #rooms: Set<string>;
  #expiresAt: Date;
  #expiry: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  #ended = false;

  /** Throws auth.MFA_REQUIRED. The socket joins its rooms before the client is told that it is connected. */
  constructor(socket: SessionSocket, context: SessionContext, token: string, resolved: ResolvedToken) {
    this.#rooms = roomsOf(resolved.caller);
    this.#socket = socket;
    this.#context = context;
    this.#token = token;
    this.#caller = resolved.caller;
    this.#expiresAt = resolved.expiresAt;
    void socket.join([...this.#rooms]);
  }

  get caller(): LiveCaller {
    return this.#caller;
  }

  /** The rooms derived from the account. */
  get rooms(): ReadonlySet<string> {
    return this.#rooms;
  }

  /** When the present token expires, real time. */
  get expiresAt(): Date {
    return this.#expiresAt;
  }

  /** Starts watching the token and the account, until `close`. */
  watch(): void {
    this.#watchExpiry();
    this.#watchAccount();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#expiry);
    clearTimeout(this.#recheck);
  }

  /** Throws common.RATE_LIMITED, common.CONFLICT, common.NOT_FOUND. */
  async subscribe(room: string): Promise<void> {
    if (this.#rooms.has(room) || this.#subscriptions.has(room)) {
      spend(this.#catchUps, 'Too many subscriptions at once.');
      return;
    }
    spend(this.#subscribes, 'Too many subscriptions at once.');
    spend(this.#context.subscribesOfAccount, 'Too many subscriptions of this account at once.');
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new WaslError('common.CONFLICT', {
        detail: `A connection listens to ${MAX_SUBSCRIPTIONS} rooms at most. Unsubscribe from one first.`,
      });
    }
    if (!(await this.#maySee(room))) throw new WaslError('common.NOT_FOUND', { detail: 'No such room.' });
    if (this.#ended) return;
    this.#subscriptions.add(room);
    void this.#socket.join(room);
  }

  /** Leaves a room that was subscribed to. The account's own rooms stay. */
  unsubscribe(room: string): void {
    if (this.#subscriptions.delete(room)) void this.#socket.leave(room);
  }

  /** Throws the resolver's errors, common.RATE_LIMITED, and auth.FORBIDDEN for another account's token. */
  async renew(token: string): Promise<Date> {
    spend(this.#renewals, 'Too many renewals at once.');
    const resolved = await withQueryTimeout(this.#context.callers.resolveToken(token));
    if (resolved.caller.accountId !== this.#caller.accountId) {
      throw new WaslError('auth.FORBIDDEN', { detail: 'This token belongs to another account.' });
    }
    await this.#adopt(resolved);
    this.#token = token;
    this.#expiresAt = resolved.expiresAt;
    this.#watchExpiry();
    return resolved.expiresAt;
  }

  async #maySee(room: string): Promise<boolean> {
    if (parseRoom(room) === null) return false;
    for (;;) {
      const caller = this.#caller;
      const may = await withQueryTimeout(this.#context.access.maySee(caller, room));
      // If the account changed meanwhile, the decision is outdated: decide again.
      if (caller === this.#caller) return may;
    }
  }

  /** Applies a change of the account: joins and leaves its rooms, and leaves subscribed rooms it may no longer see. */
  async #adopt({ caller }: ResolvedToken): Promise<void> {
    const rooms = roomsOf(caller);
    const changed = !sameRights(caller, this.#caller);
    this.#caller = caller;
    if (!changed) return;
    const left = [...this.#rooms].filter((room) => !rooms.has(room));
    const joined = [...rooms].filter((room) => !this.#rooms.has(room));
    this.#rooms = rooms;
    for (const room of left) void this.#socket.leave(room);
    void this.#socket.join(joined);
    for (const room of [...this.#subscriptions]) {
      if (await this.#maySee(room)) continue;
      this.unsubscribe(room);
      left.push(room);
    }
    this.#context.moved(joined, left);
  }

  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    const left = Math.max(0, this.#expiresAt.getTime() - Date.now());
    const expired = new WaslError('auth.UNAUTHENTICATED', {
      detail: 'The access token has expired. Connect with a fresh one.',
    });
    this.#expiry = setTimeout(() => this.#end(expired), Math.min(left, MAX_TIMEOUT_MS));
  }

  #watchAccount(): void {
    if (this.#ended) return;
    // With jitter, so that sockets that connected together do not query together.
    const delay = this.#context.recheckEvery * (0.6 + Math.random() * 0.4);
    this.#recheck = setTimeout(() => void this.lookAgain().finally(() => this.#watchAccount()), delay);
  }

  /** Ends the session if it is not valid any more, and applies other changes. Never rejects. */
  async lookAgain(): Promise<void> {
    if (this.#ended) return;
    const token = this.#token;
    try {
      const resolved = await withQueryTimeout(this.#context.callers.resolveToken(token));
      if (!this.#ended) await this.#adopt(resolved);
    } catch (error) {
      const refused = error instanceof WaslError && error.status < 500;
      // The token may have been renewed meanwhile. An unavailable database decides nothing: the token still expires.
      if (refused && token === this.#token) this.#end(error);
      else if (!refused) this.#context.log.warn({ err: error }, 'a live session could not be checked');
    }
  }

  #end(reason: WaslError): void {
    if (this.#ended) return;
    this.close();
    const at = new Date().toISOString();
    this.#socket.emit('session.ended', { at, code: reason.code, detail: reason.message });
    this.#socket.disconnect(true);
  }
}

function spend(throttle: Throttle, detail: string): void {
  if (!throttle.take()) throw new WaslError('common.RATE_LIMITED', { detail, retryAfter: throttle.wait() });
}

function sameRights(one: LiveCaller, other: LiveCaller): boolean {
  return (
    one.sellerId === other.sellerId &&
    one.driverId === other.driverId &&
    one.mfa === other.mfa &&
    same(one.roles, other.roles) &&
    same(one.rights, other.rights)
  );
}

function same<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
