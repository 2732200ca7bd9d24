import { expect } from 'chai';
import { generate } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import { makeAccount, PASSWORD } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { theBrowser } from './support/browser.ts';

const STEP_SECONDS = 30;

/** The parts of Swagger's page that these tests use. */
interface SwaggerWindow {
  ui: {
    specSelectors: {
      operations(): { find(of: (each: SwaggerOperation) => boolean): SwaggerOperation | undefined };
      specResolvedSubtree(place: readonly string[]): unknown;
    };
  };
}

interface SwaggerOperation {
  get(name: 'path' | 'method'): string;
  getIn(place: readonly string[]): unknown;
}

describe('the documentation in a browser', function () {
  this.timeout(180_000);
  let service: TestService;
  let context: BrowserContext;
  let page: Page;
  const faults: string[] = [];

  before(async () => {
    service = await startService({
      env: { LIMIT_SIGN_IN_PER_15_MINUTES: '1000', LIMIT_REGISTRATION_PER_15_MINUTES: '1000' },
    });
    context = await (await theBrowser()).newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded with a status of'))
        faults.push(message.text());
    });
  });

  after(async () => {
    await context?.close();
    await service?.stop();
  });

  const open = async () => {
    await page.goto(`${service.url}/docs/`);
    await page.locator('body[data-ready]').waitFor();
  };
  const who = () => page.locator('#who-name').textContent();
  const signIn = async (email: string, code = '') => {
    await page.fill('#sign-in [name=email]', email);
    await page.fill('#sign-in [name=password]', PASSWORD);
    await page.fill('#sign-in [name=mfaToken]', code);
    await page.click('#sign-in [type=submit]');
    await page.locator('#sign-out').waitFor();
  };

  /** Opens an operation by its id and executes it; returns the status and the body. */
  async function call(operationId: string, body?: object): Promise<{ status: number; body: string }> {
    await page.fill('#search', operationId);
    const block = page.locator('.opblock', {
      has: page.locator(`.opblock-summary-operation-id:text-is("${operationId}")`),
    });
    await block.waitFor();
    if (!(await block.evaluate((element) => element.classList.contains('is-open'))))
      await block.locator('.opblock-summary-control').click();
    // Swagger resolves an operation's references once it is opened, and cannot send it before.
    await page.waitForFunction((id) => {
      const { specSelectors } = (window as unknown as SwaggerWindow).ui;
      const found = specSelectors
        .operations()
        .find((each) => each.getIn(['operation', 'operationId']) === id);
      const place = ['paths', found?.get('path') ?? '', found?.get('method') ?? ''];
      return specSelectors.specResolvedSubtree(place) !== undefined;
    }, operationId);
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const [response] = await Promise.all([
      page.waitForResponse((one) => new URL(one.url()).pathname.startsWith('/api/')),
      block.locator('button.execute').click(),
    ]);
    const status = response.status();
    const answer = block.locator('.live-responses-table .response');
    // After an earlier call of the operation, its old response is shown until this one has arrived.
    await answer
      .locator('.response-col_status')
      .filter({ hasText: String(status) })
      .waitFor();
    const shown = answer.locator('.highlight-code code').first();
    const text = (await shown.count()) === 0 ? '' : ((await shown.textContent()) ?? '');
    await block.locator('.opblock-summary-control').click();
    return { status, body: text };
  }

  it('lets an administrator enrol, sign in with a code, and stay signed in', async () => {
    const account = await makeAccount(service, ['ADMIN'], { superAdmin: true });
    await open();
    await signIn(account.email);
    expect(await who()).to.match(/admin$/);
    expect(await page.locator('#step-up-why').textContent()).to.include('no second factor');
    expect((await call('getAuditLog')).status).to.equal(403);
    const enrolment = await call('enrollMfa', { currentPassword: PASSWORD });
    expect(enrolment.status, enrolment.body).to.equal(200);
    const secret = String(JSON.parse(enrolment.body).secret);
    const confirmed = await call('confirmMfa', { code: await generate({ secret }) });
    expect(confirmed.status, confirmed.body).to.equal(200);
    expect((await call('getAuditLog')).status).to.equal(200);
    await page.click('#sign-out');
    await page.locator('#who-name:text-is("Not signed in")').waitFor();
    // Each code works once, so this is the next one.
    const epoch = Math.floor(Date.now() / 1000) + STEP_SECONDS;
    await signIn(account.email, await generate({ secret, epoch }));
    expect((await call('listAccounts')).status).to.equal(200);
    await open();
    expect(await who(), 'after a reload').to.match(/admin$/);
    expect((await call('getSettings')).status).to.equal(200);
  });

  it('calls the first operation of each audience with what its form contains', async () => {
    const first = await page.evaluate(async () => {
      const { paths, tags } = await (await fetch('/docs/document.json')).json();
      type Shown = Record<string, { operationId?: string; tags: string[] }>;
      const all = Object.values(paths as Record<string, Shown>).flatMap((item) => Object.values(item));
      const found = new Map<string, string>();
      for (const tag of tags as { name: string; 'x-audience': string }[]) {
        const operation = all.find((each) => each.tags?.[0] === tag.name);
        if (!found.has(tag['x-audience'])) found.set(tag['x-audience'], operation?.operationId ?? '');
      }
      return [...found];
    });
    expect(first).to.have.length(7);
    const answered: Record<string, number> = {};
    // Last, since registering opens another session, which the page takes over.
    for (const [audience, operationId] of [...first.slice(1), ...first.slice(0, 1)])
      answered[audience] = (await call(operationId)).status;
    expect(answered).to.include({ 'Signing in': 201, Administrators: 200 });
    for (const status of Object.values(answered)) expect(status).to.be.within(200, 499).and.not.equal(401);
  });

  it('finds operations by word, shows who may call what, and runs without errors', async () => {
    // Of the same origin, and drawn at once: the documentation itself takes seconds.
    await page.goto(`${service.url}/ready`);
    await page.evaluate(() => sessionStorage.clear());
    await open();
    await signIn((await makeAccount(service, ['BUYER'])).email);
    await page.fill('#search', 'audit log');
    const shown = () => page.locator('.opblock-summary-operation-id').allTextContents();
    await page.locator('.opblock-summary-operation-id').first().waitFor();
    expect(await shown()).to.deep.equal(['getAuditLog']);
    await page.fill('#search', '');
    const money = 'Administrators · Money';
    await page.click(`[data-group="${money}"]`);
    await page.waitForFunction(
      (group) => (document.querySelector(`[data-tag="${group}"]`)?.getBoundingClientRect().top ?? 999) < 120,
      money,
    );
    await page.fill('#search', 'no such operation');
    await page.locator('#nothing').waitFor();
    await page.fill('#search', 'write-off');
    await page.locator('.opblock-summary-operation-id').first().waitFor();
    await page.check('#mine');
    await page.locator('#nothing').waitFor();
    expect(await shown(), 'a buyer writes nothing off').to.deep.equal([]);
    expect(faults).to.deep.equal([]);
  });
});
