import { isProblemCode, NoAnswerError, ProblemError } from '../api/problem.ts';
import { type AuthSession, type Registration, SessionCalls } from './session-calls.ts';
import {
  type Account,
  type EndReason,
  endReasonOf,
  type SessionState,
  type SurfaceName,
} from './session-state.ts';

/** Messages between tabs of one browser. They never contain a token: each tab keeps its own in memory. */
type TabMessage = { kind: 'signed-in'; accountId: string } | { kind: 'signed-out' };

export interface SessionOptions {
  surface: SurfaceName;
  locale(): string;
}

/** How many milliseconds before its expiry a token is renewed, at most. */
const EARLY = 60_000;

/**
 * The session of one console in one tab. The refresh token is a cookie that scripts cannot read; the access token is
 * kept in memory. Tabs share the cookie, so they refresh one after the other.
 */
export class Session {
  readonly surface: SurfaceName;
  readonly #calls: SessionCalls;
  readonly #channel: BroadcastChannel;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { kind: 'starting' };
  #token: string | null = null;
  /** When the token should be renewed, ms since the epoch. */
  #refreshAt = 0;
  #refreshing: Promise<void> | null = null;

  constructor({ surface, locale }: SessionOptions) {
    this.surface = surface;
    this.#calls = new SessionCalls(surface, locale);
    this.#channel = new BroadcastChannel(`wasl-${surface}`);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#hear(data);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Resumes this browser's session, if any. Without a network, the account that was signed in stays. */
  async start(): Promise<void> {
    if (this.#remembered() === null) this.#enter({ kind: 'signed-out', reason: null });
    else await this.#takeUp();
  }

  async #takeUp(): Promise<void> {
    try {
      await this.#refresh();
    } catch {
      if (this.#state.kind !== 'starting') return;
      const account = this.#remembered();
      if (account === null) this.#enter({ kind: 'signed-out', reason: null });
      else this.#enter({ kind: 'signed-in', account, confirmed: false });
    }
  }

  /** Throws ProblemError and NoAnswerError. */
  async signIn(email: string, password: string): Promise<void> {
    this.#adopt(await this.#calls.login(email, password));
    this.#tell({ kind: 'signed-in', accountId: this.#accountId() ?? '' });
  }

  /**
   * Creates an account and signs in with it, on consoles that admit accounts without a role. Throws as `signIn` does.
   */
  async register(person: Registration): Promise<void> {
    this.#adopt(await this.#calls.register(person));
    this.#tell({ kind: 'signed-in', accountId: this.#accountId() ?? '' });
  }

  /** Ends the session on the service, too; throws NoAnswerError, and then nothing has changed. */
  async signOut(): Promise<void> {
    const token = await this.token('call').catch((error: unknown) => {
      if (error instanceof NoAnswerError) throw error;
      return null;
    });
    try {
      if (token !== null) await this.#calls.logout(token);
    } catch (error) {
      // Already ended counts as success.
      if (!isProblemCode(error, 'auth.UNAUTHENTICATED')) throw error;
    }
    this.#end('left');
    this.#tell({ kind: 'signed-out' });
  }

  /**
   * An access token with some lifetime left; null when signed out. `refused`: the token that the service did not
   * accept. Throws NoAnswerError when a new one is needed and the service cannot be reached.
   */
  async token(why: 'call' | 'refused', refused?: string): Promise<string | null> {
    if (this.#state.kind !== 'signed-in') return null;
    const stale = this.#token === null || Date.now() >= this.#refreshAt;
    if (stale || (why === 'refused' && (refused === undefined || refused === this.#token))) {
      await this.#refresh().catch((error: unknown) => {
        // The present token is still valid for the rest of its lifetime.
        if (why === 'refused' || this.#token === null) throw error;
      });
    }
    return this.#token;
  }

  /** The account's own data was changed or read again. */
  accountChanged(account: Account): void {
    if (this.#state.kind !== 'signed-in' || account.id !== this.#state.account.id) return;
    localStorage.setItem(this.#storageKey(), JSON.stringify(account));
    this.#enter({ ...this.#state, account });
  }

  /** A call or the socket was refused: checks whether the session itself has ended. */
  refused(code: string): void {
    const ended = endReasonOf(code);
    if (ended !== null && ended !== 'expired') this.#end(ended);
    // The role may be gone; renewing the token shows it.
    else if (code === 'auth.FORBIDDEN' && this.#state.kind === 'signed-in')
      void this.#refresh().catch(() => undefined);
  }

  /** One renewal at a time, in this tab and across tabs. */
  #refresh(): Promise<void> {
    if (this.#refreshing !== null) return this.#refreshing;
    const refreshing = this.#exchangeInTurn().finally(() => {
      this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    return refreshing;
  }

  async #exchangeInTurn(): Promise<void> {
    await navigator.locks.request(`wasl-${this.surface}-refresh`, () => this.#exchange());
  }

  async #exchange(): Promise<void> {
    try {
      this.#adopt(await this.#calls.refresh());
    } catch (error) {
      const ended = error instanceof ProblemError ? endReasonOf(error.code) : null;
      if (ended !== null) this.#end(ended);
      throw error;
    }
  }

  #adopt({ accessToken, expiresIn, account }: AuthSession): void {
    const former = this.#accountId();
    if (this.#state.kind === 'signed-in' && former !== null && former !== account.id) {
      this.#end('other-account');
      return;
    }
    const life = expiresIn * 1_000;
    this.#token = accessToken;
    this.#refreshAt = Date.now() + life - Math.min(EARLY, life / 2);
    localStorage.setItem(this.#storageKey(), JSON.stringify(account));
    this.#enter({ kind: 'signed-in', account, confirmed: true });
  }

  #end(reason: EndReason): void {
    this.#token = null;
    if (reason !== 'other-account') localStorage.removeItem(this.#storageKey());
    this.#enter({ kind: 'signed-out', reason });
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'signed-out') {
      if (this.#state.kind === 'signed-in') this.#end('left');
    } else if (this.#state.kind === 'signed-in') {
      if (message.accountId !== this.#accountId()) this.#end('other-account');
    } else {
      // The other tab's stored account may become visible here only after its message: ask the service.
      this.#enter({ kind: 'starting' });
      void this.#takeUp();
    }
  }

  #tell(message: TabMessage): void {
    this.#channel.postMessage(message);
  }

  #accountId(): string | null {
    return this.#state.kind === 'signed-in' ? this.#state.account.id : null;
  }

  #enter(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** The account last signed in: lets the page open without a network, and spares a request if there is no session. */
  #remembered(): Account | null {
    const stored = localStorage.getItem(this.#storageKey());
    return stored === null ? null : (JSON.parse(stored) as Account);
  }

  #storageKey(): string {
    return `wasl.${this.surface}.account`;
  }
}
