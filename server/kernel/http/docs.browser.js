// Runs in the documentation page: Swagger's list of operations with groups, search and sign-in
// (docs-session.browser.js).
(async () => {
  const byId = (id) => document.getElementById(id);

  const spec = await (await fetch('/docs/document.json')).json();

  const session = new window.DocsSession({
    authorize: (token) => window.ui.preauthorizeApiKey('bearerAuth', token),
    deauthorize: () => window.ui.authActions.logout(['bearerAuth']),
    changed: showWho,
    wantsCode: askForCode,
  });

  // ---- sign-in

  function showWho() {
    const { account } = session;
    byId('who-name').textContent =
      account === null ? 'Not signed in' : `${account.displayName} · ${named(account.roles)}`;
    byId('sign-out').hidden = account === null;
    byId('sign-in').hidden = account !== null;
    if (account === null) byId('step-up').hidden = true;
    byId('mine').disabled = account === null;
    if (account === null) byId('mine').checked = false;
    if (account?.roles.includes('ADMIN') && !account.mfaEnrolled) askToEnrol();
    search();
  }

  function named(roles) {
    return roles.map((role) => role.toLowerCase().replaceAll('_', ' ')).join(', ');
  }

  function askToEnrol() {
    const card = byId('step-up');
    card.hidden = false;
    card.classList.add('enrol');
    byId('step-up-why').textContent =
      'This administrator has no second factor yet, and may do nothing else before: call enrollMfa, add the secret to an authenticator app, then confirmMfa with its code.';
  }

  function askForCode(detail) {
    if (!session.account?.mfaEnrolled) return;
    const card = byId('step-up');
    card.classList.remove('enrol');
    card.hidden = false;
    byId('step-up-why').textContent = detail;
    card.elements.code.value = '';
    card.scrollIntoView({ block: 'center' });
    card.elements.code.focus();
  }

  async function problemOf(response) {
    const { detail, title } = await response.json().catch(() => ({ title: `Status ${response.status}` }));
    return detail ?? title;
  }

  function tell(id, text) {
    byId(id).textContent = text;
    byId(id).hidden = text === '';
  }

  byId('sign-in').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const { email, password, mfaToken } = Object.fromEntries(new FormData(form));
    const code = mfaToken.replaceAll(' ', '');
    tell('sign-in-problem', '');
    const response = await session.send('/auth/login', {
      email,
      password,
      ...(code === '' ? {} : { mfaToken: code }),
    });
    if (response.ok) {
      session.remember(await response.json());
      form.reset();
      return;
    }
    tell('sign-in-problem', await problemOf(response));
    if (code === '' && response.status === 401) form.elements.mfaToken.focus();
  });

  byId('step-up').addEventListener('submit', async (event) => {
    event.preventDefault();
    tell('step-up-problem', '');
    await session.freshen();
    const response = await session.send('/auth/mfa/step-up', {
      code: event.target.elements.code.value.replaceAll(' ', ''),
    });
    if (response.ok) byId('step-up').hidden = true;
    else tell('step-up-problem', await problemOf(response));
  });

  byId('sign-out').addEventListener('click', async () => {
    // Sent with the token, which is discarded at once whether or not the request succeeds.
    const ended = session.send('/auth/logout', {});
    session.forget();
    await ended.catch(() => undefined);
  });

  for (const chip of document.querySelectorAll('.chip'))
    chip.addEventListener('click', () => {
      const { elements } = byId('sign-in');
      elements.email.value = chip.dataset.email;
      elements.password.value = chip.dataset.password;
      (chip.textContent === 'administrator' ? elements.mfaToken : elements.email).focus();
    });

  // ---- groups and search

  const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation.operationId === undefined ? [] : [{ path, method, operation }],
    ),
  );

  function fits({ path, method, operation }, { words, roles }) {
    const called = operation['x-roles'] ?? [];
    if (roles !== null && !called.some((role) => ['PUBLIC', 'ACCOUNT', ...roles].includes(role)))
      return false;
    const text = [path, method, operation.summary, operation.operationId, ...operation.tags, ...called]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  }

  /** The search text; null to show everything. */
  function wanted() {
    const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const roles = byId('mine').checked ? (session.account?.roles ?? null) : null;
    return words.length === 0 && roles === null ? null : { words, roles };
  }

  /** Swagger calls this to filter its groups; the phrase is the ids of the matching operations. */
  const searching = () => ({
    fn: {
      opsFilter: (groups, phrase) => {
        const fitting = new Set(phrase.split(' '));
        const left = (group) =>
          group.update('operations', (all) =>
            all.filter((each) => fitting.has(each.getIn(['operation', 'operationId']))),
          );
        return groups.map(left).filter((group) => group.get('operations').size > 0);
      },
    },
  });

  /** Groups opened by a search. */
  let opened = new Set();

  function search() {
    const asked = wanted();
    const found = asked === null ? operations : operations.filter((each) => fits(each, asked));
    const ids = found.map(({ operation }) => operation.operationId);
    window.ui.layoutActions.updateFilter(asked === null ? '' : ids.join(' ') || '-');
    const names = new Set(found.map(({ operation }) => operation.tags[0]));
    const open = asked !== null && asked.words.length > 0 ? names : new Set();
    for (const name of [...opened].filter((each) => !open.has(each)))
      window.ui.layoutActions.show(['operations-tag', name], false);
    for (const name of [...open].filter((each) => !opened.has(each)))
      window.ui.layoutActions.show(['operations-tag', name], true);
    opened = open;
    byId('nothing').hidden = found.length > 0;
    for (const link of byId('groups').querySelectorAll('a[data-group]')) {
      const count = found.filter(({ operation }) => operation.tags[0] === link.dataset.group).length;
      link.hidden = count === 0;
      link.querySelector('.count').textContent = count;
    }
    for (const section of byId('groups').querySelectorAll('section'))
      section.hidden = [...section.querySelectorAll('a')].every((link) => link.hidden);
  }

  function listGroups() {
    const audiences = [...new Set(spec.tags.map((tag) => tag['x-audience']))];
    for (const audience of audiences) {
      const section = document.createElement('section');
      const heading = document.createElement('h2');
      heading.textContent = audience;
      section.append(heading);
      for (const { name } of spec.tags.filter((tag) => tag['x-audience'] === audience)) {
        const link = document.createElement('a');
        link.href = '#';
        link.dataset.group = name;
        const count = document.createElement('span');
        count.className = 'count';
        link.append(name.split(' · ').at(-1), count);
        link.addEventListener('click', (event) => {
          event.preventDefault();
          goTo(name);
        });
        section.append(link);
      }
      byId('groups').append(section);
    }
    const live = document.createElement('section');
    live.innerHTML = '<h2>Live</h2><a href="#live">The live channel</a>';
    byId('groups').append(live);
  }

  function goTo(group) {
    window.ui.layoutActions.show(['operations-tag', group], true);
    scrollWhenStill(group);
  }

  /**
   * Clearing a search redraws the list in several steps during which headings move: look up the heading again each
   * time, and scroll once it has stopped moving, after two seconds at the latest.
   */
  function scrollWhenStill(group, former, looks = 40) {
    setTimeout(() => {
      const heading = [...document.querySelectorAll('[data-tag]')].find((each) => each.dataset.tag === group);
      const still = heading !== undefined && heading.offsetTop === former;
      if (still || looks === 0) heading?.scrollIntoView({ block: 'start' });
      else scrollWhenStill(group, heading?.offsetTop, looks - 1);
    }, 50);
  }

  byId('search').addEventListener('input', search);
  byId('mine').addEventListener('change', search);
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    byId('search').focus();
  });

  // ---- the page

  listGroups();
  window.ui = window.SwaggerUIBundle({
    spec,
    dom_id: '#operations',
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [searching],
    layout: 'BaseLayout',
    docExpansion: 'none',
    tryItOutEnabled: true,
    displayRequestDuration: true,
    displayOperationId: true,
    persistAuthorization: false,
    defaultModelsExpandDepth: -1,
    requestInterceptor: (request) => session.beforeRequest(request),
    responseInterceptor: (response) => session.afterResponse(response),
    onComplete: async () => {
      await session.restore();
      document.body.dataset.ready = 'true';
    },
  });
})();
