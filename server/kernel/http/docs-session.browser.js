// Runs in the documentation page before its other script: one sign-in for all operations. It is kept for as long as the
// tab is open, and fetches fresh tokens shortly before they end.
window.DocsSession = class DocsSession {
  static #LONGEST_EARLY = 60_000;
  static #OPENS = /\/auth\/(login|register|refresh|codes\/verify)$/;
  static #CLOSES = /\/auth\/logout$/;
  static #KEPT = 'wasl-docs-session';

  /** Every access token given to this page: a token that somebody pasted into Authorize is never replaced. */
  #ours = new Set();
  #session = null;
  #refreshing = null;
  #page;

  /** @param page What the session does to it: authorize(token), deauthorize(), changed(), wantsCode(detail). */
  constructor(page) {
    this.#page = page;
  }

  /** Who is signed in; null for nobody. */
  get account() {
    return this.#session?.account ?? null;
  }

  /** What an earlier look at the page in this tab left. */
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

  /** A call of the page's own, in the session's name where there is one. */
  send(path, body) {
    const token = this.#session === null ? {} : { Authorization: `Bearer ${this.#session.access}` };
    return fetch(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...token },
      body: JSON.stringify(body),
    });
  }

  /** Once for all who ask at the same moment. */
  async freshen() {
    if (this.#session === null || Date.now() <= this.#session.refreshAt) return;
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    // Without an answer the call goes out as it is, and says itself what is wrong.
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
    // A refusal is final; anything else (too many requests, a restart) may pass.
    else if (response.status === 401) this.forget();
  }
};
