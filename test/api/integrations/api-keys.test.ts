import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { untilFound } from '../../../scripts/shared/waiting.ts';
import { newApiKey } from '../../../server/kernel/security/api-keys.ts';
import { ApiClient, type CallOptions, type Schema } from '../../support/api-client.ts';
import { freshAddress } from '../../support/service.ts';
import { type Person, Shop } from '../../worlds/shop.ts';

type NewKey = Schema<'NewApiKey'>;
type Keys = Schema<'ApiKeyList'>;

const PATH = '/seller/api-keys';
const WANTED = { name: 'Stock system', scopes: ['stock:read', 'stock:write'], expiresInDays: 30 };

describe('API keys', () => {
  let shop: Shop;
  let admin: Person;
  let seller: Awaited<ReturnType<Shop['seller']>>;

  before(async function () {
    this.timeout(60_000);
    shop = await Shop.open();
    admin = await shop.admin();
  });
  // Each test its own shop: keys of one are limited.
  beforeEach(async () => {
    seller = await shop.seller();
  });
  after(() => shop?.close());

  const make = (fields: object = {}, by: Person = seller.owner) =>
    by.client.post<NewKey>(PATH, { ...WANTED, ...fields });
  const makePlatform = (scopes: string[], by: Person = admin) =>
    by.client.post<NewKey>('/admin/api-keys', { name: 'Control room', scopes, expiresInDays: 1 });

  /** A client that has nothing but the key. */
  function machine({ key }: NewKey, address = freshAddress()): ApiClient {
    const client = new ApiClient(shop.service.url, address);
    client.token = key;
    return client;
  }
  const works = (client: ApiClient) => client.get<Schema<'StockLevelList'>>('/seller/stock');
  const ended = (client: ApiClient) => client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/seller/stock');
  const row = (id: string) => shop.database('api_keys').where({ id }).first();
  const listed = async (id: string) =>
    (await seller.owner.client.get<Keys>(PATH)).data.find((key) => key.id === id);

  describe('are made', () => {
    it('by the owner behind a fresh second factor, shown once, and stored as a keyed hash only', async () => {
      const made = await make({ addressRanges: ['203.0.113.0/28', '2001:db8::/48'] });
      expect(made.key).to.match(/^wasl_sk_[0-9A-Za-z]{46}$/);
      expect(made).to.deep.include({
        ...{ status: 'ACTIVE', name: 'Stock system', scopes: WANTED.scopes, hint: made.key.slice(0, 12) },
        ...{ sellerId: seller.sellerId, createdBy: seller.owner.accountId, usedAt: null, revokedAt: null },
        addressRanges: ['203.0.113.0/28', '2001:db8::/48'],
      });
      const stored = await row(made.id);
      expect(JSON.stringify(stored)).to.not.contain(made.key.slice(12));
      expect(stored.key_hash).to.deep.equal(shop.deps.secrets.hash('api-key', made.key));
      const { key: _, ...shown } = made;
      expect((await seller.owner.client.get<Keys>(PATH)).data).to.deep.equal([shown]);

      await shop
        .database('sessions')
        .where({ account_id: seller.owner.accountId })
        .update({ mfa_at: new Date(Date.now() - 11 * 60_000) });
      await seller.owner.client.refused(403, 'auth.MFA_REQUIRED', 'POST', PATH, { body: WANTED });
      // Taking a key away must be quick.
      expect((await seller.owner.client.call('DELETE', `${PATH}/${made.id}`)).status).to.equal(204);
    });

    it('by nobody else of the shop, not even with every permission, and by no key', async () => {
      const staff = await shop.person('SELLER_STAFF');
      const permissions = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'];
      await shop
        .database('seller_staff')
        .insert({ account_id: staff.accountId, seller_id: seller.sellerId, permissions });
      await staff.client.refused(403, 'auth.FORBIDDEN', 'POST', PATH, { body: WANTED });
      await staff.client.refused(403, 'auth.FORBIDDEN', 'GET', PATH);
      await machine(await make()).refused(403, 'auth.FORBIDDEN', 'POST', PATH, { body: WANTED });
    });

    it('only with scopes of their kind, and address ranges that are networks', async () => {
      const refused = (body: object, path = PATH, by = seller.owner) =>
        by.client.refused(422, 'common.VALIDATION_FAILED', 'POST', path, { body: { ...WANTED, ...body } });
      await refused({ scopes: ['tasks:read'] });
      await refused({ scopes: ['orders:read'] }, '/admin/api-keys', admin);
      await refused({ scopes: ['staff:write'] });
      await refused({ scopes: [] });
      await refused({ addressRanges: ['::ffff:203.0.113.0/120'] });
      await refused({ addressRanges: ['0.0.0.0/0'] });
      await refused({ expiresInDays: 0 });
      expect(await shop.database('api_keys').where({ seller_id: seller.sellerId })).to.deep.equal([]);
    });

    it('at most 20 for a shop that have not ended, also by requests at the same moment', async () => {
      await Promise.all(Array.from({ length: 19 }, () => make()));
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => seller.owner.client.call<NewKey>('POST', PATH, { body: WANTED })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
      const [first] = (await seller.owner.client.get<Keys>(PATH)).data;
      await seller.owner.client.delete(`${PATH}/${first?.id}`);
      await make();
      await seller.owner.client.refused(409, 'integrations.TOO_MANY_KEYS', 'POST', PATH, { body: WANTED });
    });
  });

  describe('act as the machine of their shop', () => {
    it('within their scopes, with the key as actor in the history of stock, the audit log and the log of refusals', async () => {
      const offerId = await shop.offer(seller);
      const made = await make();
      const client = machine(made);
      const counted = { offerId, warehouseId: seller.warehouseIds[0], onHand: 40, version: 1 };
      const options: CallOptions = { body: { reason: 'Weekly count', counts: [counted] }, key: 'count-1' };
      const first = await client.call<object>('POST', '/seller/stock-counts', options);
      expect(first.status, JSON.stringify(first.body)).to.be.below(300);
      expect((await shop.stock(offerId)).onHand).to.equal(40);
      // Idempotency keys belong to the key that sent them.
      const again = await client.call<object>('POST', '/seller/stock-counts', options);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      const other = await machine(await make()).call<object>('POST', '/seller/stock-counts', options);
      expect(other.headers.get('idempotent-replayed')).to.equal(null);

      const { data } = await client.get<Schema<'StockMovementList'>>('/seller/stock-movements?cause=COUNT');
      expect(JSON.stringify(data)).to.contain('Stock system');
      const movement = await shop.database('stock_movements').where({ cause: 'COUNT', account_id: made.id });
      expect(movement).to.have.lengthOf(1);

      await client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/order-groups');
      const refusal = await untilFound(async () => {
        const entries = await shop.database('audit_log').where({ account_id: made.id });
        return entries.find((entry) => entry.action === 'accessRefused') ?? null;
      });
      expect(refusal.subject_id).to.equal('listOrderGroups');
      expect(refusal.data).to.deep.equal({ code: 'auth.FORBIDDEN', apiKeyId: made.id });
      const creation = await shop
        .database('audit_log')
        .where({ subject_id: made.id, action: 'createApiKey' })
        .first();
      expect(creation.account_id).to.equal(seller.owner.accountId);
      expect(JSON.stringify(creation)).to.not.contain(made.key);
    });

    it('in an order group: the transition names the key', async () => {
      const offerId = await shop.offer(seller);
      await shop.order(await shop.buyer(), { [offerId]: 1 });
      await shop.settled();
      const made = await make({ scopes: ['orders:read', 'orders:write'] });
      const client = machine(made);
      const [group] = (await client.get<Schema<'OrderGroupList'>>('/seller/order-groups')).data;
      const accepted = await client.post<Schema<'OrderGroup'>>(`/seller/order-groups/${group?.id}/accept`);
      expect(accepted.status).to.equal('ACCEPTED');
      const transition = await shop
        .database('transitions')
        .where({ subject_id: group?.id, to_state: 'ACCEPTED' })
        .first();
      expect(transition).to.deep.include({ account_id: made.id, role: 'SELLER_STAFF' });
    });

    it('and see nothing of another shop: its ids are like missing ones, byte for byte', async () => {
      const other = await shop.seller();
      const offerId = await shop.offer(other);
      await shop.order(await shop.buyer(), { [offerId]: 1 });
      await shop.settled();
      const group = await shop.database('order_groups').where({ seller_id: other.sellerId }).first('id');
      const foreign = await make({}, other.owner);
      const all = [
        'orders:read',
        'orders:write',
        'catalogue:read',
        'catalogue:write',
        'stock:read',
        'stock:write',
        'shipping:read',
        'money:read',
      ];
      const client = machine(await make({ scopes: all }));
      const told = async (call: (id: string) => Promise<{ status: number; body: unknown }>, id: string) => {
        const { status, body } = await call(id);
        return JSON.stringify({ status, body }).replaceAll(
          /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g,
          'id',
        );
      };
      const warehouseId = other.warehouseIds[0] ?? '';
      const calls: [string, (id: string) => Promise<{ status: number; body: unknown }>][] = [
        [group.id, (id) => client.call('GET', `/seller/order-groups/${id}`)],
        [group.id, (id) => client.call('POST', `/seller/order-groups/${id}/accept`)],
        [group.id, (id) => client.call('GET', `/seller/money/groups/${id}`)],
        [
          offerId,
          (id) =>
            client.call('PATCH', `/seller/offers/${id}`, {
              body: { active: false },
              headers: { 'If-Match': '*' },
            }),
        ],
        [
          offerId,
          (id) =>
            client.call('PUT', `/seller/stock/${id}/${warehouseId}`, {
              body: { onHand: 1, reason: 'COUNT' },
              headers: { 'If-Match': '*' },
            }),
        ],
      ];
      for (const [id, call] of calls) {
        const expected = await told(call, randomUUID());
        expect(expected).to.contain('"status":404');
        expect(await told(call, id)).to.equal(expected);
      }
      const revoke = (id: string) => seller.owner.client.call('DELETE', `${PATH}/${id}`);
      expect(await told(revoke, foreign.id)).to.equal(await told(revoke, randomUUID()));
      expect(await works(machine(foreign))).to.be.an('object');
    });

    it('a scope for reading gives no right to write beside one for writing', async () => {
      const offerId = await shop.offer(seller);
      const client = machine(await make({ scopes: ['catalogue:write', 'stock:read'] }));
      await client.refused(403, 'auth.FORBIDDEN', 'POST', '/seller/stock-counts', {
        body: { counts: [{ offerId, warehouseId: seller.warehouseIds[0], onHand: 1, version: 1 }] },
      });
      expect((await shop.stock(offerId)).onHand).to.equal(25);
    });

    it('and as the platform’s in the scopes of the platform', async () => {
      const client = machine(await makePlatform(['tasks:read', 'alerts:read']));
      expect((await client.get<{ data: unknown[] }>('/dispatch/tasks')).data).to.deep.equal([]);
      expect((await client.get<{ data: unknown[] }>('/dispatch/alerts')).data).to.be.an('array');
      await client.refused(403, 'auth.FORBIDDEN', 'GET', '/dispatch/drivers');
      await client.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/accounts');
      await client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock');
    });
  });

  describe('are refused', () => {
    it('when they are unknown, mutilated or of another installation, also where anybody may call', async () => {
      const { key } = await make();
      for (const wrong of [
        newApiKey(),
        `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
        'wasl_sk_',
        `${key}x`,
        'wasl_sk_a.b.c',
      ]) {
        const client = shop.guest();
        client.token = wrong;
        await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/seller/stock');
        await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/categories');
        await client.refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/login', { body: {} });
      }
    });

    it('once they are revoked, at once in every process, and for good', async () => {
      const env = { REDIS_NAMESPACE: shop.deps.config.redisNamespace };
      const database = { url: shop.service.databaseUrl, drop: async () => undefined };
      const second = await Shop.open(env, { database });
      try {
        const made = await make();
        const elsewhere = new ApiClient(second.service.url, freshAddress());
        elsewhere.token = made.key;
        await works(elsewhere);
        await works(machine(made));
        await seller.owner.client.delete(`${PATH}/${made.id}`);
        await ended(elsewhere);
        await ended(machine(made));
        // Again: nothing changes, and nothing is recorded twice.
        await seller.owner.client.delete(`${PATH}/${made.id}`);
        const entries = await shop
          .database('audit_log')
          .where({ subject_id: made.id, action: 'revokeApiKey' });
        expect(entries).to.have.lengthOf(1);
        expect((await listed(made.id))?.status).to.equal('REVOKED');
        const undone = await shop
          .database('api_keys')
          .where({ id: made.id })
          .update({ revoked_at: null, revoked_by: null })
          .catch((error: { code: string }) => error.code);
        expect(undone).to.equal('23001');
      } finally {
        await second.close();
      }
    });

    it('once they are revoked, while requests run: each is answered as one that came before or after', async () => {
      const made = await make();
      const client = machine(made);
      const calls = Array.from({ length: 30 }, (_, place) =>
        place === 10
          ? seller.owner.client.call('DELETE', `${PATH}/${made.id}`)
          : client.call('GET', '/seller/stock'),
      );
      const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 204, 401].includes(status))).to.deep.equal([]);
      await ended(client);
    });

    it('after their expiry', async () => {
      const made = await make({ expiresInDays: 1 });
      await works(machine(made));
      await shop.database.raw('ALTER TABLE api_keys DISABLE TRIGGER api_keys_guard');
      await shop
        .database('api_keys')
        .where({ id: made.id })
        .update({ created_at: new Date(Date.now() - 90_000), expires_at: new Date(Date.now() - 1) });
      await shop.database.raw('ALTER TABLE api_keys ENABLE TRIGGER api_keys_guard');
      await ended(machine(made));
      expect((await listed(made.id))?.status).to.equal('EXPIRED');
    });

    it('from addresses outside their ranges, whatever a client claims', async () => {
      const made = await make({ addressRanges: ['203.0.113.0/28', '2001:db8:7::/48'] });
      await works(machine(made, '203.0.113.9'));
      await works(machine(made, '::ffff:203.0.113.9'));
      await works(machine(made, '2001:db8:7:1::5'));
      for (const outside of [
        '203.0.113.16',
        '::ffff:203.0.113.16',
        '2001:db8:8::5',
        '::203.0.113.9',
        'unknown',
      ])
        await machine(made, outside).refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock');
      // The nearest address that no trusted proxy has is the client's; what it forwards itself does not count.
      await machine(made, '203.0.113.9, 198.51.100.7').refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock');
      for (const header of ['Forwarded', 'X-Real-IP', 'X-Client-IP', 'CF-Connecting-IP', 'True-Client-IP']) {
        const claim = header === 'Forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
        await machine(made, '198.51.100.7').refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock', {
          headers: { [header]: claim },
        });
      }
      await machine(made, '198.51.100.7').refused(403, 'auth.FORBIDDEN', 'POST', '/auth/login', { body: {} });
    });

    it('from a forwarded address that no trusted proxy wrote', async () => {
      const database = { url: shop.service.databaseUrl, drop: async () => undefined };
      const bare = await Shop.open({ TRUSTED_PROXIES: '' }, { database });
      try {
        const made = await make({ addressRanges: ['203.0.113.0/28'] });
        const claiming = new ApiClient(bare.service.url, '203.0.113.9');
        claiming.token = made.key;
        await claiming.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock');
      } finally {
        await bare.close();
      }
    });

    it('when the person who was shown them may no longer make any, and work again if that changes', async () => {
      const made = await make();
      const client = machine(made);
      const { accountId } = seller.owner;
      const accounts = () => shop.database('accounts').where({ id: accountId });
      await accounts().update({ status: 'DISABLED' });
      await ended(client);
      await accounts().update({ status: 'ACTIVE' });
      await works(client);
      const role = { account_id: accountId, role: 'SELLER_OWNER' };
      await shop.database('account_roles').where(role).delete();
      await ended(client);
      await shop.database('account_roles').insert(role);
      await works(client);

      const second = await shop.buyer();
      await shop
        .database('account_roles')
        .insert({ account_id: second.accountId, role: 'ADMIN', granted_by: admin.accountId });
      const platform = await makePlatform(['alerts:read'], second);
      await machine(platform).get('/dispatch/alerts');
      await shop.database('account_roles').where({ account_id: second.accountId, role: 'ADMIN' }).delete();
      await machine(platform).refused(401, 'auth.UNAUTHENTICATED', 'GET', '/dispatch/alerts');
      const { data } = await admin.client.get<Keys>('/admin/api-keys');
      expect(data.find(({ id }) => id === platform.id)?.status).to.equal('BLOCKED');
    });

    it('when the shop closes; a suspended shop’s work within the rules for its people', async () => {
      const offerId = await shop.offer(seller);
      const made = await make({ scopes: ['stock:read', 'stock:write', 'catalogue:write'] });
      const client = machine(made);
      const become = (status: string) =>
        shop.database('sellers').where({ id: seller.sellerId }).update({ status });
      await become('SUSPENDED');
      await works(client);
      const edit: CallOptions = { body: { active: false }, headers: { 'If-Match': '*' } };
      await client.refused(409, 'seller.INVALID_STATE', 'PATCH', `/seller/offers/${offerId}`, edit);
      await become('CLOSED');
      await ended(client);
      expect(
        (await admin.client.get<Keys>(`/admin/api-keys?sellerId=${seller.sellerId}`)).data[0]?.status,
      ).to.equal('BLOCKED');
    });

    it('beyond their own budget, which no other key shares', async () => {
      const database = { url: shop.service.databaseUrl, drop: async () => undefined };
      const env = { LIMIT_KEY_READS_PER_MINUTE: '3', LIMIT_KEY_WRITES_PER_MINUTE: '1' };
      const limited = await Shop.open(env, { database });
      try {
        const [one, other] = [await make(), await make()];
        const at = ({ key }: NewKey) => {
          // From a new address each time: what is limited is the key.
          const client = new ApiClient(limited.service.url, freshAddress());
          client.token = key;
          return client;
        };
        for (let count = 0; count < 3; count += 1) await works(at(one));
        const refused = await at(one).call<Schema<'Problem'>>('GET', '/seller/stock');
        expect([refused.status, refused.body.code]).to.deep.equal([429, 'common.RATE_LIMITED']);
        expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
        await works(at(other));
        const write = () => at(one).call('POST', '/seller/stock-counts', { body: {} });
        expect((await write()).status).to.equal(422);
        expect((await write()).status).to.equal(429);
      } finally {
        await limited.close();
      }
    });
  });

  it('are revoked by an administrator, of a shop and of the platform', async () => {
    const made = await make();
    const client = machine(made);
    expect(
      (await admin.client.get<Keys>(`/admin/api-keys?sellerId=${seller.sellerId}`)).data,
    ).to.have.lengthOf(1);
    await admin.client.delete(`/admin/api-keys/${made.id}`);
    await ended(client);
    await admin.client.refused(404, 'common.NOT_FOUND', 'DELETE', `/admin/api-keys/${randomUUID()}`);
  });

  it('record their last use and its address, at most every ten minutes', async () => {
    const made = await make();
    const client = machine(made, '203.0.113.77');
    await works(client);
    const noted = await untilFound(async () => (await listed(made.id))?.usedAt ?? null);
    expect((await listed(made.id))?.usedFrom).to.equal('203.0.113.77');
    await works(machine(made, '203.0.113.78'));
    await works(machine(made, '203.0.113.79'));
    expect(await listed(made.id)).to.deep.include({ usedAt: noted, usedFrom: '203.0.113.77' });
  });

  it('do not record an attempt from an address outside their ranges as use', async () => {
    const made = await make({ addressRanges: ['203.0.113.0/28'] });
    await machine(made, '198.51.100.7').refused(403, 'auth.FORBIDDEN', 'GET', '/seller/stock');
    await works(machine(made, '203.0.113.9'));
    await untilFound(async () => (await listed(made.id))?.usedAt ?? null);
    expect((await listed(made.id))?.usedFrom).to.equal('203.0.113.9');
  });
});
