import { type Api, dataOf } from '../api/client.ts';
import { type PhoneShell, phoneShell } from '../shell/phone-shell.ts';
import { ExternalStore } from '../state/external-store.ts';
import type { Session } from './session.ts';

const RETRY_MS = 30_000;

let join: (membership: ShellMembership) => void;
/** Settles once the page has its session, in the phone app alone. */
export const membership = new Promise<ShellMembership>((resolve) => {
  join = resolve;
});

/** Called once, with the page's session. */
export function joinShell(session: Session, api: Api): void {
  if (phoneShell !== null) join(new ShellMembership(phoneShell, session, api));
}

/**
 * Gives the app around the page a device token for the account that is signed in, and takes it away when they sign out. One is
 * requested at each start of the page: the service then ends the former one, which may have been lost.
 */
export class ShellMembership {
  /** The account whose token the app has; null while it has none. */
  readonly account = new ExternalStore<string | null>(null);
  readonly #shell: Pick<PhoneShell, 'about' | 'signedIn' | 'signedOut'>;
  readonly #session: Pick<Session, 'state' | 'subscribe'>;
  readonly #api: Api;
  #asking: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    shell: Pick<PhoneShell, 'about' | 'signedIn' | 'signedOut'>,
    session: Pick<Session, 'state' | 'subscribe'>,
    api: Api,
  ) {
    this.#shell = shell;
    this.#session = session;
    this.#api = api;
    session.subscribe(() => this.#look());
    this.#look();
  }

  /** The app's token was refused: it needs another. */
  renew(): void {
    this.account.set(null);
    this.#asking = null;
    this.#look();
  }

  #look(): void {
    const { state } = this.#session;
    if (state.kind === 'signed-out') {
      clearTimeout(this.#timer);
      this.#asking = null;
      if (this.account.get() !== null) this.#shell.signedOut();
      this.account.set(null);
    }
    // Before the service has been asked, there is no access token to ask with.
    if (state.kind !== 'signed-in' || !state.confirmed || this.#asking === state.account.id) return;
    void this.#join(state.account.id);
  }

  async #join(accountId: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#asking = accountId;
    const { app, version } = this.#shell.about;
    const purpose = app === 'DRIVER' ? 'POSITIONS' : 'NOTIFICATIONS';
    try {
      const body = { purpose, name: `Wasl ${version}` } as const;
      const { token } = await dataOf(this.#api.POST('/me/device-tokens', { body }));
      if (this.#asking !== accountId) return;
      this.#shell.signedIn(accountId, token);
      this.account.set(accountId);
    } catch {
      // No network, or an account that does not drive yet: both may change.
      if (this.#asking !== accountId) return;
      this.#timer = setTimeout(() => {
        this.#asking = null;
        this.#look();
      }, RETRY_MS);
    }
  }
}
