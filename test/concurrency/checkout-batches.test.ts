import { expect } from 'chai';
import { WaslError } from '../../actors/errors.ts';
import { attemptTwice } from '../../db/attempt-twice.ts';
import { BatchedCommand, type CommandSteps, inSteps } from '../../db/batched-command.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { IdempotencyKey } from '../../server/kernel/http/operation.ts';
import type { CheckoutParts } from '../../server/marketplace/checkout/checkout-store.ts';
import { expireDueCheckouts } from '../../server/marketplace/checkout/end-checkouts.ts';
import { type OpenedCheckout, openCheckoutSteps } from '../../server/marketplace/checkout/open-checkout.ts';
import { updateCheckoutSteps } from '../../server/marketplace/checkout/update-checkout.ts';
import { countLevels } from '../../server/marketplace/inventory/count-levels.ts';
import { type Checkout, type Person, Shop } from '../worlds/shop.ts';

const HOUR_MS = 3_600_000;

/** What happens between the reading and the writing of a batch, and how the requests are answered that it affects. */
describe('checkouts in batches', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const stocked = (units: number) => shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: units } });

  async function buyerOf(lines: Record<string, number>): Promise<Person> {
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, lines);
    return buyer;
  }

  /** A command as another process would run it, with something done after the first reading. */
  function interrupted<Call, Facts, Plan, Answer>(
    steps: CommandSteps<Call, Facts, Plan, Answer>,
    keyOf: (call: Call) => string,
    between: () => Promise<unknown>,
  ): BatchedCommand<Call, Answer> {
    let reads = 0;
    const read: typeof steps.read = async (...given) => {
      const facts = await steps.read(...given);
      reads += 1;
      if (reads === 1) await between();
      return facts;
    };
    return new BatchedCommand(shop.database, inSteps({ ...steps, read }), keyOf);
  }

  const opening = (between: () => Promise<unknown> = async () => {}) =>
    interrupted(openCheckoutSteps(shop.deps), ({ accountId }) => accountId, between);

  async function callOf({ accountId }: Person, idempotency: IdempotencyKey | null = null) {
    return { accountId, locale: 'en' as const, idempotency, settings: await shop.deps.settings.values() };
  }

  function idOf(opened: OpenedCheckout): string {
    if (!('parts' in opened)) throw new Error('an earlier request was repeated');
    return opened.parts.checkout.id;
  }

  const outcome = (answer: Promise<unknown>) =>
    answer.then(
      () => 'done',
      (error: unknown) => (error instanceof WaslError ? error.code : 'failed'),
    );

  const statusOf = async (checkoutId: string): Promise<string> =>
    (await shop.database('checkouts').where({ id: checkoutId }).first('status')).status;

  function count(offerId: string, onHand: number) {
    const level = { offerId, warehouseId: seller.warehouseIds[0]!, onHand, version: null };
    const { accountId } = seller.owner;
    const counting = { accountId, reason: null, importId: null, skipUnchanged: false };
    return inTransaction(shop.database, (trx) => countLevels(trx, shop.deps, [level], counting));
  }

  it('give the last unit to one of two, and refuse the other', async () => {
    const [offerId, plenty] = [await stocked(1), await stocked(9)];
    const buyers = [
      await buyerOf({ [offerId]: 1, [plenty]: 2 }),
      await buyerOf({ [plenty]: 2, [offerId]: 1 }),
      await buyerOf({ [plenty]: 3 }),
    ];
    const open = opening();
    const calls = await Promise.all(buyers.map((buyer) => callOf(buyer)));
    const outcomes = await Promise.all(calls.map((call) => outcome(open.run(call))));
    expect(outcomes).to.deep.equal(['done', 'checkout.ITEM_UNAVAILABLE', 'done']);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 1, reserved: 1 });
    expect(await shop.stock(plenty)).to.deep.equal({ onHand: 9, reserved: 5 });
  });

  it('refuse all that come too late for the last units together, without a lock for each', async () => {
    const offerId = await stocked(4);
    const buyers = await Promise.all(Array.from({ length: 12 }, () => buyerOf({ [offerId]: 1 })));
    const steps = openCheckoutSteps(shop.deps);
    const locked: boolean[] = [];
    const read: typeof steps.read = (executor, calls, options) => {
      locked.push(options.lock);
      return steps.read(executor, calls, options);
    };
    const attempt = attemptTwice(inSteps({ ...steps, read }));
    const open = new BatchedCommand(shop.database, attempt, ({ accountId }) => accountId);
    const calls = await Promise.all(buyers.map((buyer) => callOf(buyer)));
    const outcomes = await Promise.all(calls.map((call) => outcome(open.run(call))));
    expect(outcomes.filter((each) => each === 'done')).to.have.length(4);
    expect(outcomes.filter((each) => each === 'checkout.ITEM_UNAVAILABLE')).to.have.length(8);
    expect(locked).to.deep.equal([false, false]);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 4, reserved: 4 });
  });

  it('write an opening completely or not at all, whichever of its levels lacks units', async () => {
    const [scarce, plenty] = [await stocked(3), await stocked(9)];
    const both = await Promise.all([2, 2].map((quantity) => buyerOf({ [plenty]: 1, [scarce]: quantity })));
    const steps = openCheckoutSteps(shop.deps);
    const calls = await Promise.all(both.map((buyer) => callOf(buyer)));
    const [first, second] = await inSteps(steps)(shop.database, calls, { lock: false });
    expect(first).to.have.property('answer');
    expect(second).to.equal(null);
    expect(await shop.stock(plenty)).to.deep.equal({ onHand: 9, reserved: 1 });
    const left = await shop.database('checkouts').where({ account_id: both[1]!.accountId });
    expect(left).to.deep.equal([]);
  });

  it('of one buyer in two processes at once leave one open, the later one', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 3 });
    const call = await callOf(buyer);
    let first = '';
    const second = await opening(async () => {
      first = idOf(await opening().run(call));
    }).run(call);
    expect(await statusOf(first)).to.equal('CANCELLED');
    expect(await statusOf(idOf(second))).to.equal('OPEN');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 3 });
  });

  it('of one buyer with one key in two processes at once are one checkout', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 1 });
    const key = { principal: `account:${buyer.accountId}`, key: 'open', requestHash: Buffer.from('one') };
    const call = await callOf(buyer, key);
    let first = '';
    const second = await opening(async () => {
      first = idOf(await opening().run(call));
    }).run(call);
    expect(second).to.deep.include({
      repeated: { status: 201, reference: { checkoutId: first }, replayed: true },
    });
    const other = await callOf(buyer, { ...key, requestHash: Buffer.from('two') });
    expect(await outcome(opening().run(other))).to.equal('idempotency.MISMATCH');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 1 });
  });

  it('whose key another operation has used meanwhile open nothing', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 1 });
    const key = { principal: `account:${buyer.accountId}`, key: 'used', requestHash: Buffer.from('one') };
    const usedKey = { principal: key.principal, key: key.key, request_hash: Buffer.from('two'), status: 200 };
    const keep = () => shop.database('idempotency_keys').insert({ ...usedKey, reference: {} });
    const answer = outcome(opening(keep).run(await callOf(buyer, key)));
    expect(await answer).to.equal('idempotency.MISMATCH');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 0 });
  });

  it('copy the cart as it is when it changes meanwhile', async () => {
    const [one, two] = [await stocked(5), await stocked(5)];
    const buyer = await buyerOf({ [one]: 1 });
    const opened = await opening(() => shop.fillCart(buyer, { [two]: 2 })).run(await callOf(buyer));
    const { lines } = await buyer.client.get<Checkout>(`/checkouts/${idOf(opened)}`);
    expect(lines.map(({ offerId, quantity }) => [offerId, quantity])).to.deep.equal([
      [one, 1],
      [two, 2],
    ]);
  });

  it('show the price that was read; once it has changed, the buyer must accept the new one', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 1 });
    const edit = () => shop.database('offers').where({ id: offerId }).update({ price: '46.00' });
    const id = idOf(await opening(edit).run(await callOf(buyer)));
    const { totals } = await shop.complete(buyer, id);
    expect(totals.goods.amount).to.equal('45.00');
    await buyer.client.refused(409, 'checkout.PRICE_CHANGED', 'POST', `/checkouts/${id}/confirm`);
  });

  it('are not confirmed when an offer was switched off meanwhile', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 1 });
    const edit = () => shop.database('offers').where({ id: offerId }).update({ active: false });
    const id = idOf(await opening(edit).run(await callOf(buyer)));
    await shop.complete(buyer, id);
    await buyer.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', `/checkouts/${id}/confirm`);
  });

  it('are refused when a count leaves too little meanwhile, and the others of the batch are not', async () => {
    const [counted, plenty] = [await stocked(5), await stocked(5)];
    const buyers = [await buyerOf({ [counted]: 3 }), await buyerOf({ [plenty]: 1 })];
    const open = opening(() => count(counted, 2));
    const calls = await Promise.all(buyers.map((buyer) => callOf(buyer)));
    const outcomes = await Promise.all(calls.map((call) => outcome(open.run(call))));
    expect(outcomes).to.deep.equal(['checkout.ITEM_UNAVAILABLE', 'done']);
    expect(await shop.stock(counted)).to.deep.equal({ onHand: 2, reserved: 0 });
  });

  it('cannot confirm units that a count took from the checkout meanwhile, which stays open', async () => {
    const offerId = await stocked(5);
    const buyer = await buyerOf({ [offerId]: 4 });
    const former = await buyer.client.post<Checkout>('/checkouts');
    const answer = outcome(opening(() => count(offerId, 2)).run(await callOf(buyer)));
    expect(await answer).to.equal('checkout.ITEM_UNAVAILABLE');
    expect(await statusOf(former.id)).to.equal('OPEN');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 2, reserved: 0 });
  });

  it('replace an open one and use its reservations, while others in the batch cannot', async () => {
    const [offerId, other] = [await stocked(5), await stocked(5)];
    const [buyer, late] = [await buyerOf({ [offerId]: 5, [other]: 2 }), await buyerOf({ [offerId]: 1 })];
    const former = await buyer.client.post<Checkout>('/checkouts');
    const { items } = await buyer.client.get<{ items: { id: string; offerId: string }[] }>('/cart');
    await buyer.client.delete(`/cart/items/${items.find((item) => item.offerId === other)?.id}`);
    const open = opening();
    const calls = await Promise.all([buyer, late].map((each) => callOf(each)));
    const outcomes = await Promise.all(calls.map((call) => outcome(open.run(call))));
    expect(outcomes).to.deep.equal(['done', 'checkout.ITEM_UNAVAILABLE']);
    expect(await statusOf(former.id)).to.equal('CANCELLED');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 5 });
    expect(await shop.stock(other)).to.deep.equal({ onHand: 5, reserved: 0 });
  });

  it('leave an open one alone that was confirmed meanwhile', async () => {
    const offerId = await stocked(5);
    const buyer = await shop.buyer();
    const { id } = await shop.readyCheckout(buyer, { [offerId]: 2 });
    const confirm = () => buyer.client.post(`/checkouts/${id}/confirm`);
    const answer = outcome(opening(confirm).run(await callOf(buyer)));
    expect(await answer).to.equal('checkout.CART_EMPTY');
    expect(await statusOf(id)).to.equal('CONFIRMED');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 3, reserved: 0 });
  });

  it('are not affected by one among them that PostgreSQL refuses', async () => {
    const offerId = await stocked(9);
    const buyers = await Promise.all([1, 2, 3].map((quantity) => buyerOf({ [offerId]: quantity })));
    const calls = await Promise.all(buyers.map((buyer) => callOf(buyer)));
    // No text in PostgreSQL can contain a zero byte.
    calls[1]!.idempotency = { principal: 'account:x', key: 'a\0b', requestHash: Buffer.from('one') };
    const open = opening();
    const outcomes = await Promise.all(calls.map((call) => outcome(open.run(call))));
    expect(outcomes).to.deep.equal(['done', 'failed', 'done']);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 9, reserved: 4 });
  });

  describe('changed', () => {
    const changing = (between: () => Promise<unknown>) =>
      interrupted(
        updateCheckoutSteps({ ...shop.deps, serviceArea: { contains: () => true } as never }),
        ({ checkoutId }) => checkoutId,
        between,
      );

    async function change(
      { accountId }: Person,
      checkoutId: string,
      choices: object,
      between: () => Promise<unknown>,
    ): Promise<CheckoutParts> {
      const settings = await shop.deps.settings.values();
      const call = { checkoutId, accountId, locale: 'en' as const, choices, settings };
      return changing(between).run(call);
    }

    async function ready() {
      const offerId = await stocked(5);
      const buyer = await shop.buyer();
      const { id } = await shop.readyCheckout(buyer, { [offerId]: 1 });
      return { offerId, buyer, id };
    }

    it('while they are confirmed stay as they were sold', async () => {
      const { buyer, id } = await ready();
      const addressId = await shop.address(buyer, { unit: '7' });
      const confirm = () => buyer.client.post(`/checkouts/${id}/confirm`);
      expect(await outcome(change(buyer, id, { addressId }, confirm))).to.equal('checkout.INVALID_STATE');
      expect((await buyer.client.get<Checkout>(`/checkouts/${id}`)).address?.unit).to.equal(null);
    });

    it('while they expire are refused as expired', async () => {
      const { buyer, id, offerId } = await ready();
      const later = { ...shop.deps, clock: { now: () => new Date(Date.now() + HOUR_MS) } };
      const expire = () => expireDueCheckouts(later, 100);
      const answer = outcome(change(buyer, id, { paymentMethod: 'COD' }, expire));
      expect(await answer).to.equal('checkout.EXPIRED');
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 0 });
    });

    it('while they are changed otherwise keep both changes', async () => {
      const { buyer, id } = await ready();
      const addressId = await shop.address(buyer, { unit: '7' });
      const move = () => buyer.client.patch(`/checkouts/${id}`, { addressId });
      const { checkout, shipping } = await change(buyer, id, { paymentMethod: 'COD' }, move);
      expect(checkout.address?.unit).to.equal('7');
      expect(shipping).to.have.length(1);
      expect(await buyer.client.get<Checkout>(`/checkouts/${id}`)).to.deep.include({ paymentMethod: 'COD' });
    });
  });
});
