import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import { raise } from '../../server/dispatch/alerts/alert-consumer.ts';
import { DispatchCity } from './dispatch-city.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const MINUTE = 60_000;
const MINUTES = 20;

describe('an afternoon in which a great deal goes wrong', function () {
  this.timeout(240_000);
  let city: DispatchCity;
  const visitors: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    city = await DispatchCity.open();
    await city.busy();
  });

  afterEach(async () => {
    await Promise.all(visitors.splice(0).map((visitor) => visitor.close()));
  });

  after(() => city?.close());

  const visit = async (path: string): Promise<Page> => {
    const visitor = await newVisitor(city.world.service, { width: 1280 });
    visitors.push(visitor);
    await visitor.signIn('dispatch', city.dispatcher);
    await visitor.open(`/dispatch/${path}`);
    const { page } = visitor;
    await page
      .locator(path === '' ? '[data-task]' : '[data-alert]')
      .first()
      .waitFor();
    await page.evaluate(() => {
      document.body.dataset.shift = '0';
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.body.dataset.shift = String(Number(document.body.dataset.shift) + entry.value);
      }).observe({ type: 'layout-shift' });
    });
    return page;
  };
  const shifted = async (page: Page) => Number(await page.evaluate(() => document.body.dataset.shift));
  /** Raises a separate critical alert: cash that is not cleared in the ledger. */
  const raiseCritical = async () => {
    const [task] = await city.waiting(1);
    const about = { subjectType: 'TASK', subjectId: task.taskId, data: {} };
    const dedupeKey = `CLEARING_OPEN:${task.taskId}`;
    const { deps } = city.world.service.inside;
    await raise(deps, { kind: 'CLEARING_OPEN', dedupeKey, ...about }, uuidv7());
  };

  it('moves nothing on the board and in the list of alerts, and shows what is critical in one line', async () => {
    await raiseCritical();
    await city.world.settle();
    const board = await visit('');
    const list = await visit('alerts');
    const rows = () =>
      list.locator('[data-alert]').evaluateAll((all) => all.map((row) => row.getAttribute('data-alert')));
    const former = await rows();
    let raised = 0;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      if (minute % 3 === 0) {
        await raiseCritical();
        raised += 1;
      }
      await city.world.later(MINUTE);
    }
    await city.world.settle();
    const line = board.getByTestId('notices');
    // One that arrives after the line was closed would open it again.
    await line.getByText(`and ${raised - 1} more`, { exact: true }).waitFor();
    expect(await line.getByRole('button', { name: 'Open' }).count()).to.equal(1);
    await list.getByRole('button', { name: /^Show \d+ new alerts?$/ }).waitFor();
    expect(await rows(), 'rows stay where they are').to.deep.equal(former);
    expect(await shifted(board), 'the board').to.be.at.most(0.1);
    expect(await shifted(list), 'the list of alerts').to.be.at.most(0.1);
    await list.getByRole('button', { name: /^Show \d+ new alerts?$/ }).click();
    expect((await rows()).length).to.be.greaterThan(former.length);
    // The line has a place of its own: it covers nothing that can be pressed.
    const foot = await line.boundingBox();
    const content = await board.locator('#content').boundingBox();
    expect((content?.y ?? 0) + (content?.height ?? 0)).to.be.at.most((foot?.y ?? 0) + 1);
    await line.getByRole('button', { name: 'Close' }).click();
    await line.getByRole('button', { name: 'Open' }).waitFor({ state: 'detached' });
  });

  it('selects all of a kind at once', async () => {
    const list = await visit('alerts');
    const kind = list.getByRole('region', { name: 'Cash not cleared' });
    const all = kind.getByRole('checkbox', { name: /^Cash not cleared \(\d+\)$/ });
    const rows = await kind.locator('[data-alert]').count();
    expect(rows).to.be.greaterThan(1);
    await all.check();
    expect(await list.getByRole('checkbox', { checked: true }).count()).to.equal(rows + 1);
    await all.uncheck();
    expect(await list.getByRole('checkbox', { checked: true }).count()).to.equal(0);
  });

  it('shows until when a rate limit lasts, and then loads automatically what was delayed', async () => {
    const page = await visit('');
    const limited = { code: 'common.RATE_LIMITED', status: 429, title: '', detail: '', errors: [] };
    await page.route(
      '**/api/v1/dispatch/alerts?*',
      (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: limited }),
      { times: 1 },
    );
    await page.getByRole('link', { name: /^Alerts/ }).click();
    await page
      .getByTestId('notices')
      .getByText(/What is missing here loads by itself at \d\d:\d\d:\d\d\./)
      .waitFor();
    await page.locator('[data-alert]').first().waitFor();
  });
});
