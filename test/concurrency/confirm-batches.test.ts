import { expect } from 'chai';
import { MAX_GROUPS } from '../../actors/order/state.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { readOrphans } from '../../db/stores/reference-store.ts';
import type { Transaction } from '../../db/transaction.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { toWaslError } from '../../server/kernel/http/problem.ts';
import type { Confirmation } from '../../server/marketplace/checkout/confirm-checkout.ts';
import { Confirmations, type Confirmed } from '../../server/marketplace/checkout/confirmations.ts';
import { countLevels } from '../../server/marketplace/inventory/count-levels.ts';
import { statementsOf } from '../support/statements.ts';
import { writesDuring } from '../support/writes.ts';
import { type Person, Shop } from '../worlds/shop.ts';

type Seller = Awaited<ReturnType<Shop['seller']>>;

describe('checkouts confirmed together', () => {
  let shop: Shop;
  let seller: Seller;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
    expect(await readOrphans(shop.database)).to.deep.equal([]);
  });

  interface Ready {
    buyer: Person;
    checkoutId: string;
  }

  const offerOf = (of: Seller, stock = 1000) => shop.offer(of, { stock: { [of.warehouseIds[0]!]: stock } });

  /** Buyers, each with a complete checkout of these units. */
  async function ready(count: number, lines: (index: number) => Record<string, number>): Promise<Ready[]> {
    const all: Ready[] = [];
    const make = async (index: number) => {
      const buyer = await shop.buyer();
      const { id: checkoutId } = await shop.readyCheckout(buyer, lines(index));
      all[index] = { buyer, checkoutId };
    };
    for (let from = 0; from < count; from += 8)
      await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, next) => make(from + next)));
    return all;
  }

  async function wish({ buyer, checkoutId }: Ready, key?: string): Promise<Confirmation> {
    const { accountId } = buyer;
    const principal = `account:${accountId}`;
    const idempotency = key === undefined ? null : { principal, key, requestHash: Buffer.from(checkoutId) };
    return {
      ...{ checkoutId, principal: { accountId, role: 'BUYER' }, expectedTotal: null, locale: 'en' },
      origin: { requestId: 'test', ip: null, idempotency },
      settings: await shop.deps.settings.values(),
    };
  }

  /** Confirmations as in a separate process. `between` runs after a batch has read and before it writes. */
  function confirmations(
    between: (trx: Transaction) => Promise<void> = async () => undefined,
    database: Database = shop.database,
  ): Confirmations {
    const { actors, clock, ids, serviceArea } = shop.deps;
    const prepareToCreate = async (trx: Transaction) => {
      await actors.prepareToCreate(trx);
      // Behind everything that the batch reads.
      await trx.query({ text: 'SELECT 1' }, []);
      await between(trx);
    };
    const delayed = new Proxy(actors, {
      get: (target, name) => {
        if (name === 'prepareToCreate') return prepareToCreate;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return new Confirmations({ database, actors: delayed, clock, ids, serviceArea });
  }

  /** For each: the code it was refused with, `placed`, or `repeated`. */
  async function verdicts(of: Confirmations, wishes: readonly Confirmation[]): Promise<string[]> {
    const settled = await Promise.allSettled(wishes.map((each) => of.confirm(each)));
    return settled.map((each) => {
      if (each.status === 'rejected') return toWaslError(each.reason).code;
      return each.value.placed === null ? 'repeated' : 'placed';
    });
  }

  const ordersOf = async (all: readonly Ready[]) =>
    shop.database('orders').whereIn(
      'checkout_id',
      all.map(({ checkoutId }) => checkoutId),
    );

  async function countDown(offerId: string, onHand: number): Promise<void> {
    const level = { offerId, warehouseId: seller.warehouseIds[0]!, onHand, version: null };
    const counting = {
      accountId: seller.owner.accountId,
      reason: null,
      importId: null,
      skipUnchanged: false,
    };
    await inTransaction(shop.database, async (trx) => {
      await countLevels(trx, shop.deps, [level], counting);
    });
  }

  /** The number of batches, seen by their statements that copy lines into orders. */
  const batchesDuring = async (work: () => Promise<unknown>) =>
    (await statementsOf(shop.database, work)).filter((sql) => sql.includes('INSERT INTO order_lines')).length;

  it('get a result each: 64 at once, of which some are refused and the others placed', async () => {
    const offerId = await offerOf(seller);
    const [dear, gone] = [await offerOf(seller), await offerOf(seller)];
    const all = await ready(61, (index) => {
      if (index === 0) return { [offerId]: 1, [dear]: 1 };
      return index === 1 ? { [offerId]: 1, [gone]: 1 } : { [offerId]: 2 };
    });
    await shop.database('offers').where({ id: dear }).update({ price: '46.00' });
    await countDown(gone, 0);
    const of = confirmations();
    const repeated = await of.confirm(await wish(all[2]!, 'key'));
    const wishes = await Promise.all(all.map((each, index) => wish(each, index === 2 ? 'key' : undefined)));
    const foreign = { ...wishes[5]!, principal: wishes[6]!.principal };
    const missing = { ...wishes[7]!, checkoutId: seller.sellerId };
    const mismatch = await wish(all[2]!, 'key');
    if (mismatch.origin.idempotency !== null)
      mismatch.origin.idempotency.requestHash = Buffer.from('another');
    let found: string[] = [];
    const batches = await batchesDuring(async () => {
      found = await verdicts(of, [...wishes, foreign, missing, mismatch]);
    });
    const expected = wishes.map(() => 'placed');
    expected.splice(0, 3, 'checkout.PRICE_CHANGED', 'checkout.ITEM_UNAVAILABLE', 'repeated');
    expect(found).to.deep.equal([
      ...expected,
      'common.NOT_FOUND',
      'common.NOT_FOUND',
      'idempotency.MISMATCH',
    ]);
    expect(batches, 'all that were placed, in one statement').to.equal(1);
    const orders = await ordersOf(all);
    expect(orders).to.have.length(59);
    expect(new Set(orders.map(({ number }) => number)).size).to.equal(59);
    expect(orders.map(({ id }) => id)).to.include(repeated.orderId);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 1000 - 2 * 59, reserved: 2 });
  });

  it('are one order when one checkout is confirmed 50 times', async () => {
    const offerId = await offerOf(seller);
    const [only] = (await ready(1, () => ({ [offerId]: 1 }))) as [Ready];
    const [one, other] = [confirmations(), confirmations()];
    const responses = await Promise.all(Array.from({ length: 50 }, () => wish(only)));
    const answers: Confirmed[] = await Promise.all(
      responses.map((each, index) => (index % 2 === 0 ? one : other).confirm(each)),
    );
    expect(new Set(answers.map(({ orderId }) => orderId)).size).to.equal(1);
    expect(answers.filter(({ placed }) => placed !== null)).to.have.length(1);
    expect(await ordersOf([only])).to.have.length(1);
  });

  it('by two processes with one key are one order', async () => {
    const offerId = await offerOf(seller);
    const [only] = (await ready(1, () => ({ [offerId]: 1 }))) as [Ready];
    const other = confirmations();
    let second = null as Promise<string[]> | null;
    const one = confirmations(async () => {
      second ??= verdicts(other, [await wish(only, 'key')]);
    });
    expect(await verdicts(one, [await wish(only, 'key')])).to.deep.equal(['placed']);
    expect((await second)?.[0]).to.be.oneOf(['repeated', 'idempotency.IN_PROGRESS']);
    expect(await ordersOf([only])).to.have.length(1);
  });

  it('sell the same stock in any order without a deadlock', async () => {
    const offers = await Promise.all(Array.from({ length: 6 }, () => offerOf(seller)));
    const all = await ready(48, (index) => {
      const lines = offers.map((offerId) => [offerId, 1] as const);
      return Object.fromEntries(index % 2 === 0 ? lines : lines.reverse());
    });
    const processes = Array.from({ length: 4 }, () => confirmations());
    const found = await Promise.all(
      all.map(async (each, index) => verdicts(processes[index % 4]!, [await wish(each)])),
    );
    expect(new Set(found.flat())).to.deep.equal(new Set(['placed']));
    const { rows } = await shop.database.raw(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(Number(rows[0].deadlocks)).to.equal(0);
    for (const offerId of offers) {
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 952, reserved: 0 });
      const level = await shop.database('stock_levels').where({ offer_id: offerId }).first('version');
      expect(level.version, 'each sale is a change of the level').to.equal(49);
    }
  });

  it('are placed even if a count takes away what one of them had reserved between reading and writing', async () => {
    const [offerId, counted] = [await offerOf(seller), await offerOf(seller)];
    const all = await ready(6, (index) => (index === 3 ? { [counted]: 1 } : { [offerId]: 1 }));
    let tries = 0;
    const of = confirmations(async () => {
      tries += 1;
      if (tries === 1) await countDown(counted, 0);
    });
    const wishes = await Promise.all(all.map((each) => wish(each)));
    const expected = wishes.map((_, index) => (index === 3 ? 'checkout.ITEM_UNAVAILABLE' : 'placed'));
    expect(await verdicts(of, wishes)).to.deep.equal(expected);
    expect(tries, 'the batch was tried again').to.equal(2);
    expect(await shop.stock(counted)).to.deep.equal({ onHand: 0, reserved: 0 });
  });

  it('do not wait for one whose cart or checkout another transaction has locked', async () => {
    const offerId = await offerOf(seller);
    const all = await ready(6, () => ({ [offerId]: 1 }));
    const wishes = await Promise.all(all.map((each) => wish(each)));
    const of = confirmations();
    const rest = [1, 2, 3, 4];
    const held = await inTransaction(shop.database, async (trx) => {
      const { accountId } = all[0]!.buyer;
      const cart = { text: 'SELECT 1 FROM carts WHERE account_id = $1 FOR UPDATE' };
      const checkout = { text: 'SELECT 1 FROM checkouts WHERE id = $1 FOR UPDATE' };
      await Promise.all([trx.query(cart, [accountId]), trx.query(checkout, [all[5]!.checkoutId])]);
      const waiting = [of.confirm(wishes[0]!), of.confirm(wishes[5]!)];
      const others = rest.map((index) => of.confirm(wishes[index]!));
      expect((await Promise.all(others)).map(({ placed }) => placed !== null)).to.deep.equal(
        rest.map(() => true),
      );
      expect(await ordersOf(all), 'the two still wait').to.have.length(4);
      return waiting;
    });
    expect((await Promise.all(held)).map(({ placed }) => placed !== null)).to.deep.equal([true, true]);
  });

  it('all fail when PostgreSQL ends their transaction before it writes, and leave nothing behind', async () => {
    const offerId = await offerOf(seller);
    const all = await ready(8, () => ({ [offerId]: 1 }));
    const wishes = await Promise.all(all.map((each, index) => wish(each, `key ${index}`)));
    const of = confirmations(async (trx) => {
      const { rows } = await trx.query({ text: 'SELECT pg_backend_pid() AS pid' }, []);
      const [{ pid }] = rows as [{ pid: number }];
      await shop.database.raw('SELECT pg_terminate_backend(?)', [pid]);
    });
    expect(new Set(await verdicts(of, wishes))).to.deep.equal(new Set(['common.UNAVAILABLE']));
    expect(await ordersOf(all)).to.deep.equal([]);
    expect(await verdicts(confirmations(), wishes)).to.deep.equal(wishes.map(() => 'placed'));
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 992, reserved: 0 });
  });

  it('take two round trips, whatever the number of sellers and orders', async () => {
    const sellers = await Promise.all(Array.from({ length: MAX_GROUPS }, () => shop.seller()));
    const offers = await Promise.all(sellers.map((each) => offerOf(each)));
    const one = openDatabase(shop.service.databaseUrl, { name: 'test', max: 1 });
    try {
      const { actors, clock, ids, serviceArea } = shop.deps;
      const of = new Confirmations({ database: one, actors, clock, ids, serviceArea });
      const roundTrips = async (count: number, lines: Record<string, number>) => {
        const all = await ready(count, () => lines);
        const wishes = await Promise.all(all.map((each, index) => wish(each, `key ${index}`)));
        let found: string[] = [];
        const writes = await writesDuring(one, async () => {
          found = await verdicts(of, wishes);
        });
        expect(new Set(found)).to.deep.equal(new Set(['placed']));
        return writes;
      };
      // Each connection prepares its statements once.
      await roundTrips(1, { [offers[0]!]: 1 });
      expect(await roundTrips(1, { [offers[0]!]: 1 })).to.equal(2);
      expect(await roundTrips(1, Object.fromEntries(offers.map((offerId) => [offerId, 2])))).to.equal(2);
      expect(await roundTrips(16, { [offers[0]!]: 1, [offers[1]!]: 1 })).to.equal(2);
    } finally {
      await one.destroy();
    }
  });

  it('refer only to existing rows: the check notices when they do not', async () => {
    const offerId = await offerOf(seller);
    const [order] = await ready(1, () => ({ [offerId]: 1 }));
    await confirmations().confirm(await wish(order!));
    const [{ id }] = await ordersOf([order!]);
    const line = () => shop.database('order_lines').where({ order_id: id });
    await line().update({ offer_id: seller.sellerId });
    expect(await readOrphans(shop.database)).to.deep.equal([
      { table: 'order_lines', column: 'offer_id', parent: 'offers', rows: 1 },
    ]);
    await line().update({ offer_id: offerId });
  });
});
