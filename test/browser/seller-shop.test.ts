import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { enrolAuthenticator } from '../api/accounts/authenticator.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { makeAccount, signIn } from '../support/people.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

const IBAN = 'QA58 DOHB 0000 1234 5678 90AB CDEF G';

describe('a shop and its people in the seller console', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let admin: ApiClient;
  let applicant: Awaited<ReturnType<typeof makeAccount>>;
  let client: ApiClient;
  let page: Page;
  let looks: TwoLooks;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open({
      LIMIT_SIGN_IN_PER_15_MINUTES: '1000',
      LIMIT_REGISTRATION_PER_15_MINUTES: '1000',
    });
    admin = await world.admin();
    applicant = await makeAccount(world.service, ['BUYER']);
    client = await signIn(world.service, applicant);
    const desk = await open({ width: 1440, height: 900 });
    await desk.signIn('seller', applicant);
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    await phone.signIn('seller', applicant);
    page = desk.page;
    looks = [
      { name: 'in English', visitor: desk },
      { name: 'in Arabic, in the dark, on a phone', visitor: phone },
    ];
  });
  after(async () => {
    for (const each of opened) await each.close();
    await world?.close();
  });

  async function open(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
    const made = await newVisitor(world.service, options);
    opened.push(made);
    return made;
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = (name: string, text: string) => page.locator(`input[name=${name}]`).fill(text);
  /** The notice of an earlier save may still be shown: what counts is the service's response to this one. */
  const save = async (within: Pick<Page, 'getByRole'> = page) => {
    const answer = page.waitForResponse((each) => each.request().method() === 'PATCH');
    await within.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await answer).status()).to.equal(200);
    await page.getByText('Saved', { exact: true }).first().waitFor();
  };
  const factorPassed = (minutesAgo: number) =>
    world
      .database('sessions')
      .where({ account_id: applicant.accountId })
      .update({ mfa_at: new Date(Date.now() - minutesAgo * 60_000) });
  const seller = () => client.get<Schema<'Seller'>>('/seller');
  const picture = async (name: string) => {
    if (!process.env.SHOTS) return;
    for (const [at, { visitor }] of looks.entries())
      await visitor.page.screenshot({ path: `${process.env.SHOTS}/shop-${name}-${at}.png`, fullPage: true });
  };
  async function everywhere(path: string, ready: string): Promise<void> {
    for (const { visitor } of looks) await follow(visitor.page, `/seller${path}`);
    await expectSound(looks, path, ready);
    await picture(path.replaceAll('/', '-'));
  }

  async function apply(button: string): Promise<void> {
    await press(button);
    await press('Send the application');
    await page.getByText('Fill this in.').first().waitFor();
    for (const [name, text] of Object.entries({
      ...{ legalName: 'Corniche Trading W.L.L.', en: 'Corniche Trading', ar: 'الكورنيش للتجارة' },
      ...{ name: 'Main store', zone: '57', street: '33', building: '104', location: '48.85, 2.35' },
      phone: '4460 112',
    }))
      await fill(name, text);
    await press('Send the application');
    await page.getByText('Enter the 8 digits of a number in Qatar.').waitFor();
    await fill('phone', '4460 1122');
    await press('Send the application');
    // A place in Paris.
    await page.locator('input[name=location][aria-invalid=true]').waitFor();
    await fill('location', '25.1866, 51.4452');
    await press('Send the application');
    await page.getByText('Your application is being checked').waitFor();
  }

  it('is open to anyone who creates an account below the sign-in', async () => {
    const { page: stranger, open: visit } = await open({ width: 1280, height: 900 });
    await visit('/seller');
    const invitation = stranger.getByRole('region', { name: 'Do you want to sell here?' });
    await invitation.getByRole('button', { name: 'Create an account' }).click();
    await invitation.getByLabel('Name', { exact: true }).fill('Noora Al Kuwari');
    await invitation.getByLabel('E-mail').fill(`noora.${Date.now()}@shop.example.qa`);
    await invitation.locator('input[type=password]').fill('a-long-word-and-7-more');
    await invitation.getByRole('button', { name: 'Create an account' }).click();
    await stranger.getByRole('button', { name: 'Apply to sell' }).waitFor();
  });

  it('begins with an application, which is rejected with a reason, sent again and approved', async () => {
    await expectSound(looks, 'no shop', '[data-testid=closed]');
    await apply('Apply to sell');
    const { id } = await seller();
    await admin.post(`/admin/sellers/${id}/reject`, { reason: 'The registration has expired' });
    await page.reload();
    await page.getByText('The registration has expired').waitFor();
    await apply('Apply to sell');
    await admin.post(`/admin/sellers/${(await seller()).id}/approve`);
    for (const { visitor } of looks) await visitor.page.reload();
    await page.getByRole('heading', { name: 'No orders now' }).waitFor();
    // Until the first sale, the empty board shows what is still to be done.
    await page.getByTestId('set-up').getByRole('link', { name: 'A product' }).waitFor();
  });

  it('shows what is missing before the first sale', async () => {
    await everywhere('/shop', '[data-step=warehouse][data-done=true]');
    expect(await page.locator('[data-step][data-done=false]').count()).to.equal(4);
    await page.locator('[data-step=bank] a').click();
    await page.getByRole('heading', { name: 'Where payouts go' }).waitFor();
  });

  it('accepts a bank account only behind the second factor, and shows it masked', async () => {
    await everywhere('/shop/bank', 'input[name=iban]');
    await fill('iban', 'QA12');
    await fill('holder', 'Corniche Trading W.L.L.');
    await press('Use this account');
    await page.getByText('Enter an IBAN of a bank in Qatar').waitFor();
    await fill('iban', IBAN);
    await press('Use this account');
    await page.getByText('Set up a second factor first').waitFor();
    expect(await page.locator('input[name=iban]').inputValue(), 'kept').to.equal(IBAN);
    const { authenticator } = await enrolAuthenticator(client);
    await press('Use this account');
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(await authenticator.next());
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByTestId('bank-pending').getByText('DOHB ···· DEFG').waitFor();
    expect((await seller()).bankAccount.pending).to.include({ bankCode: 'DOHB' });
  });

  it('makes a key for a program, shows it once, and takes it away', async () => {
    await everywhere('/shop/integrations', 'h2');
    await press('Make a key');
    const dialog = page.getByRole('dialog');
    await fill('name', 'Till');
    await dialog.locator('textarea[name=from]').fill('203.0.113.0/28\n203.0.113.300');
    await dialog.getByText('count stock').click();
    await expectSound(looks.slice(0, 1), 'a key', '[role=dialog] input[name=name]');
    const make = () => dialog.getByRole('button', { name: 'Make a key' }).click();
    await make();
    await dialog.getByText('“203.0.113.300” is not an address or network.').waitFor();
    await dialog.locator('textarea[name=from]').fill('203.0.113.0/28');
    // Too long ago, another code is asked for over the dialog, which keeps what was typed when that is given up.
    await factorPassed(11);
    await make();
    await page.getByRole('button', { name: 'Confirm' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Confirm' }).waitFor({ state: 'detached' });
    expect(await page.locator('input[name=name]').inputValue()).to.equal('Till');
    await factorPassed(0);
    await make();
    const secret = await page.getByTestId('new-api-key').innerText();
    expect(secret).to.match(/^wasl_sk_[0-9A-Za-z]{46}$/);
    await expectSound(looks.slice(0, 1), 'a new key', '[data-testid=new-api-key]');
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    await page
      .locator('[data-key]')
      .getByText(/^Only from .*203\.0\.113\.0\/28/)
      .waitFor();
    expect(await page.content()).to.not.contain(secret);
    // The other look reads the list again only after a minute.
    for (const { visitor } of looks) await visitor.page.reload();
    await everywhere('/shop/integrations', '[data-key][data-status=ACTIVE]');
    await press('Revoke the key Till');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.locator('[data-key][data-status=REVOKED]').waitFor();
    const { data } = await client.get<Schema<'ApiKeyList'>>('/seller/api-keys');
    expect(data.map(({ status }) => status)).to.deep.equal(['REVOKED']);
  });

  it('keeps what was typed when someone else has changed the shop, and saves it the second time', async () => {
    await everywhere('/shop', 'input[name=phone]');
    await fill('phone', '5512 3456');
    const { version } = await seller();
    const displayName = { en: 'Corniche Goods', ar: 'بضائع الكورنيش' };
    await client.call('PATCH', '/seller', { body: { displayName }, version });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else changed this meanwhile').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name=en]')?.value === 'Corniche Goods',
    );
    await page.getByLabel('About the shop, in English').fill('From the sea.');
    await press('Save');
    await page.getByText('Fill this in.').waitFor();
    await page.getByLabel('About the shop, in Arabic').fill('من البحر.');
    await save();
    const description = { en: 'From the sea.', ar: 'من البحر.' };
    expect(await seller()).to.deep.include({ displayName, description, publicPhone: '+97455123456' });
    await page.locator('input[name=until]').fill('2031-01-05');
    await press('Go on vacation');
    await page.getByText(/until 5 Jan 2031, when the shop reopens automatically/).waitFor();
    expect((await seller()).vacationUntil).to.equal('2031-01-05');
    await page.getByRole('button', { name: 'Sell again' }).click();
    await page.getByRole('button', { name: 'Go on vacation' }).waitFor();
    expect((await seller()).onVacation).to.equal(false);
  });

  it('has opening hours, within which deadlines run', async () => {
    await everywhere('/shop/hours', '[data-day=friday]');
    await page.getByTestId('week-sum').filter({ hasText: '60 hours a week' }).waitFor();
    const friday = page.locator('[data-day=friday]');
    await friday.getByRole('button', { name: /^Add hours/ }).click();
    await friday.getByLabel('Friday: open until').fill('07:00');
    await friday.getByText('It must close after it opens.').waitFor();
    await press('Save');
    await page.getByText('Look at the days marked above.').waitFor();
    await friday.getByLabel('Friday: open from').fill('13:30');
    await friday.getByLabel('Friday: open until').fill('00:00');
    await page.getByTestId('week-sum').filter({ hasText: '70.5 hours a week' }).waitFor();
    await save();
    expect((await seller()).openingHours?.friday).to.deep.equal([{ from: '13:30', to: '24:00' }]);
  });

  it('has warehouses and shipping methods of its own', async () => {
    await everywhere('/shop/warehouses', '[data-warehouse]');
    await press('Edit Main store');
    await page.getByRole('dialog').locator('input[name=landmark]').fill('Gate 4');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-warehouse]').getByText('Gate 4').waitFor();
    await everywhere('/shop/shipping', 'h2');
    await page.getByText('Buyers are offered the marketplace’s ways of delivery').waitFor();
    await press('Add a way of delivery');
    for (const [name, text] of Object.entries({
      ...{
        en: 'Same evening',
        ar: 'نفس المساء',
        price: '35',
        minDays: '2',
        maxDays: '1',
        zones: '61, 66-69',
      },
    }))
      await fill(name, text);
    const dialog = page.getByRole('dialog');
    await expectSound(looks.slice(0, 1), 'a way of delivery', '[role=dialog] input[name=zones]');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Not before the first day.').waitFor();
    await fill('maxDays', '3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('[data-method]').getByText('Zones: 61, 66-69').waitFor();
    await page.getByText('They replace all of the marketplace’s').waitFor();
    const { data } = await client.get<Schema<'SellerShippingMethodList'>>('/seller/shipping-methods');
    expect(data[0]).to.deep.include({
      ...{ price: { amount: '35.00', currency: 'QAR' }, zoneNumbers: [61, 66, 67, 68, 69], offered: true },
    });
  });

  it('invites people by a link to pass on, changes their permissions, and removes them from the staff', async () => {
    const email = 'hamad@example.qa';
    await everywhere('/shop/staff', 'h2');
    await press('Invite a person');
    await fill('email', 'nobody');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Enter an e-mail address.').waitFor();
    await fill('email', email);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.locator('[data-invitation]').getByText(email).waitFor();
    await press(`Show the link for ${email}`);
    const link = (await page.getByTestId('invitation-link').textContent()) ?? '';
    expect(link).to.match(/invitation\?token=si_/);
    expect((await fetch(link)).status).to.equal(200);
    await page.keyboard.press('Escape');
    await press(`Take back the invitation of ${email}`);
    await page.locator('[data-invitation][data-status=REVOKED]').waitFor();
    const clerk = await makeAccount(world.service, ['BUYER', 'SELLER_STAFF']);
    await world.database('seller_staff').insert({
      ...{ account_id: clerk.accountId, seller_id: (await seller()).id, permissions: ['ORDERS'] },
    });
    const visitor = await open({ width: 1280 });
    await visitor.signIn('seller', clerk);
    await follow(visitor.page, '/seller/shop/shipping');
    await visitor.page.getByTestId('no-permission').waitFor();
    await follow(visitor.page, '/seller/shop');
    await visitor.page.getByText(/who owns the shop, can change this/).waitFor();
    await page.reload();
    await page.locator(`[data-member="${clerk.accountId}"]`).getByRole('button').click();
    await page.getByRole('dialog').getByText('Shipping').click();
    await save(page.getByRole('dialog'));
    await visitor.page.reload();
    await follow(visitor.page, '/seller/shop/shipping');
    await visitor.page.locator('[data-method]').waitFor();
    await page.locator(`[data-member="${clerk.accountId}"]`).getByRole('button').click();
    await page.getByRole('button', { name: 'Take from the staff' }).click();
    await page.getByText('sees nothing of the shop from then on').waitFor();
    await page.getByRole('button', { name: 'Take from the staff' }).click();
    await page.getByText('Only the owner').waitFor();
  });

  it('sells its first product, and shows no checklist any more once that is delivered', async () => {
    const { id: sellerId } = await seller();
    const { database } = world;
    const { id: categoryId } = await database('categories').first('id');
    const { product, offers } = await client.post<Schema<'ProductSheet'>>('/seller/product-sheets', {
      ...{ categoryId, active: true },
      title: { en: 'Lantern', ar: 'فانوس' },
      description: { en: 'Of brass.', ar: 'من النحاس.' },
      variants: [
        {
          ...{ sku: 'LANTERN-1', options: { size: 'S' } },
          optionTexts: { size: { name: { en: 'Size', ar: 'الحجم' }, value: { en: 'S', ar: 'صغير' } } },
          offer: { price: { amount: '90.00', currency: 'QAR' }, active: true, lowStockThreshold: null },
        },
      ],
    });
    const offer = { id: offers[0]?.id ?? '', variantId: product.variants[0]?.id ?? '' };
    await follow(page, '/seller/shop');
    await page.locator('[data-step=product][data-done=true]').waitFor();
    await page.locator('[data-step=sale][data-done=false]').waitFor();
    const warehouse = await database('warehouses').where({ seller_id: sellerId }).first('id');
    const order = await world.order({}, { sellerId, warehouseId: warehouse.id, offer });
    await follow(page, '/seller/');
    await page.locator('[data-stage=new] [data-order]').filter({ hasText: order.number }).click();
    for (const [key, status] of [
      ['a', 'ACCEPTED'],
      ['p', 'PACKED'],
      ['r', 'READY_FOR_PICKUP'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByTestId('order-panel').locator(`[data-status=${status}]`).waitFor();
    }
    const driver = await world.onDuty();
    await world.settle();
    const { id: taskId } = await database('delivery_tasks').where('group_id', order.groupId).first('id');
    await world.deliver(driver, { taskId, cashDue: order.cashDue });
    await follow(page, '/seller/shop');
    await page.getByRole('heading', { name: 'What buyers read' }).waitFor();
    await page.getByTestId('set-up').waitFor({ state: 'detached' });
  });
});
