import type { LiveServer, LiveSocket } from './socket-types.ts';

/**
 * Milliseconds for which the word of an ended session is kept: longer than a handshake takes, which may have read the
 * account before the session ended and is served only after the word of it came.
 */
const KEPT = 30_000;

/**
 * Closes the sockets of sessions that have ended at once, in every process. What travels is a hint to look: each socket
 * asks the database whether its own session still counts, so a word too many ends nothing. One that is lost, while Redis
 * is away, leaves it to the next look, within a minute.
 */
export class EndedSessions {
  readonly #io: LiveServer;
  /** When the word of each account last came, oldest first, on the clock of `performance.now()`. */
  readonly #told = new Map<string, number>();

  constructor(io: LiveServer) {
    this.#io = io;
    io.on('sessions.ended', (accountId) => this.#look(accountId));
  }

  /** To be called when what ended the sessions has committed. */
  tell(accountId: string): void {
    this.#look(accountId);
    this.#io.serverSideEmit('sessions.ended', accountId);
  }

  /** For a socket that is served from now on. */
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
      if (now - at < KEPT) break;
      this.#told.delete(known);
    }
    this.#told.delete(accountId);
    this.#told.set(accountId, now);
  }
}
