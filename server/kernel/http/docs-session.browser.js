// Runs in the documentation page before its other script: one sign-in for all operations. The session lasts as long as
// the tab is open; tokens are refreshed shortly before they expire.
window.DocsSession = class DocsSession {
  static #LONGEST_EARLY = 60_000;
  static #OPENS = /\/auth\/(login|register|refresh|codes\/verify)$/;
  static #CLOSES = /\/auth\/logout$/;
  static #KEPT = 'wasl-docs-session';

  /** Access tokens issued to this page: a token that the user pasted into Authorize is never replaced. */
  #ours = new Set();
  #session = null;
  #refreshing = null;
  #page;

  /** @param page Callbacks: authorize(token), deauthorize(), changed(), wantsCode(detail). */
  constructor(page) {
    this.#page = page;
  }

  /** The signed-in account, or null. */
  get account() {
    return this.#session?.account ?? null;
  }

  /** Restores the session from an earlier load of the page in this tab. */
  async restore() {
    const kept = sessionStorage.getItem(DocsSession.#KEPT);
    if (kept === null) {
      this.#page.changed();
      return;
    }
    this.#keep(JSON.parse(kept));
    await this.freshen();
  }

  remember(answer) {
    const life = answer.expiresIn * 1000;
    this.#keep({
      access: answer.accessToken,
      refresh: answer.refreshToken,
      refreshAt: Date.now() + life - Math.min(DocsSession.#LONGEST_EARLY, life / 2),
      account: answer.account,
    });
  }

  forget() {
    this.#session = null;
    sessionStorage.removeItem(DocsSession.#KEPT);
    this.#page.deauthorize();
    this.#page.changed();
  }

  /** Sends a request of the page itself, authenticated if signed in. */
  send(path, body) {
    const token = this.#session === null ? {} : { Authorization: `Bearer ${this.#session.access}` };
    return fetch(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...token },
      body: JSON.stringify(body),
    });
  }

  /** Shared by concurrent callers. */
  async freshen() {
    if (this.#session === null || Date.now() <= this.#session.refreshAt) return;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    // If refreshing fails, the call is sent as it is and its response tells what is wrong.
    await this.#refreshing.catch(() => undefined);
  }

  async beforeRequest(request) {
    const token = /^Bearer (.+)$/.exec(request.headers?.Authorization ?? '')?.[1];
    if (this.#session === null || !this.#ours.has(token)) return request;
    await this.freshen();
    if (this.#session !== null) request.headers.Authorization = `Bearer ${this.#session.access}`;
    return request;
  }

  afterResponse(response) {
    const { pathname } = new URL(response.url, location.href);
    const { ok, status, body } = response;
    if (ok && DocsSession.#OPENS.test(pathname) && body?.accessToken) this.remember(body);
    if (ok && DocsSession.#CLOSES.test(pathname)) this.forget();
    if (ok && pathname.endsWith('/auth/mfa/confirm') && this.#session !== null)
      this.#keep({ ...this.#session, account: { ...this.#session.account, mfaEnrolled: true } });
    if (status === 403 && body?.code === 'auth.MFA_REQUIRED') this.#page.wantsCode(body.detail);
    return response;
  }

  #keep(session) {
    this.#session = session;
    sessionStorage.setItem(DocsSession.#KEPT, JSON.stringify(session));
    this.#ours.add(session.access);
    this.#page.authorize(session.access);
    this.#page.changed();
  }

  async #refresh() {
    const response = await fetch('/api/v1/auth/refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken: this.#session.refresh }),
    });
    if (response.ok) this.remember(await response.json());
    // A refusal is final; anything else (rate limit, restart) may pass.
    else if (response.status === 401) this.forget();
  }
};
