import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { makeAccount, type SignIn } from '../support/people.ts';
import { DeliveryWorld, STORE } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { firstLoad } from './support/first-load.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const BOARD = '[data-testid=orders]';

describe('the orders of the seller console', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let owner: SignIn;
  let visitor: Visitor;
  let page: Page;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    const shop = await world.database('sellers').first('owner_account_id');
    owner = await signInOf(world, shop.owner_account_id);
    visitor = await open(owner);
    page = visitor.page;
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
  });

  async function open(account: SignIn, options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
    const visiting = await newVisitor(world.service, {
      width: 1440,
      // Only visible cards are in the page: at this height all cards of a busy column are.
      height: 2_400,
      ...options,
    });
    opened.push(visiting);
    await visiting.signIn('seller', account);
    return visiting;
  }

  async function staffWith(permissions: string[]): Promise<SignIn> {
    const staff = await makeAccount(world.service, ['BUYER', 'SELLER_STAFF']);
    const { id: seller_id } = await world.database('sellers').first('id');
    await world.database('seller_staff').insert({ account_id: staff.accountId, seller_id, permissions });
    return staff;
  }

  const inStage = (on: Page, stage: string) => on.locator(`[data-stage=${stage}] [data-order]`);
  const statusOf = async (groupId: string) =>
    (await world.database('order_groups').where('id', groupId).first('status')).status;
  const statuses = async (groupIds: readonly string[]) =>
    [...new Set(await Promise.all(groupIds.map(statusOf)))].sort();

  it('loads at most 240 kB of script before the orders are shown', () => {
    const { script } = firstLoad('seller');
    expect(script, `${script} kB`).to.be.at.most(240);
  });

  it('shows that there are none, and shows a new one automatically', async () => {
    await page.getByRole('heading', { name: 'No orders now' }).waitFor();
    const { number } = await world.order();
    await inStage(page, 'new').filter({ hasText: number }).waitFor();
    await page.getByTestId('countdown').filter({ hasText: 'left' }).waitFor();
    await page.waitForFunction(() => document.title.startsWith('(1)'));
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.title.startsWith('('));
  });

  it('takes ten orders from new to ready by keys alone: one by one, and together', async () => {
    const placed = [];
    for (let count = 0; count < 10; count += 1) placed.push(await world.order());
    await inStage(page, 'new').nth(10).waitFor();
    // The oldest, alone: it is the first.
    await page.keyboard.press('j');
    await page.getByTestId('order-panel').locator('[data-status=PENDING_ACCEPTANCE]').waitFor();
    for (const [key, status] of [
      ['a', 'ACCEPTED'],
      ['p', 'PACKED'],
      ['r', 'READY_FOR_PICKUP'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByTestId('order-panel').locator(`[data-status=${status}]`).waitFor();
    }
    // All others with their column.
    await page.keyboard.press('Escape');
    for (const [key, from, to] of [
      ['a', 'new', 'accepted'],
      ['p', 'accepted', 'packed'],
      ['r', 'packed', 'ready'],
    ] as const) {
      await page.keyboard.press('j');
      await page.keyboard.press('Control+a');
      await page.getByTestId('chosen').filter({ hasText: '10 orders selected' }).waitFor();
      await page.keyboard.press(key);
      await inStage(page, to).nth(9).waitFor();
      await inStage(page, from).first().waitFor({ state: 'detached' });
      await page.getByTestId('chosen').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    }
    expect(await statuses(placed.map(({ groupId }) => groupId))).to.deep.equal(['READY_FOR_PICKUP']);
  });

  it('rejects only with a reason, and finds a finished order by its number', async () => {
    const { groupId, number } = await world.order();
    await inStage(page, 'new').filter({ hasText: number }).click();
    await page.keyboard.press('x');
    const dialog = page.getByRole('dialog', { name: 'Reject this order' });
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('Say why.').waitFor();
    expect(await statusOf(groupId)).to.equal('PENDING_ACCEPTANCE');
    await dialog.getByText('Out of stock').click();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByTestId('order-panel').locator('[data-status=REJECTED]').waitFor();
    await page.getByTestId('order-panel').getByText('Reason: Out of stock').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(number);
    await page.getByText('1 order found').waitFor();
    await inStage(page, 'ended').filter({ hasText: number }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows the second of two people the present state, and does nothing twice', async () => {
    const [one, two, three] = [await world.order(), await world.order(), await world.order()];
    const second = await open(await staffWith(['ORDERS']));
    const other = second.page;
    await inStage(other, 'new').filter({ hasText: three.number }).waitFor();
    // The second page shows an outdated state: no event reaches it until it has answered.
    await inStage(other, 'new').filter({ hasText: one.number }).click();
    await other.keyboard.press('x');
    const dialog = other.getByRole('dialog', { name: 'Reject this order' });
    await dialog.getByText('Out of stock').click();
    await inStage(page, 'new').filter({ hasText: one.number }).click();
    await page.keyboard.press('a');
    await page.getByTestId('order-panel').locator('[data-status=ACCEPTED]').waitFor();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await other
      .getByText(/it is “Accepted” now|It is “Accepted” now/)
      .first()
      .waitFor();
    expect(await statusOf(one.groupId)).to.equal('ACCEPTED');
    // Together: of the three only two can still be accepted, and each has a result.
    await other.keyboard.press('Escape');
    for (const { number } of [two, three])
      await inStage(other, 'new').filter({ hasText: number }).locator('[data-mark]').click();
    await inStage(other, 'accepted').filter({ hasText: one.number }).locator('[data-mark]').click();
    await other.keyboard.press('a');
    const results = other.getByTestId('results').getByRole('listitem');
    await results.nth(2).waitFor();
    expect(await results.filter({ hasText: 'Not possible' }).count()).to.equal(1);
    expect(await statuses([one, two, three].map(({ groupId }) => groupId))).to.deep.equal(['ACCEPTED']);
    const accepted = await world
      .database('transitions')
      .whereIn(
        'subject_id',
        [one, two, three].map(({ groupId }) => groupId),
      )
      .where('to_state', 'ACCEPTED')
      .count('* as n')
      .first();
    expect(Number(accepted?.n)).to.equal(3);
  });

  it('catches up exactly after the network was away', async () => {
    await page.keyboard.press('Escape');
    await visitor.context.setOffline(true);
    await page.getByTestId('live-age').waitFor();
    const { groupId, number } = await world.order();
    await world.seller.post(`/seller/order-groups/${groupId}/accept`);
    await visitor.context.setOffline(false);
    await inStage(page, 'accepted').filter({ hasText: number }).waitFor();
    expect(await page.locator(`[data-order="${groupId}"]`).count()).to.equal(1);
  });

  it('explains plainly what someone may not do, and whom to ask', async () => {
    const { display_name } = await world
      .database('accounts')
      .where('email', owner.email)
      .first('display_name');
    const clerk = await open(await staffWith(['STOCK']));
    await clerk.page.getByRole('heading', { name: 'You need a permission for this' }).waitFor();
    await clerk.page.getByText(display_name).waitFor();
    const stranger = await open(await makeAccount(world.service, ['BUYER']));
    await stranger.page.getByRole('heading', { name: 'You have no shop yet' }).waitFor();
  });

  it('is accessible and fits in both languages, themes and on a phone, in every state', async () => {
    const driver = await world.onDuty({ at: STORE });
    await world.settle();
    const looks: TwoLooks = [
      { name: 'English, light, wide', visitor },
      {
        name: 'Arabic, dark, narrow',
        visitor: await open(owner, { locale: 'ar', theme: 'dark', width: 360 }),
      },
    ];
    const narrow = looks[1]?.visitor.page as Page;
    if ((await narrow.locator('html').getAttribute('lang')) !== 'ar')
      await narrow.getByRole('button', { name: 'العربية' }).click();
    await narrow.locator('html[dir=rtl][data-theme=dark]').waitFor({ state: 'attached' });
    const { groupId } = await world.order();
    const each = async (path: string, ready: string) => {
      for (const look of looks) await follow(look.visitor.page, `/seller/${path}`);
      await expectSound(looks, path, ready);
    };
    for (const stage of ['new', 'accepted', 'ready', 'ended'])
      await each(`?stage=${stage}`, `${BOARD} [data-stage=${stage}] [data-order]`);
    await each('?stage=way', BOARD);
    await each(`?order=${groupId}`, '[data-testid=order-panel] ol');
    await each('account', '#content h1');
    await each(`?order=${groupId}`, '[data-testid=order-panel] ol');
    for (const [key, dialog] of [
      ['x', 'rejecting'],
      ['?', 'shortcuts'],
      ['Control+k', 'finder'],
    ] as const) {
      for (const look of looks) await look.visitor.page.keyboard.press(key);
      await expectSound(looks, dialog, '[role=dialog]');
      for (const look of looks) await look.visitor.page.keyboard.press('Escape');
      for (const look of looks)
        await look.visitor.page.locator('[role=dialog]').waitFor({ state: 'detached' });
    }
    expect(driver.driverId).to.be.a('string');
  });
});
