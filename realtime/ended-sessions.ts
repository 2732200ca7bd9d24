import type { LiveServer, LiveSocket } from './socket-types.ts';

/**
 * Milliseconds for which the end of an account's session is remembered. Longer than a handshake, which may read the
 * account before the session ends and be served only after the message about it.
 */
const REMEMBER_MS = 30_000;

/**
 * Closes the sockets of ended sessions at once, in every process. The message between processes is only a hint: each
 * socket asks the database whether its own session is still valid, so a superfluous message closes nothing. If a
 * message is lost while Redis is unavailable, the regular check closes the socket within a minute.
 */
export class EndedSessions {
  readonly #io: LiveServer;
  /** When a message about each account last came, oldest first, by `performance.now()`. */
  readonly #told = new Map<string, number>();

  constructor(io: LiveServer) {
    this.#io = io;
    io.on('sessions.ended', (accountId) => this.#look(accountId));
  }

  /** Call it after the transaction that ended the sessions has committed. */
  tell(accountId: string): void {
    this.#look(accountId);
    this.#io.serverSideEmit('sessions.ended', accountId);
  }

  /** Checks a new socket whose account's sessions ended during its handshake. */
  greet({ data: { session } }: LiveSocket): void {
    if (this.#told.has(session.caller.accountId)) void session.lookAgain();
  }

  #look(accountId: string): void {
    this.#remember(accountId);
    const { adapter, sockets } = this.#io.of('/');
    for (const id of adapter.rooms.get(`account:${accountId}`) ?? []) {
      void sockets.get(id)?.data.session.lookAgain();
    }
  }

  #remember(accountId: string): void {
    const now = performance.now();
    for (const [known, at] of this.#told) {
      if (now - at < REMEMBER_MS) break;
      this.#told.delete(known);
    }
    this.#told.delete(accountId);
    this.#told.set(accountId, now);
  }
}
