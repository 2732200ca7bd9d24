import { expect } from 'chai';
import { bluePlateZone } from '../../../actors/geo/blue-plate-zones.ts';
import type { Schema } from '../../support/api-client.ts';
import { somebodyWaits } from '../../support/statements.ts';
import { Shop, WEST_BAY } from '../../worlds/shop.ts';

type Address = Schema<'Address'>;

const plate = { zoneNumber: 61, streetNumber: 836, buildingNumber: 12 };
const full = { contactName: 'Noora', phone: '+97455123456', ...plate, location: WEST_BAY };

describe('addresses', () => {
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop.close());

  it('are added, changed and removed', async () => {
    const { client } = await shop.buyer();
    const created = await client.call<Address>('POST', '/addresses', { body: { ...full, floor: '12' } });
    expect(created.status).to.equal(201);
    expect(created.body).to.deep.include({ ...full, floor: '12', unit: null, label: null });
    const path = `/addresses/${created.body.id}`;

    const changed = await client.patch<Address>(path, {
      floor: null,
      location: { latitude: 25.3, longitude: 51.5 },
    });
    expect(changed).to.deep.include({ ...plate, floor: null, location: { latitude: 25.3, longitude: 51.5 } });
    expect(changed.createdAt).to.equal(created.body.createdAt);

    expect((await client.call('DELETE', path)).status).to.equal(204);
    await client.refused(404, 'common.NOT_FOUND', 'DELETE', path);
    await client.refused(404, 'common.NOT_FOUND', 'PATCH', path, { body: { floor: '1' } });
    expect((await client.get<Schema<'AddressList'>>('/addresses')).data).to.deep.equal([]);
  });

  it('are not added again when a request is repeated after the address was removed', async () => {
    const { client } = await shop.buyer();
    const options = { body: full, key: 'home' };
    const { body } = await client.call<Address>('POST', '/addresses', options);
    await client.call('DELETE', `/addresses/${body.id}`);
    await client.refused(404, 'common.NOT_FOUND', 'POST', '/addresses', options);
    expect((await client.get<Schema<'AddressList'>>('/addresses')).data).to.deep.equal([]);
  });

  it('are listed page by page, newest first', async () => {
    const { client } = await shop.buyer();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.unshift((await client.post<Address>('/addresses', full)).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { data, page }: Schema<'AddressList'> = await client.get(`/addresses?limit=2${query}`);
      seen.push(...data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).to.deep.equal(ids);
    await client.refused(400, 'common.BAD_CURSOR', 'GET', '/addresses?cursor=abc');
  });

  it('are a hundred at most of one account; removing one makes room', async () => {
    const { client } = await shop.buyer();
    const first = await client.post<Address>('/addresses', full);
    for (let count = 1; count < 100; count += 1) await client.post('/addresses', full);
    await client.refused(409, 'common.CONFLICT', 'POST', '/addresses', { body: full });
    await client.call('DELETE', `/addresses/${first.id}`);
    await client.post('/addresses', full);
  });

  it('are a hundred at most, also when several are added at the same moment', async () => {
    const { client, accountId } = await shop.buyer();
    for (let count = 1; count < 100; count += 1) await client.post('/addresses', full);
    const add = () => client.call('POST', '/addresses', { body: full });
    // Addresses can be counted but not written, until all four have counted them or wait for their turn to.
    const adding = await shop.database.transaction(async (trx) => {
      await trx.raw('LOCK TABLE addresses IN SHARE MODE');
      const requests = [add(), add(), add(), add()];
      await somebodyWaits(shop.database, requests.length);
      // In an object, because a promise would be awaited before the commit.
      return { requests };
    });
    const answers = await Promise.all(adding.requests);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
    const kept = await shop.database('addresses').where({ account_id: accountId }).select('id');
    expect(kept).to.have.length(100);
  });

  it('are seen by their owner alone: another person’s gets the same 404 as a missing one', async () => {
    const [one, two] = [await shop.buyer(), await shop.buyer()];
    const { id } = await one.client.post<Address>('/addresses', full);
    for (const method of ['PATCH', 'DELETE']) {
      const options = method === 'PATCH' ? { body: { floor: '1' } } : {};
      const foreign = await two.client.refused(404, 'common.NOT_FOUND', method, `/addresses/${id}`, options);
      const missing = '/addresses/019c4690-d4bd-76aa-b66a-ebbaafceaaa7';
      const absent = await two.client.refused(404, 'common.NOT_FOUND', method, missing, options);
      expect(foreign.detail).to.equal(absent.detail);
    }
    const cursor = (await listTwo(one.client)).page.nextCursor;
    await two.client.refused(400, 'common.BAD_CURSOR', 'GET', `/addresses?cursor=${cursor}`);

    async function listTwo(client: typeof one.client) {
      await client.post('/addresses', full);
      return client.get<Schema<'AddressList'>>('/addresses?limit=1');
    }
  });

  it('tell the driver how to get in, need no pin, and one of them is suggested first', async () => {
    const buyer = await shop.buyer();
    const { client } = buyer;
    const { location: _, ...bare } = full;
    const instructions = { instructions: 'Ring twice', meetAtGate: true };
    const first = await client.post<Address>('/addresses', { ...bare, ...instructions });
    expect(first).to.deep.include({ ...instructions, pinned: false, isDefault: true });
    expect(first.location).to.deep.equal(bluePlateZone(61)?.middle);
    // A default pin moves with the zone; a pin that the buyer has set stays.
    const path = `/addresses/${first.id}`;
    const moved = await client.patch<Address>(path, { zoneNumber: 90 });
    expect([moved.location, moved.pinned]).to.deep.equal([bluePlateZone(90)?.middle, false]);
    const pinned = await client.patch<Address>(path, { location: WEST_BAY, zoneNumber: 61 });
    expect([pinned.location, pinned.pinned]).to.deep.equal([WEST_BAY, true]);
    expect((await client.patch<Address>(path, { zoneNumber: 90 })).location).to.deep.equal(WEST_BAY);
    const unknown = { ...bare, zoneNumber: 9 };
    const { errors } = await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/addresses', {
      body: unknown,
    });
    expect(errors[0]?.pointer).to.equal('/zoneNumber');

    const second = await client.post<Address>('/addresses', full);
    const defaults = async () => {
      const { data } = await client.get<Schema<'AddressList'>>('/addresses');
      return data.filter(({ isDefault }) => isDefault).map(({ id }) => id);
    };
    expect(await defaults()).to.deep.equal([second.id]);
    await client.patch(path, { isDefault: true });
    expect(await defaults()).to.deep.equal([first.id]);
    await client.call('DELETE', path);
    expect(await defaults()).to.deep.equal([second.id]);

    // The order stores the instructions for the driver.
    const seller = await shop.seller();
    const { id } = await shop.openCheckout(buyer, { [await shop.offer(seller)]: 1 });
    const chosen = await client.post<Address>('/addresses', { ...bare, ...instructions });
    const { address, codMaximum, expiresInSeconds, lines } = await client.patch<Schema<'Checkout'>>(
      `/checkouts/${id}`,
      { addressId: chosen.id },
    );
    expect(address).to.deep.include({ ...instructions, pinned: false });
    expect(codMaximum).to.deep.equal({ amount: '5000.00', currency: 'QAR' });
    expect(expiresInSeconds).to.be.within(890, 900);
    expect(lines[0]?.digital).to.equal(false);
  });

  it('are created once for one Idempotency-Key', async () => {
    const { client } = await shop.buyer();
    const first = await client.call<Address>('POST', '/addresses', { body: full, key: 'home' });
    const again = await client.call<Address>('POST', '/addresses', { body: full, key: 'home' });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await client.get<Schema<'AddressList'>>('/addresses')).data).to.have.length(1);
  });

  it('must be in Qatar', async () => {
    const { client } = await shop.buyer();
    const bodies = [
      { ...full, location: { latitude: 91, longitude: 51 } },
      { ...full, contactName: '  ' },
      { ...full, country: 'QA' },
    ];
    for (const body of bodies)
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/addresses', { body });
  });

  it('need a telephone number and a zone that exist in Qatar; the errors name which do not', async () => {
    const { client } = await shop.buyer();
    const { id } = await client.post<Address>('/addresses', {
      ...full,
      phone: '+97444123456',
      zoneNumber: 98,
    });
    const faults = async (method: string, path: string, body: object, language = 'en') => {
      const options = { body, headers: { 'Accept-Language': language } };
      return (await client.refused(422, 'common.VALIDATION_FAILED', method, path, options)).errors;
    };
    const only = async (pointer: string, body: object) => {
      for (const [method, path] of [['POST', '/addresses'] as const, ['PATCH', `/addresses/${id}`] as const])
        for (const fault of await faults(method, path, { ...full, ...body }))
          expect(fault.pointer).to.equal(pointer);
    };
    for (const phone of ['+9745512345', '+974551234567', '55123456', '+97400000000', '+97485123456'])
      await only('/phone', { phone });
    for (const zoneNumber of [0, 59, 87, 89, 99, 6.5]) await only('/zoneNumber', { zoneNumber });
    const [zone] = await faults('POST', '/addresses', { ...full, zoneNumber: 99 });
    expect(zone?.message).to.equal('must be the number of a zone in Qatar: 1 to 58, 60 to 86 or 90 to 98');
    const [phone] = await faults('POST', '/addresses', { ...full, phone: '+97400000000' }, 'ar');
    expect(phone?.message).to.match(/^يجب أن يكون رقمًا في قطر/);
  });

  it('stay valid if they were saved before numbers were checked', async () => {
    const buyer = await shop.buyer();
    const { id } = await buyer.client.post<Address>('/addresses', full);
    const old = { phone: '+97400000000', zone_number: 99 };
    await shop.database('addresses').where({ id }).update(old);
    const updated = await buyer.client.patch<Address>(`/addresses/${id}`, { floor: '2' });
    expect(updated).to.deep.include({ phone: old.phone, zoneNumber: old.zone_number, floor: '2' });
    const checkout = await shop.openCheckout(buyer, { [await shop.offer(await shop.seller())]: 1 });
    const chosen = await buyer.client.patch<Schema<'Checkout'>>(`/checkouts/${checkout.id}`, {
      addressId: id,
    });
    expect(chosen.address).to.deep.include({ phone: old.phone, zoneNumber: old.zone_number });
  });

  it('need a signed-in buyer', async () => {
    await shop.guest().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/addresses');
    const { client } = await shop.person('DISPATCHER');
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/addresses');
  });
});
