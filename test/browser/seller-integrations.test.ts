import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ensureConsoles } from '../../scripts/bootstrap/bootstrap.mjs';
import { startWebhooks } from '../../server/integrations/webhooks/webhooks.ts';
import type { ApiClient, Schema } from '../support/api-client.ts';
import { makeAccount, signIn } from '../support/people.ts';
import { answers, Receiver } from '../webhooks/receiver.ts';
import { DeliveryWorld } from '../worlds/delivery-world.ts';
import { START_TIMEOUT_MS } from './support/console-service.ts';
import { expectSound, follow, type TwoLooks } from './support/two-looks.ts';
import { newVisitor, type Visitor } from './support/visitor.ts';

describe('integrations in the seller console', function () {
  this.timeout(240_000);
  let world: DeliveryWorld;
  let sender: { close(): Promise<void> };
  let server: Receiver;
  let client: ApiClient;
  let page: Page;
  let looks: TwoLooks;
  const opened: Visitor[] = [];

  before(async function () {
    this.timeout(START_TIMEOUT_MS);
    await ensureConsoles();
    world = await DeliveryWorld.open({ TEST_REACHES_LOOPBACK: '1', LIMIT_SIGN_IN_PER_15_MINUTES: '1000' });
    sender = startWebhooks(world.service.inside.deps);
    server = await Receiver.open();
    const admin = await world.admin();
    const owner = await makeAccount(world.service, ['BUYER']);
    client = await signIn(world.service, owner);
    const warehouse = {
      ...{ name: 'Main store', phone: '+97444123456', zoneNumber: 57, streetNumber: 33, buildingNumber: 104 },
      location: { latitude: 25.1866, longitude: 51.4452 },
    };
    const displayName = { en: 'Corniche Trading', ar: 'الكورنيش للتجارة' };
    const application = { legalName: 'Corniche Trading W.L.L.', displayName, warehouse };
    const { id } = await client.post<Schema<'Seller'>>('/seller/applications', application);
    await admin.post(`/admin/sellers/${id}/approve`);
    const desk = await open({ width: 1440, height: 900 });
    await desk.signIn('seller', owner);
    const phone = await open({ locale: 'ar', theme: 'dark', width: 360, height: 740 });
    await phone.signIn('seller', owner);
    page = desk.page;
    looks = [
      { name: 'in English', visitor: desk },
      { name: 'in Arabic, in the dark, on a phone', visitor: phone },
    ];
  });
  after(async () => {
    for (const each of opened) await each.close();
    await sender?.close();
    await server?.close();
    await world?.close();
  });

  async function open(options: Parameters<typeof newVisitor>[1]): Promise<Visitor> {
    const made = await newVisitor(world.service, options);
    opened.push(made);
    return made;
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  async function everywhere(path: string, ready: string): Promise<void> {
    for (const { visitor } of looks) await follow(visitor.page, `/seller${path}`);
    await expectSound(looks, path, ready);
    if (!process.env.SHOTS) return;
    for (const [at, { visitor }] of looks.entries())
      await visitor.page.screenshot({
        ...{
          path: `${process.env.SHOTS}/integrations${path.length > 25 ? '-sent' : ''}-${at}.png`,
          fullPage: true,
        },
      });
  }

  it('add a webhook, whose secret is shown once', async () => {
    await everywhere('/shop/integrations', '[data-testid=integrations] h2');
    await press('Add a webhook');
    await dialog().locator('input[name=url]').fill('https://10.0.0.8/hooks');
    await dialog().getByRole('button', { name: 'Add a webhook' }).click();
    await dialog().getByText('The service does not send there.', { exact: false }).waitFor();
    await dialog().locator('input[name=url]').fill(server.url);
    await dialog().locator('input[name=description]').fill('Our ERP');
    await dialog().getByText('Payouts', { exact: true }).click();
    await expectSound(looks.slice(0, 1), 'a webhook', '[role=dialog] input[name=url]');
    await dialog().getByRole('button', { name: 'Add a webhook' }).click();
    const secret = await page.getByTestId('webhook-secret').textContent();
    expect(secret).to.match(/^whsec_/);
    await page.keyboard.press('Escape');
    await page.locator('[data-webhook]').getByText('Our ERP').waitFor();
    expect(await page.content()).to.not.contain(secret);
    const { data } = await client.get<Schema<'WebhookList'>>('/seller/webhooks');
    expect(data[0]?.kinds).to.have.length(7).and.not.to.include('payout.created');
    // The other look reads the list again only after a minute.
    for (const { visitor } of looks) await visitor.page.reload();
    await everywhere('/shop/integrations', '[data-webhook]');
  });

  it('send a test, show how it was answered, and send it again', async () => {
    const { data } = await client.get<Schema<'WebhookList'>>('/seller/webhooks');
    server.does = answers(500, {}, 'the database is full');
    await page.getByRole('link', { name: 'What was sent to Our ERP' }).click();
    await press('Send a test');
    await page.locator('[data-delivery]').getByText('Answered 500', { exact: false }).waitFor();
    await page.locator('[data-delivery]').getByText('Failed', { exact: true }).waitFor();
    await everywhere(`/shop/integrations/webhooks/${data[0]?.id}`, '[data-delivery]');
    server.does = answers(200);
    await press('Details of Test');
    await dialog().getByText('the database is full').waitFor();
    await expectSound(looks.slice(0, 1), 'a delivery', '[role=dialog] pre');
    await dialog().getByRole('button', { name: 'Send again' }).click();
    await dialog().getByText('Answered 200', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-delivery]').getByText('Delivered', { exact: true }).waitFor();
    expect(new Set(server.ids).size).to.equal(1);
  });

  it('replace the secret, pause, switch on and remove a webhook, by keyboard', async () => {
    await follow(page, '/seller/shop/integrations');
    await page.getByRole('button', { name: 'Edit Our ERP' }).press('Enter');
    await dialog().getByRole('button', { name: 'Replace the secret' }).press('Enter');
    await dialog().getByText('both sign').waitFor();
    await dialog().getByRole('button', { name: 'Replace the secret' }).press('Enter');
    await page.getByTestId('webhook-secret').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('A former secret signs until', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Edit Our ERP' }).press('Enter');
    await dialog().getByRole('button', { name: 'Pause' }).press('Enter');
    await page.getByText('Paused: what happens is kept for it').waitFor();
    await page.getByRole('button', { name: 'Edit Our ERP' }).press('Enter');
    await dialog().getByRole('button', { name: 'Switch on' }).press('Enter');
    await page.locator('[data-webhook]').getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit Our ERP' }).press('Enter');
    await dialog().getByRole('button', { name: 'Remove' }).press('Enter');
    await dialog().getByText('not even what waits').waitFor();
    await dialog().getByRole('button', { name: 'Remove' }).press('Enter');
    await page.getByText('No webhooks yet').waitFor();
  });
});
