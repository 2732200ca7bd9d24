// Runs in the documentation page. Remembers the tokens of a sign-in made there, for as long as the page is open,
// presses Authorize with them, and fetches fresh ones shortly before they end: one sign-in lasts.
(() => {
  const LONGEST_EARLY = 60_000;
  const OPENS = /\/auth\/(login|register|refresh)$/;
  const CLOSES = /\/auth\/logout$/;
  /** Every access token given to this page: a token that somebody pasted into Authorize is never replaced. */
  const ours = new Set();
  let session = null;
  let refreshing = null;

  function remember(answer) {
    const life = answer.expiresIn * 1000;
    session = {
      access: answer.accessToken,
      refresh: answer.refreshToken,
      refreshAt: Date.now() + life - Math.min(LONGEST_EARLY, life / 2),
    };
    ours.add(session.access);
    window.ui.preauthorizeApiKey('bearerAuth', session.access);
  }

  function forget() {
    session = null;
    window.ui.authActions.logout(['bearerAuth']);
  }

  async function refresh() {
    const response = await fetch('/api/v1/auth/refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken: session.refresh }),
    });
    if (response.ok) remember(await response.json());
    // A refusal is final; anything else (too many requests, a restart) may pass.
    else if (response.status === 401) forget();
  }

  async function beforeRequest(request) {
    const token = /^Bearer (.+)$/.exec(request.headers?.Authorization ?? '')?.[1];
    if (session === null || !ours.has(token)) return request;
    if (Date.now() > session.refreshAt) {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      // Without an answer the call goes out as it is, and says itself what is wrong.
      await refreshing.catch(() => undefined);
    }
    if (session !== null) request.headers.Authorization = `Bearer ${session.access}`;
    return request;
  }

  function afterResponse(response) {
    const { pathname } = new URL(response.url, location.href);
    if (response.ok && OPENS.test(pathname) && response.body?.accessToken) remember(response.body);
    if (response.ok && CLOSES.test(pathname)) forget();
    return response;
  }

  // swagger-ui reads both from its configuration at every call.
  const wait = setInterval(() => {
    if (!window.ui) return;
    clearInterval(wait);
    const configuration = window.ui.getConfigs();
    configuration.requestInterceptor = beforeRequest;
    configuration.responseInterceptor = afterResponse;
  }, 50);
})();
