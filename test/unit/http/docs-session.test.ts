import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import sinon, { type SinonFakeTimers } from 'sinon';

interface PageRequest {
  url: string;
  headers: Record<string, string>;
}

interface Session {
  restore(): Promise<void>;
  beforeRequest(request: PageRequest): Promise<PageRequest>;
  afterResponse(response: { url: string; ok: boolean; status: number; body?: unknown }): unknown;
}

const PAGE = 'http://127.0.0.1:3000/docs/';
const LIFE = 900;

/** The documentation page, as far as the script uses it. */
class Page {
  session!: Session;
  readonly storage = new Map<string, string>();
  requests: string[] = [];
  authorized: string | null = null;
  refreshes: string[] = [];
  answer: () => { status: number; body: unknown } = () => ({ status: 200, body: tokens('b') });

  readonly globals = {
    URL,
    Date,
    location: { href: PAGE },
    sessionStorage: {
      getItem: (name: string) => this.storage.get(name) ?? null,
      setItem: (name: string, value: string) => void this.storage.set(name, value),
      removeItem: (name: string) => void this.storage.delete(name),
    },
    window: {} as { DocsSession: new (page: object) => Session },
    fetch: async (_: string, { body }: { body: string }) => {
      this.refreshes.push((JSON.parse(body) as { refreshToken: string }).refreshToken);
      const { status, body: answered } = this.answer();
      return { ok: status < 400, status, json: async () => answered };
    },
  };

  /** The Authorization header that is sent when Execute is pressed. */
  async execute(path: string): Promise<string | undefined> {
    const headers = this.authorized === null ? {} : { Authorization: `Bearer ${this.authorized}` };
    const sent = await this.session.beforeRequest({ url: new URL(path, PAGE).href, headers });
    return sent.headers.Authorization;
  }

  answered(path: string, body?: unknown): void {
    this.session.afterResponse({ url: new URL(path, PAGE).href, ok: true, status: 200, body });
  }

  /** As when the tab reloads the page. */
  open(): void {
    this.session = new this.globals.window.DocsSession({
      authorize: (token: string) => {
        this.authorized = token;
      },
      deauthorize: () => {
        this.authorized = null;
      },
      changed: () => undefined,
      wantsCode: (detail: string) => this.requests.push(detail),
    });
  }
}

function tokens(name: string): object {
  return { accessToken: `access-${name}`, refreshToken: `refresh-${name}`, expiresIn: LIFE };
}

describe('the session of the documentation page', () => {
  let page: Page;
  let clock: SinonFakeTimers;

  beforeEach(async () => {
    const file = new URL('../../../server/kernel/http/docs-session.browser.js', import.meta.url);
    const script = await readFile(file, 'utf8');
    clock = sinon.useFakeTimers({ now: Date.now() });
    page = new Page();
    runInNewContext(script, { ...page.globals, Date });
    page.open();
  });

  afterEach(() => clock.restore());

  it('authorizes with the token of a sign-in made there', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    expect(page.authorized).to.equal('access-a');
    expect(await page.execute('/api/v1/me')).to.equal('Bearer access-a');
    expect(page.refreshes).to.deep.equal([]);
  });

  it('refreshes shortly before the token ends, once for calls at the same moment', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    clock.tick((LIFE - 59) * 1000);
    const sent = await Promise.all([page.execute('/api/v1/me'), page.execute('/api/v1/admin/accounts')]);
    expect(sent).to.deep.equal(['Bearer access-b', 'Bearer access-b']);
    expect(page.refreshes).to.deep.equal(['refresh-a']);
    expect(page.authorized).to.equal('access-b');
  });

  it('never replaces a token typed into Authorize, nor adds one after pressing Logout there', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    page.authorized = 'of-a-dispatcher';
    expect(await page.execute('/api/v1/me')).to.equal('Bearer of-a-dispatcher');
    page.authorized = null;
    expect(await page.execute('/api/v1/me')).to.equal(undefined);
  });

  it('forgets the session with logout, and when refreshing is refused', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    page.answered('/api/v1/auth/logout');
    expect(page.authorized).to.equal(null);
    page.answered('/api/v1/auth/login', tokens('a'));
    page.answer = () => ({ status: 401, body: {} });
    clock.tick(LIFE * 1000);
    await page.execute('/api/v1/me');
    expect(page.authorized).to.equal(null);
  });

  it('keeps the session when refreshing failed only temporarily', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    page.answer = () => ({ status: 503, body: {} });
    clock.tick(LIFE * 1000);
    expect(await page.execute('/api/v1/me')).to.equal('Bearer access-a');
    page.answer = () => ({ status: 200, body: tokens('b') });
    expect(await page.execute('/api/v1/me')).to.equal('Bearer access-b');
  });

  it('survives reloading the page, and ends with logout', async () => {
    page.answered('/api/v1/auth/login', tokens('a'));
    page.authorized = null;
    page.open();
    await page.session.restore();
    expect(page.authorized).to.equal('access-a');
    page.answered('/api/v1/auth/logout');
    expect([...page.storage]).to.deep.equal([]);
  });

  it('asks for a code where an operation needs a recent second factor', () => {
    const body = { code: 'auth.MFA_REQUIRED', detail: 'Send a code.' };
    page.session.afterResponse({ url: `${PAGE}x`, ok: false, status: 403, body });
    expect(page.requests).to.deep.equal(['Send a code.']);
  });
});
