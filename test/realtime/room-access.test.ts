import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { RoomAccess } from '../../realtime/room-access.ts';
import { parseRoom, roomsOf } from '../../realtime/rooms.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { caller } from './live-fixture.ts';

describe('rooms', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let access: RoomAccess;
  const buyer = caller({ roles: ['BUYER'] });
  const [orderId, zoneId] = [randomUUID(), randomUUID()];

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 2 });
    access = new RoomAccess(database);
    await database.transaction(async (trx) => {
      // Only the order matters here, not the checkout and account that it came from.
      await trx.raw('SET LOCAL session_replication_role = replica');
      await trx('orders').insert({
        id: orderId,
        number: 'W-1',
        checkout_id: randomUUID(),
        account_id: buyer.accountId,
        status: 'PENDING',
        address: '{}',
        payment_method: 'COD',
        goods_total: '1.00',
        shipping_total: '0.00',
        total: '1.00',
        placed_at: new Date(),
        actor_version: 1,
      });
    });
    const box = { min_lng: 0, min_lat: 0, max_lng: 1, max_lat: 1 };
    const zone = { id: zoneId, name_en: 'Z', name_ar: 'م', geometry: '{}', area_m2: 1, ...box };
    await database('delivery_zones').insert(zone);
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const cast = {
    buyer,
    stranger: caller({ roles: ['BUYER'] }),
    seller: caller({ roles: ['SELLER_OWNER'], sellerId: randomUUID() }),
    driver: caller({ roles: ['DRIVER'], driverId: randomUUID() }),
    dispatcher: caller({ roles: ['DISPATCHER'] }),
    admin: caller({ roles: ['ADMIN'], mfa: true }),
    unprovenAdmin: caller({ roles: ['ADMIN'] }),
  };

  for (const [what, room, allowed] of [
    ["an order's", `order:${orderId}`, ['buyer', 'dispatcher', 'admin']],
    ["an unknown order's", `order:${randomUUID()}`, []],
    ["a zone's", `zone:${zoneId}`, ['dispatcher', 'admin']],
    ["an unknown zone's", `zone:${randomUUID()}`, []],
    ["an account's", `account:${buyer.accountId}`, []],
    ['the dispatchers’', 'dispatch', []],
    ['no', 'order:1', []],
  ] as const) {
    it(`let ${allowed.length === 0 ? 'no role' : allowed.join(', ')} join ${what} room`, async () => {
      const checks = Object.entries(cast).map(async ([name, who]) =>
        (await access.maySee(who, room)) ? [name] : [],
      );
      expect((await Promise.all(checks)).flat()).to.deep.equal([...allowed]);
    });
  }

  it('are checked by the thousand with few statements, one at a time, which leaves the connections to others', async () => {
    let answered = 0;
    /** For each statement, how many checks had their answer when it was sent. */
    const answeredBefore: number[] = [];
    const note = () => {
      answeredBefore.push(answered);
    };
    database.on('query', note);
    try {
      const checks = Array.from({ length: 2_048 }, async () => {
        expect(await access.maySee(cast.stranger, `order:${randomUUID()}`)).to.equal(false);
        answered += 1;
      });
      await Promise.all(checks);
    } finally {
      database.off('query', note);
    }
    // 256 checks each, and each only once the one before has been answered.
    expect(answeredBefore).to.deep.equal(Array.from({ length: 8 }, (_, index) => 256 * index));
  });

  it('follow from the account', () => {
    const of = (who: keyof typeof cast) => [...roomsOf(cast[who])];
    expect(of('buyer')).to.deep.equal([`account:${buyer.accountId}`]);
    expect(of('seller')).to.deep.equal([
      `account:${cast.seller.accountId}`,
      `seller:${cast.seller.sellerId}`,
    ]);
    expect(of('driver')).to.deep.equal([
      `account:${cast.driver.accountId}`,
      `driver:${cast.driver.driverId}`,
    ]);
    expect(of('dispatcher')).to.deep.equal([`account:${cast.dispatcher.accountId}`, 'dispatch']);
    expect(of('admin')).to.deep.equal([`account:${cast.admin.accountId}`, 'dispatch']);
    expect(() => of('unprovenAdmin'))
      .to.throw()
      .with.property('code', 'auth.MFA_REQUIRED');
  });

  it('have unique names', () => {
    expect(parseRoom('dispatch')).to.deep.equal({ kind: 'dispatch', id: null });
    expect(parseRoom(`zone:${zoneId}`)).to.deep.equal({ kind: 'zone', id: zoneId });
    const misnomers = [
      '',
      'dispatch:1',
      `dispatch:${zoneId}`,
      `Zone:${zoneId}`,
      `zone:${zoneId} `,
      `x:${zoneId}`,
      'zone:',
    ];
    for (const name of misnomers) expect(parseRoom(name), name).to.equal(null);
  });
});
