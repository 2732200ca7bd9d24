import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { mirrored, pdfText } from '../support/pdf-text.ts';
import { makeAccount, type SignIn } from '../support/people.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { signInOf } from './support/driver-phone.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const COOLED = 72 * 3_600_000;
const ACCOUNT = { iban: 'QA58DOHB00001234567890ABCDEFG', accountHolder: 'Souq Waqif Sweets W.L.L.' };

describe('a seller’s money', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let admin: ApiClient;
  let driver: OnDuty;
  let owner: SignIn;
  let visitor: Visitor;
  let page: Page;
  let looks: TwoLooks;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open();
    admin = await world.admin();
    driver = await world.onDuty({ cashLimit: '20000.00' });
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    owner = await signInOf(world, owner_account_id);
    visitor = await open();
    page = visitor.page;
    await visitor.signIn('seller', owner);
    await page.keyboard.press('5');
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    await phone.signIn('seller', owner);
    await phone.open('/seller/money');
    looks = [
      { name: 'in English', visitor },
      { name: 'in Arabic, in the dark, on a phone', visitor: phone },
    ];
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
  });

  async function open(options: Parameters<typeof newVisitor>[1] = {}): Promise<Visitor> {
    const made = await newVisitor(world.service, options);
    opened.push(made);
    return made;
  }

  /** Waits until the sums of the page are these, without a reload. */
  async function sums(amounts: { [state: string]: string }): Promise<void> {
    for (const [state, amount] of Object.entries(amounts))
      await page.locator(`[data-sum=${state}] [data-amount="${amount}"]`).waitFor();
  }

  const picture = async (name: string) => {
    if (!process.env.SHOTS) return;
    for (const [at, { visitor: each }] of looks.entries())
      await each.page.screenshot({ path: `${process.env.SHOTS}/money-${name}-${at}.png`, fullPage: true });
  };

  async function everywhere(path: string, ready: string, what: string): Promise<void> {
    for (const { visitor: each } of looks) await follow(each.page, `/seller${path}`);
    await expectSound(looks, what, ready);
    await picture(what.replaceAll(' ', '-'));
  }

  async function downloaded(name: string): Promise<{ name: string; bytes: Buffer }> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  }

  it('is followed from a placed order to the bank, live, each step with what comes next', async () => {
    await sums({ EXPECTED: '0.00', AWAITING_CASH: '0.00', PAYABLE: '0.00', PAID: '0.00' });
    await page.getByText('No orders here').waitFor();
    await expectSound(looks, 'no orders yet', '[data-obstacle=BANK_ACCOUNT]');
    await picture('empty');
    await page.locator('[data-obstacle=SECOND_FACTOR]').waitFor();

    const order = await world.ready();
    await sums({ EXPECTED: '81.00', AWAITING_CASH: '0.00' });
    await page.locator(`[data-group="${order.groupId}"][data-state=EXPECTED]`).getByRole('link').click();
    const opened = page.getByTestId('money-order');
    await opened.getByText('Waits for the delivery').waitFor();
    await opened.getByTestId('sum-up').getByText('10% of the goods').waitFor();
    const { cash } = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(cash.onHand.amount).to.equal('0.00');

    await world.deliver(driver, order);
    await opened.getByText('Waits for the driver to hand in the cash, since').waitFor();
    await world.dispatcher.post('/dispatch/cash/settlements', {
      driverId: driver.driverId,
      counted: { amount: order.cashDue, currency: 'QAR' },
    });
    await opened.getByText('Waits for a bank account.').waitFor();
    await expectSound(looks.slice(0, 1), 'an order that is payable', '[data-testid=money-order]');
    await page.getByRole('link', { name: 'All orders' }).click();
    await sums({ EXPECTED: '0.00', AWAITING_CASH: '0.00', PAYABLE: '81.00' });

    const { id: sellerId, version } = await world.seller.get<Schema<'Seller'>>('/seller');
    await world.seller.put('/seller/bank-account', ACCOUNT, { version });
    const { owner_account_id } = await world.database('sellers').first('owner_account_id');
    await world.database('mfa_factors').insert({
      ...{ account_id: owner_account_id, secret: Buffer.from('sealed'), confirmed_at: new Date() },
    });
    world.service.clock.advance(COOLED);
    await admin.post('/admin/payouts', { sellerId, bankReference: 'FT26060123456' });
    await sums({ PAYABLE: '0.00', PAID: '81.00' });
    await page.getByTestId('goes-to').getByText('account ending in DEFG').waitFor();

    await page.locator(`[data-group="${order.groupId}"][data-state=PAID]`).getByRole('link').click();
    await opened.getByText('Paid on').waitFor();
    await opened.getByRole('link', { name: /^P-/ }).click();
    const payout = page.getByTestId('payout');
    await payout.getByText('FT26060123456').waitFor();
    await payout.getByText('DOHB, account ending in DEFG').waitFor();
    expect(await page.content()).not.to.contain(ACCOUNT.iban);
    const number = (await payout.getByRole('heading', { level: 2 }).innerText()).replace('Payout ', '');
    const table = await downloaded('Download CSV');
    expect(table.name).to.equal(`${number}.csv`);
    expect(table.bytes.toString()).to.contain(order.number).and.to.contain('FT26060123456');
    const paper = await downloaded('Download PDF');
    expect(paper.name).to.equal(`${number}.pdf`);
    const text = pdfText(paper.bytes);
    expect(text).to.contain(number).and.to.contain(order.number).and.to.contain(mirrored('البائع'));
  });

  it('is filtered by state, number and day, and explains what earns nothing', async () => {
    const rejected = await world.order();
    await world.seller.post(`/seller/order-groups/${rejected.groupId}/reject`, { reason: 'Out of stock' });
    const waiting = await world.order();
    await page.getByRole('link', { name: 'Orders' }).last().click();
    await page.locator(`[data-group="${waiting.groupId}"]`).waitFor();
    await page.getByRole('button', { name: /^Paid/ }).click();
    await page.locator(`[data-group="${waiting.groupId}"]`).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).to.equal('?state=PAID');
    await page.locator('[data-group][data-state=PAID]').waitFor();
    expect(await page.locator('[data-group]').count()).to.equal(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Order number').fill('no such');
    await page.getByText('Letters, digits and hyphens only').waitFor();
    await page.getByLabel('Order number').fill(rejected.number.slice(-5));
    await page.locator(`[data-group="${waiting.groupId}"]`).waitFor({ state: 'detached' });
    await page.locator(`[data-group="${rejected.groupId}"][data-state=NOTHING]`).getByRole('link').click();
    const opened = page.getByTestId('money-order');
    await opened.getByText('You rejected it on').waitFor();
    await opened.getByText('Reason: Out of stock').waitFor();
    await everywhere('/money', '[data-group]', 'all orders');
    await everywhere(`/money/orders/${waiting.groupId}`, '[data-testid=sum-up]', 'an order');
    await everywhere(`/money/orders/${rejected.groupId}`, '[data-state=NOTHING]', 'a rejected order');
    await everywhere('/money/payouts', '[data-payout]', 'payouts');
    await page.locator('[data-payout]').getByRole('link').click();
    const path = new URL(page.url()).pathname.replace('/seller', '');
    await everywhere(path, '[data-testid=payout]', 'a payout');
    await everywhere('/money/statements', '[data-month]', 'months');
    await page.locator('[data-month]').getByRole('link').click();
    const month = new URL(page.url()).pathname.replace('/seller', '');
    await everywhere(month, '[data-testid=statement]', 'a statement');
    const paper = await downloaded('Download PDF');
    expect(paper.name).to.match(/^statement-20\d\d-\d\d\.pdf$/);
    expect(pdfText(paper.bytes)).to.contain(mirrored('كشف'));
    // From the board's panel to the money of the same order.
    await follow(page, `/seller/?order=${waiting.groupId}`);
    await page.getByRole('link', { name: 'What this money waits for' }).click();
    await opened.getByText(waiting.number).waitFor();
  });

  it('is hidden from other shops, and needs the permission', async () => {
    await everywhere('/money/payouts/019c4690-d4bd-76aa-b66a-ebbaafceaaa7', 'h2', 'no such payout');
    const clerk = await makeAccount(world.service, ['BUYER', 'SELLER_STAFF']);
    const { id: seller_id } = await world.database('sellers').first('id');
    const row = { account_id: clerk.accountId, seller_id };
    await world.database('seller_staff').insert({ ...row, permissions: ['ORDERS'] });
    const other = await open();
    await other.signIn('seller', clerk);
    await other.open('/seller/money');
    await other.page.getByTestId('no-permission').getByText('“Statements and payouts”').waitFor();
    // The permission for money alone gives no access to the live room; the page still loads.
    await world
      .database('seller_staff')
      .where(row)
      .update({ permissions: ['FINANCE'] });
    await world.database('mfa_factors').delete();
    await other.page.reload();
    await other.page.locator('[data-obstacle=SECOND_FACTOR]').waitFor();
    await other.page.getByText('who owns the shop, can do this').waitFor();
    expect(await other.page.getByRole('link', { name: 'Set up the second factor' }).count()).to.equal(0);
  });
});
