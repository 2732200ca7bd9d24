import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { add, percent, subtract } from '../../../actors/money/money.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import { qatarDay } from '../../../server/kernel/calendar/qatar-time.ts';
import { sellersWithWrongSums } from '../../../server/marketplace/payouts/payouts.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { mirrored, pdfText } from '../../support/pdf-text.ts';
import { makeAccount, signIn } from '../../support/people.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';

type Knex = ReturnType<typeof knexOf>;
type Money = Schema<'SellerMoney'>;
type Group = Schema<'MoneyGroup'>;
type Detail = Schema<'MoneyGroupDetail'>;

const COOLED = 72 * 3_600_000;
const ACCOUNT = { iban: 'QA58DOHB00001234567890ABCDEFG', accountHolder: 'Souq Waqif Sweets W.L.L.' };

describe('what a seller’s money waits for', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;
  let driver: OnDuty;
  let sellerId: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
    sellerId = (await world.seller.get<Schema<'Seller'>>('/seller')).id;
    driver = await world.onDuty({ cashLimit: '20000.00', capacity: 60 });
  });
  afterEach(async () => {
    await world.settle();
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
  });
  after(() => world?.close());

  const overview = () => world.seller.get<Money>('/seller/money');
  const list = (query = '') => world.seller.get<Schema<'MoneyGroupList'>>(`/seller/money/groups${query}`);
  const detail = (groupId: string) => world.seller.get<Detail>(`/seller/money/groups/${groupId}`);
  const pay = (bankReference?: string) =>
    admin.post<Schema<'Payout'>>('/admin/payouts', {
      sellerId,
      ...(bankReference === undefined ? {} : { bankReference }),
    });
  const handIn = async () => {
    const { cash } = await driver.client.get<Schema<'Driver'>>('/driver');
    await world.dispatcher.post('/dispatch/cash/settlements', {
      driverId: driver.driverId,
      counted: cash.onHand,
    });
    await world.settle();
  };
  const file = async (path: string, accept: string) => {
    const answer = await fetch(`${world.seller.url}/api/v1${path}`, {
      headers: { Accept: accept, Authorization: `Bearer ${world.seller.token}` },
    });
    expect(answer.status, path).to.equal(200);
    expect(answer.headers.get('content-type')).to.match(new RegExp(`^${accept}`));
    return {
      bytes: Buffer.from(await answer.arrayBuffer()),
      name: answer.headers.get('content-disposition'),
    };
  };

  it('goes with the order from placed to paid, and shows at each step what comes next and since when', async () => {
    const order = await world.ready({ goods: '99.99' });
    const { groupId } = order;
    const placed = await detail(groupId);
    expect(placed).to.deep.include({
      ...{ state: 'EXPECTED', waitsFor: ['DELIVERY'], payout: null, deliveredAt: null, handedInAt: null },
      ...{ gross: qar('99.99'), commissionRate: '10.00', commission: qar('10.00'), net: qar('89.99') },
      delivery: { name: { en: 'Standard', ar: 'عادي' }, price: qar('25.00'), ownMethod: false },
      cashDue: qar('124.99'),
    });
    expect(placed.since).to.equal(placed.placedAt);
    expect(placed.deliveryBy).to.match(/^\d{4}-\d{2}-\d{2}$/);
    const { expected } = await overview();
    expect(expected).to.deep.equal({ groups: 1, amount: qar('89.99'), since: null });

    await world.deliver(driver, order);
    const delivered = await detail(groupId);
    expect(delivered).to.deep.include({ state: 'AWAITING_CASH', waitsFor: ['HAND_IN'], deliveryBy: null });
    expect(delivered.since).to.equal(delivered.deliveredAt);
    expect((await overview()).awaitingCash).to.deep.equal({
      groups: 1,
      amount: qar('89.99'),
      since: delivered.deliveredAt,
    });

    await handIn();
    const settled = await detail(groupId);
    expect(settled).to.deep.include({ state: 'PAYABLE', waitsFor: ['BANK_ACCOUNT', 'SECOND_FACTOR'] });
    expect(settled.payableFrom).to.equal(null);
    expect(settled.since).to.equal(settled.handedInAt).and.to.be.a('string');
    const waiting = await overview();
    expect(waiting.payable).to.deep.include({ groups: 1, amount: qar('89.99') });
    expect(waiting.nextPayout).to.deep.equal({
      obstacles: ['BANK_ACCOUNT', 'SECOND_FACTOR'],
      payableFrom: null,
      ownerHasFactor: false,
      bankAccount: { state: 'NONE', current: null, pending: null },
    });

    const { version } = await world.seller.get<Schema<'Seller'>>('/seller');
    await world.seller.put('/seller/bank-account', ACCOUNT, { version });
    const cooling = await detail(groupId);
    expect(cooling.waitsFor).to.deep.equal(['COOLING_OFF', 'SECOND_FACTOR']);
    const { nextPayout } = await overview();
    expect(cooling.payableFrom).to.equal(nextPayout.payableFrom).and.to.be.a('string');
    expect(nextPayout.payableFrom).to.equal(nextPayout.bankAccount.pending?.usableFrom);
    expect(JSON.stringify(nextPayout)).not.to.contain(ACCOUNT.iban);

    const { owner_account_id } = await world.database('sellers').where({ id: sellerId }).first();
    const factor = { account_id: owner_account_id, secret: Buffer.from('sealed'), confirmed_at: new Date() };
    await world.database('mfa_factors').insert(factor);
    world.service.clock.advance(COOLED);
    expect(await detail(groupId)).to.deep.include({ waitsFor: ['PAYOUT'], payableFrom: null });
    expect((await overview()).nextPayout).to.deep.include({ obstacles: [], payableFrom: null });

    const payout = await pay('FT26060/123');
    expect(payout.bankReference).to.equal('FT26060/123');
    const paid = await detail(groupId);
    expect(paid).to.deep.include({ state: 'PAID', waitsFor: [], since: payout.createdAt });
    expect(paid.payout).to.deep.equal({ id: payout.id, number: payout.number, createdAt: payout.createdAt });
    const after = await overview();
    expect(after.paid).to.deep.equal({ groups: 1, amount: qar('89.99'), since: null });
    expect(after.payable).to.deep.equal({ groups: 0, amount: qar('0.00'), since: null });
  });

  it('is nothing for what was rejected, cancelled or returned, and the reason is given', async () => {
    const rejected = await world.order();
    await world.seller.post(`/seller/order-groups/${rejected.groupId}/reject`, { reason: 'Out of stock' });
    const cancelled = await world.order();
    await world.buyer.post(`/orders/${cancelled.orderId}/cancel`);
    const returned = await world.ready();
    await world.carry(driver, returned.taskId);
    await driver.client.post(`/driver/tasks/${returned.taskId}/fail`, { reason: 'REFUSED' });
    expect(await detail(returned.groupId)).to.deep.include({ state: 'EXPECTED', status: 'DELIVERY_FAILED' });
    await world.dispatcher.post(`/dispatch/tasks/${returned.taskId}/return`, { reason: 'The buyer refused' });
    await world.settle();
    expect(await detail(returned.groupId)).to.deep.include({
      state: 'NOTHING',
      status: 'RETURNING',
      net: qar('0.00'),
    });
    await driver.client.post(`/driver/tasks/${returned.taskId}/return`, { stage: 'COMPLETE' });
    await world.settle();
    const { lines } = await world.seller.get<Schema<'OrderGroup'>>(
      `/seller/order-groups/${returned.groupId}`,
    );
    const damaged = lines.map(({ id }) => ({ lineId: id, damaged: 1 }));
    await world.seller.post(`/seller/order-groups/${returned.groupId}/confirm-return`, { lines: damaged });
    for (const { groupId } of [rejected, cancelled, returned]) {
      const group = await detail(groupId);
      expect(group).to.deep.include({
        ...{ state: 'NOTHING', waitsFor: [], payout: null, gross: qar('90.00') },
        ...{ commission: qar('0.00'), net: qar('0.00') },
      });
      expect(group.since).to.be.a('string');
      for (const line of group.lines) expect(line.commission).to.deep.equal(qar('0.00'));
    }
    expect((await detail(rejected.groupId)).reason).to.equal('Out of stock');
    expect((await overview()).expected).to.deep.include({ groups: 0, amount: qar('0.00') });
    const nothing = await list('?state=NOTHING');
    expect(nothing.data.map(({ groupId }) => groupId)).to.have.members(
      [rejected, cancelled, returned].map(({ groupId }) => groupId),
    );
  });

  it('is expected again after a completion was reversed', async () => {
    const order = await world.ready();
    await world.deliver(driver, order);
    expect((await detail(order.groupId)).state).to.equal('AWAITING_CASH');
    await world.dispatcher.post(`/dispatch/tasks/${order.taskId}/reverse`, { reason: 'Wrong door' });
    await world.settle();
    expect(await detail(order.groupId)).to.deep.include({
      state: 'EXPECTED',
      deliveredAt: null,
      handedInAt: null,
    });
    expect((await overview()).awaitingCash).to.deep.include({ groups: 0, amount: qar('0.00') });
    const path = `/driver/tasks/${order.taskId}`;
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    await driver.client.post(`${path}/record-cash`, { amount: qar(order.cashDue) });
    await driver.client.post(`${path}/complete`);
    await handIn();
    expect(await detail(order.groupId)).to.deep.include({ state: 'PAYABLE', net: qar('81.00') });
    expect((await overview()).payable).to.deep.include({ groups: 1, amount: qar('81.00') });
  });

  it('excludes the delivery fee, also of a free delivery and of the seller’s own method', async () => {
    const [free, own] = [await world.order(), await world.order()];
    const { database } = world;
    await database('order_groups')
      .where({ id: free.groupId })
      .update({ shipping_total: '0.00', cash_due: '90.00' });
    const method = { id: randomUUID(), seller_id: sellerId, code: 'CUSTOM', name_en: 'Own', name_ar: 'خاص' };
    await database('shipping_methods').insert({ ...method, price: '15.00', min_days: 1, max_days: 2 });
    const { checkout_id } = await database('orders').where({ id: own.orderId }).first('checkout_id');
    const today = new Date();
    await database('checkout_shipping').insert({
      ...{
        checkout_id,
        seller_id: sellerId,
        method_id: method.id,
        code: 'CUSTOM',
        name_en: 'Own',
        name_ar: 'خاص',
      },
      ...{ price: '15.00', promised_from: today, promised_to: today },
    });
    expect(await detail(free.groupId)).to.deep.include({ net: qar('81.00'), cashDue: qar('90.00') });
    expect((await detail(free.groupId)).delivery).to.deep.include({ price: qar('0.00'), ownMethod: false });
    expect((await detail(own.groupId)).delivery.ownMethod).to.equal(true);
    expect((await detail(own.groupId)).net).to.deep.equal(qar('81.00'));
    for (const { groupId } of [free, own])
      await world.seller.post(`/seller/order-groups/${groupId}/reject`, { reason: 'Shop is closed' });
    await database('checkout_shipping').delete();
    await database('shipping_methods').where({ id: method.id }).delete();
  });

  it('is found by state, number and day, page by page, each once', async () => {
    const all = await list('?limit=100');
    expect(all.page.hasMore).to.equal(false);
    const seen: Group[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Schema<'MoneyGroupList'> = await list(
        `?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.data.length).to.be.within(1, 2);
      seen.push(...page.data);
      cursor = page.page.nextCursor;
    }
    expect(seen).to.deep.equal(all.data);
    const states = await Promise.all(
      ['EXPECTED', 'AWAITING_CASH', 'PAYABLE', 'PAID', 'NOTHING'].map((state) => list(`?state=${state}`)),
    );
    expect(states.flatMap(({ data }) => data)).to.have.deep.members(all.data);
    const [first] = all.data;
    const number = first?.orderNumber.slice(-7) ?? '';
    expect((await list(`?number=${number}`)).data.map(({ groupId }) => groupId)).to.deep.equal([
      first?.groupId,
    ]);
    const days = all.data.map(({ placedAt }) => qatarDay(new Date(placedAt))).sort();
    expect((await list(`?from=${days[0]}&to=${days.at(-1)}&limit=100`)).data).to.deep.equal(all.data);
    expect((await list('?to=2020-01-01')).data).to.deep.equal([]);
    const cursor = (await list('?limit=1')).page.nextCursor;
    await world.seller.refused(
      400,
      'common.BAD_CURSOR',
      'GET',
      `/seller/money/groups?state=PAID&cursor=${cursor}`,
    );
    await world.seller.refused(422, 'common.VALIDATION_FAILED', 'GET', '/seller/money/groups?number=a%20b');
  });

  it('rounds a commission once, and its lines add up to it', async () => {
    const order = await world.order({ goods: '0.05' });
    const group = world.database('order_groups').where({ id: order.groupId });
    // Three lines of a group, as a cart with three products leaves them.
    const line = await world.database('order_lines').where({ group_id: order.groupId }).first();
    const more = { ...line, options: '{}', option_texts: '{}', unit_price: '33.33', line_total: '33.33' };
    await world.database('order_lines').insert([
      { ...more, id: randomUUID() },
      { ...more, id: randomUUID() },
    ]);
    const goods = add('0.05', '33.33', '33.33');
    const commission = percent(goods, '10.00');
    await group.update({ goods_total: goods, cash_due: add(goods, '25.00'), commission });
    const { lines, gross, commission: shown, net } = await detail(order.groupId);
    expect([gross.amount, shown.amount]).to.deep.equal([goods, commission]);
    expect(net.amount).to.equal(subtract(goods, commission));
    expect(add(...lines.map((each) => each.commission.amount))).to.equal(commission);
    expect(add(...lines.map((each) => each.net.amount))).to.equal(net.amount);
    for (const each of lines)
      expect(subtract(each.gross.amount, each.commission.amount)).to.equal(each.net.amount);
    await world.seller.post(`/seller/order-groups/${order.groupId}/reject`, { reason: 'Shop is closed' });
  });

  it('is listed by month, in payouts and in files, and only its own shop reads it', async () => {
    const payout = await pay();
    expect(payout.bankReference).to.equal(null);
    const whole = await world.seller.get<Schema<'SellerPayout'>>(`/seller/payouts/${payout.id}`);
    expect(whole.payout).to.deep.equal(payout);
    expect(whole.groups).to.have.length(payout.groups);
    expect(add(...whole.groups.map(({ net }) => net.amount))).to.equal(payout.amount.amount);
    expect(subtract(whole.gross.amount, whole.commission.amount)).to.equal(payout.amount.amount);

    const { data: months } = await world.seller.get<Schema<'StatementMonthList'>>('/seller/statement-months');
    expect(months.length).to.be.within(1, 2);
    for (const { month, groups, gross, commission, net } of months) {
      const { totals } = await world.seller.get<Schema<'Statement'>>(`/seller/statements?month=${month}`);
      expect({ groups, gross, commission, net }).to.deep.equal({
        ...{ groups: totals.groups, gross: totals.gross, commission: totals.commission, net: totals.net },
      });
    }
    const [latest] = months;
    const before = await world
      .database('order_groups')
      .where({ status: 'DELIVERED' })
      .select('id', 'ended_at');
    try {
      // Deliveries of three months and of the year before, one of them at midnight in Qatar.
      const [one, two] = before;
      const old = world.database('order_groups');
      await old.clone().where({ id: one?.id }).update({ ended_at: '2025-12-31T20:59:59.999Z' });
      await old.clone().where({ id: two?.id }).update({ ended_at: '2025-12-31T21:00:00.000Z' });
      const named = async (query: string) =>
        (await world.seller.get<Schema<'StatementMonthList'>>(`/seller/statement-months${query}`)).data.map(
          ({ month }) => month,
        );
      const every = await named('');
      expect(every.slice(-2)).to.deep.equal(['2026-01', '2025-12']);
      const paged: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Schema<'StatementMonthList'> = await world.seller.get(
          `/seller/statement-months?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        paged.push(...page.data.map(({ month }) => month));
        cursor = page.page.nextCursor;
      }
      expect(paged).to.deep.equal(every);
    } finally {
      for (const { id, ended_at } of before)
        await world.database('order_groups').where({ id }).update({ ended_at });
    }

    const table = await file(`/seller/payouts/${payout.id}`, 'text/csv');
    const rows = table.bytes.toString().trim().split('\r\n');
    expect(rows).to.have.length(1 + payout.groups);
    expect(rows[0]).to.match(/^payoutNumber,paidOn,bankReference,orderNumber/);
    expect(table.name).to.contain(`${payout.number}.csv`);
    const printed = await file(`/seller/payouts/${payout.id}`, 'application/pdf');
    expect(printed.bytes.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(printed.name).to.contain(`${payout.number}.pdf`);
    const text = pdfText(printed.bytes);
    for (const part of [
      payout.number,
      'Payout',
      'Commission',
      'Souq Waqif Sweets W.L.L.',
      payout.amount.amount,
    ])
      expect(text, 'the payout as a PDF').to.contain(part);
    for (const word of ['دفعة', 'البائع', 'العمولة']) expect(text).to.contain(mirrored(word));
    for (const { orderNumber } of whole.groups) expect(text).to.contain(orderNumber);
    expect(text).not.to.contain(ACCOUNT.iban);
    const statement = await file(`/seller/statements?month=${latest?.month}`, 'application/pdf');
    expect(statement.bytes.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(statement.bytes.length).to.be.below(500_000);
    const page = pdfText(statement.bytes);
    for (const part of ['Statement', latest?.month ?? '', latest?.net.amount ?? ''])
      expect(page, 'the statement as a PDF').to.contain(part);
    for (const word of ['كشف', 'حساب', 'البائع']) expect(page).to.contain(mirrored(word));

    const other = await makeAccount(world.service, ['BUYER', 'SELLER_OWNER']);
    const plan = await world.database('commission_plans').where({ is_default: true }).first('id');
    await world.database('sellers').insert({
      ...{ id: randomUUID(), legal_name: 'Other W.L.L.', display_name_en: 'Other', display_name_ar: 'آخر' },
      ...{ status: 'ACTIVE', owner_account_id: other.accountId, commission_plan_id: plan.id },
    });
    const stranger = await signIn(world.service, other);
    const [group] = whole.groups;
    await stranger.refused(404, 'common.NOT_FOUND', 'GET', `/seller/payouts/${payout.id}`);
    await stranger.refused(404, 'common.NOT_FOUND', 'GET', `/seller/money/groups/${group?.groupId}`);
    expect((await stranger.get<Schema<'MoneyGroupList'>>('/seller/money/groups')).data).to.deep.equal([]);
    expect((await stranger.get<Money>('/seller/money')).paid).to.deep.include({
      groups: 0,
      amount: qar('0.00'),
    });
    expect((await stranger.get<Schema<'StatementMonthList'>>('/seller/statement-months')).data).to.deep.equal(
      [],
    );
    await world.seller.refused(404, 'common.NOT_FOUND', 'GET', `/seller/payouts/${randomUUID()}`);
    await admin.refused(422, 'common.VALIDATION_FAILED', 'POST', '/admin/payouts', {
      body: { sellerId, bankReference: 'x'.repeat(36) },
    });
  });

  it('agrees with the ledger, whatever happens in whatever order', async function () {
    this.timeout(60_000);
    // A fixed seed, so that a failure can be repeated.
    const chance = seededChance(20_261_124);
    const carried: { taskId: string; groupId: string }[] = [];
    const expectedSums = async () => {
      const sums: Record<string, string> = {};
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Schema<'MoneyGroupList'> = await list(
          `?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        for (const { state, net } of page.data) sums[state] = add(sums[state] ?? '0.00', net.amount);
        cursor = page.page.nextCursor;
      }
      return sums;
    };
    for (let step = 0; step < 14; step += 1) {
      const goods = `${chance.below(400)}.${String(chance.below(100)).padStart(2, '0')}`;
      switch (chance.below(6)) {
        case 0: {
          const { groupId } = await world.order({ goods: add(goods, '1.00') });
          if (chance.below(2) === 0)
            await world.seller.post(`/seller/order-groups/${groupId}/reject`, { reason: 'Out of stock' });
          break;
        }
        case 1:
          await handIn().catch(() => undefined);
          break;
        case 2:
          await pay().catch(() => undefined);
          break;
        case 3: {
          const last = carried.pop();
          if (last !== undefined)
            await world.dispatcher.call('POST', `/dispatch/tasks/${last.taskId}/reverse`, {
              body: { reason: 'Wrong door' },
            });
          await world.settle();
          break;
        }
        default: {
          const order = await world.ready({ goods: add(goods, '1.00') });
          await world.deliver(driver, order);
          carried.push(order);
        }
      }
      const sums = await expectedSums();
      const { expected, awaitingCash, payable, paid } = await overview();
      const shown = { EXPECTED: expected, AWAITING_CASH: awaitingCash, PAYABLE: payable, PAID: paid };
      for (const [state, { amount }] of Object.entries(shown))
        expect(amount.amount, `step ${step}: ${state}`).to.equal(sums[state] ?? '0.00');
      const { rows } = await world.database.raw(
        `SELECT coalesce(-sum(amount), 0.00) AS owed FROM ledger_entries WHERE account = ?`,
        [`seller:${sellerId}`],
      );
      expect(add(awaitingCash.amount.amount, payable.amount.amount), `step ${step}`).to.equal(rows[0].owed);
    }
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
  });

  it('cannot be wrong without the ledger check finding it', async () => {
    const order = await world.ready();
    await world.deliver(driver, order);
    const { database } = world;
    const faultsAfter = async (damage: (trx: Knex) => Promise<unknown>) => {
      let found: { subject: string; difference: string }[] = [];
      const work = inTransaction(database, async (trx) => {
        await knexOf(trx).raw('SET LOCAL session_replication_role = replica');
        await damage(knexOf(trx));
        found = await sellersWithWrongSums.all(trx, {});
        throw new Error('rolled back');
      });
      await work.catch((error: Error) => expect(error.message).to.equal('rolled back'));
      return found;
    };
    const {
      rows: [{ id: journal_id }],
    } = await database.raw(`SELECT id FROM ledger_journals WHERE kind = 'PAYOUT' ORDER BY at DESC LIMIT 1`);
    expect(await faultsAfter(async () => undefined)).to.deep.equal([]);
    const damages: [string, string, (trx: Knex) => Promise<unknown>][] = [
      [
        'a commission that was changed',
        '-1.00',
        (trx) =>
          trx('order_groups')
            .where({ id: order.groupId })
            .update({ commission: trx.raw('commission + 1') }),
      ],
      [
        'a delivery that the books do not have',
        '-81.00',
        (trx) => trx('order_groups').where({ id: order.groupId }).update({ status: 'IN_TRANSIT' }),
      ],
      ['a payout’s entry that is gone', '', (trx) => trx('ledger_entries').where({ journal_id }).delete()],
      [
        'a settled group that is not listed as payable',
        '-81.00',
        (trx) => trx('order_groups').where({ id: order.groupId }).update({ payment_status: 'SETTLED' }),
      ],
      [
        'a dirham in the list of what is payable',
        '',
        async (trx) => {
          await trx('payout_groups')
            .whereNull('payout_id')
            .update({ amount: trx.raw('amount + 0.01') });
          await trx('payout_groups').insert({
            ...{ group_id: order.groupId, seller_id: sellerId, amount: '0.01', delivered_at: new Date() },
          });
        },
      ],
    ];
    for (const [name, difference, damage] of damages) {
      const [found, ...others] = await faultsAfter(damage);
      expect(found, name).to.include({ subject: sellerId });
      expect(others, name).to.deep.equal([]);
      if (difference !== '') expect(found?.difference, name).to.equal(difference);
    }
  });
});
