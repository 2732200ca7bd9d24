import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { INSIDE, INSIDE_NAMES, OTHER_FAULTS } from '../../support/inside-addresses.ts';
import { makeAccount, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ShopPeople, tally } from '../../worlds/shop-people.ts';

type Webhook = Schema<'Webhook'>;
type NewWebhook = Schema<'NewWebhook'>;

const PATH = '/seller/webhooks';
const KINDS = ['order.placed', 'stock.low'];
let places = 0;
const freshUrl = () => {
  places += 1;
  return `https://erp${places}.souq.qa/hooks`;
};

describe("a shop's webhooks", () => {
  let service: TestService;
  let people: ShopPeople;
  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_WRITE_PER_MINUTE: '100000' } });
    people = await ShopPeople.meet(service);
  });
  after(() => service?.stop());

  const create = (client: ApiClient, url = freshUrl(), key?: string) =>
    client.post<NewWebhook>(
      PATH,
      { url, description: 'ERP', kinds: KINDS },
      key === undefined ? {} : { key },
    );

  it('are made with a secret that is shown once, stored sealed, and never read again', async () => {
    const { client, accountId } = await people.shop();
    const { webhook, secret } = await create(client);
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).to.deep.include({
      description: 'ERP',
      kinds: KINDS,
      status: 'ACTIVE',
      pending: 0,
      version: 1,
    });
    const { database } = people;
    const key = (secret ?? '').slice('whsec_'.length);
    const shown = JSON.stringify([
      await client.get(PATH),
      await client.get(`${PATH}/${webhook.id}`),
      await client.patch(`${PATH}/${webhook.id}`, { description: 'Till' }, { version: 1 }),
      ...(await Promise.all(
        ['audit_log', 'idempotency_keys', 'webhook_endpoints'].map((table) => database(table)),
      )),
    ]);
    expect(shown).to.not.contain(key);
    const { sealed } = await database('webhook_secrets').where({ endpoint_id: webhook.id }).first();
    expect(sealed.includes(Buffer.from(key)) || sealed.includes(Buffer.from(key, 'base64'))).to.equal(false);
    const audit = await people.audit(webhook.id);
    expect(audit.map(({ action, account_id: by }) => [action, by])).to.deep.equal([
      ['createWebhook', accountId],
      ['updateWebhook', accountId],
    ]);
  });

  it('are made once for an Idempotency-Key, with the same secret, also if both come at once', async () => {
    const { client } = await people.shop();
    const url = freshUrl();
    const first = await create(client, url, 'hook-1');
    expect(await create(client, url, 'hook-1')).to.deep.equal(first);
    const both = await Promise.all(
      [0, 1].map(() =>
        client.call('POST', PATH, {
          key: 'hook-2',
          body: { url: freshUrl(), kinds: KINDS },
        }),
      ),
    );
    // The bodies differ in their address, so one is a mismatch, or finds the other running.
    expect(both.filter(({ status }) => status === 201)).to.have.length(1);
  });

  it('belong to the owner: staff with every permission may not see them, another shop’s do not exist', async () => {
    const { client, seller } = await people.shop();
    const { webhook } = await create(client);
    const staff = await makeAccount(service, ['SELLER_STAFF']);
    const permissions = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'];
    await people
      .database('seller_staff')
      .insert({ account_id: staff.accountId, seller_id: seller.id, permissions });
    await (await signIn(service, staff)).refused(403, 'auth.FORBIDDEN', 'GET', PATH);
    const { client: other } = await people.shop();
    const at = `${PATH}/${webhook.id}`;
    const missing = `${PATH}/019c4691-0000-7000-8000-000000000000`;
    const since = { since: new Date().toISOString() };
    for (const place of [at, missing]) {
      await other.refused(404, 'common.NOT_FOUND', 'GET', place);
      await other.refused(404, 'common.NOT_FOUND', 'PATCH', place, {
        body: { status: 'PAUSED' },
        version: 1,
      });
      await other.refused(404, 'common.NOT_FOUND', 'DELETE', place, { version: 1 });
      await other.refused(404, 'common.NOT_FOUND', 'POST', `${place}/rotate-secret`, {
        body: { formerHours: 0 },
      });
      await other.refused(404, 'common.NOT_FOUND', 'POST', `${place}/test`);
      await other.refused(404, 'common.NOT_FOUND', 'POST', `${place}/replay`, { body: since });
      await other.refused(404, 'common.NOT_FOUND', 'GET', `${place}/deliveries`);
      await other.refused(404, 'common.NOT_FOUND', 'GET', `${place}/deliveries/${webhook.id}`);
      await other.refused(404, 'common.NOT_FOUND', 'POST', `${place}/deliveries/${webhook.id}/replay`);
    }
    await people.admin.refused(404, 'common.NOT_FOUND', 'GET', `/admin/webhooks/${webhook.id}`);
  });

  it('lead to no address inside, however it is written', async () => {
    const { client } = await people.shop();
    const evasions = [...INSIDE, ...INSIDE_NAMES, ...OTHER_FAULTS.map(([url]) => url)];
    expect(evasions.length).to.be.at.least(60);
    const { webhook } = await create(client);
    for (const url of evasions) {
      const body = { url, kinds: KINDS };
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', PATH, { body });
      await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', `${PATH}/${webhook.id}`, {
        ...{ body: { url }, version: 1 },
      });
    }
    expect((await client.get<Webhook>(`${PATH}/${webhook.id}`)).url).to.equal(webhook.url);
  });

  it('take kinds of the shop alone, an address once, and are five at most, also when made at once', async () => {
    const { client } = await people.shop();
    const url = freshUrl();
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', PATH, {
      body: { url, kinds: ['task.created'] },
    });
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', PATH, { body: { url, kinds: [] } });
    await create(client, url);
    await client.refused(409, 'common.CONFLICT', 'POST', PATH, {
      body: { url: `${url}#again`, kinds: KINDS },
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.call('POST', PATH, { body: { url: freshUrl(), kinds: KINDS } })),
    );
    expect(tally(answers)).to.deep.equal({ '201': 4, '409 common.CONFLICT': 4 });
  });

  it('are changed, paused and removed against the version that was read', async () => {
    const { client } = await people.shop();
    const { webhook } = await create(client);
    const at = `${PATH}/${webhook.id}`;
    await client.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', at, { body: { status: 'PAUSED' } });
    const paused = await client.patch<Webhook>(
      at,
      { status: 'PAUSED', kinds: ['order.placed'] },
      { version: 1 },
    );
    expect(paused).to.deep.include({ status: 'PAUSED', kinds: ['order.placed'], version: 2 });
    await client.refused(412, 'common.PRECONDITION_FAILED', 'DELETE', at, { version: 1 });
    expect((await client.call('DELETE', at, { version: 2 })).status).to.equal(204);
    await client.refused(404, 'common.NOT_FOUND', 'GET', at);
    expect(await people.database('webhook_secrets').where({ endpoint_id: webhook.id })).to.deep.equal([]);
  });

  it('get another secret beside the former ones, four at most, or at once', async () => {
    const { client } = await people.shop();
    const { webhook, secret } = await create(client);
    const rotate = (formerHours: number) =>
      client.call<NewWebhook>('POST', `${PATH}/${webhook.id}/rotate-secret`, { body: { formerHours } });
    const second = await rotate(24);
    expect(second.body.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    expect(second.body.webhook.formerSecretUntil).to.not.equal(null);
    expect((await rotate(24)).status).to.equal(200);
    expect((await rotate(24)).status).to.equal(200);
    expect((await rotate(24)).status, 'a fifth').to.equal(409);
    await people
      .database('webhook_secrets')
      .whereNotNull('ends_at')
      .update({ ends_at: new Date(0) });
    const last = await rotate(0);
    expect(last.body.webhook.formerSecretUntil).to.equal(null);
    expect(await people.database('webhook_secrets').where({ endpoint_id: webhook.id })).to.have.length(1);
  });

  it('show a test among what is sent, which waits for a worker', async () => {
    const { client } = await people.shop();
    const { webhook } = await create(client);
    const at = `${PATH}/${webhook.id}`;
    const { messageId } = await client.post<Schema<'WebhookTest'>>(`${at}/test`);
    const { data } = await client.get<Schema<'WebhookDeliveryList'>>(`${at}/deliveries?status=PENDING`);
    expect(data.map(({ kind, messageId: id }) => [kind, id])).to.deep.equal([['webhook.test', messageId]]);
    const delivery = await client.get<Schema<'WebhookDelivery'>>(`${at}/deliveries/${messageId}`);
    expect(JSON.parse(delivery.body)).to.deep.include({
      type: 'webhook.test',
      data: { endpointId: webhook.id },
    });
    expect(delivery.tried).to.deep.equal([]);
  });

  it('of the platform are for administrators, with kinds of their own', async () => {
    const { client } = await people.shop();
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/webhooks');
    const body = { url: freshUrl(), kinds: ['task.created', 'alert.raised'] };
    const { webhook } = await people.admin.post<NewWebhook>('/admin/webhooks', body);
    expect((await people.admin.get<Schema<'WebhookList'>>('/admin/webhooks')).data).to.deep.equal([webhook]);
    await people.admin.refused(422, 'common.VALIDATION_FAILED', 'POST', '/admin/webhooks', {
      body: { url: freshUrl(), kinds: ['order.placed'] },
    });
    await client.refused(404, 'common.NOT_FOUND', 'GET', `${PATH}/${webhook.id}`);
  });
});
