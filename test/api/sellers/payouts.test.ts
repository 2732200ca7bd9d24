import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { add, subtract } from '../../../actors/money/money.ts';
import { sqlState } from '../../../db/unit-of-work.ts';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';
import { tally } from '../../worlds/shop-people.ts';

type Statement = Schema<'Statement'>;
type Payout = Schema<'Payout'>;

const IBAN = 'QA58DOHB00001234567890ABCDEFG';
const COOLED = 72 * 3_600_000;

describe('what a seller is paid', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;
  let driver: OnDuty;
  let sellerId: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
    sellerId = (await world.seller.get<Schema<'Seller'>>('/seller')).id;
    driver = await world.onDuty({ cashLimit: '20000.00' });
  });
  afterEach(async () => {
    await world.settle();
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
  });
  after(() => world?.close());

  const statement = (query = '') => world.seller.get<Statement>(`/seller/statements${query}`);
  const payables = () => admin.get<Schema<'PayableList'>>('/admin/payables');
  const toPay = () => `/admin/payables/${sellerId}/show-account`;
  const pay = (key?: string) =>
    admin.call<Payout>('POST', '/admin/payouts', {
      body: { sellerId },
      ...(key === undefined ? {} : { key }),
    });
  const handIn = async () => {
    const { cash } = await driver.client.get<Schema<'Driver'>>('/driver');
    const body = { driverId: driver.driverId, counted: cash.onHand };
    const answer = await world.dispatcher.call('POST', '/dispatch/cash/settlements', { body });
    await world.settle();
    return answer;
  };
  const deliver = async (goods?: string) => {
    const order = await world.ready(goods === undefined ? {} : { goods });
    await world.deliver(driver, order);
    return order;
  };

  it('is in the statement from the delivery on, and payable once its cash is settled', async () => {
    const { groupId, number } = await deliver('99.99');
    const owed = await statement();
    expect(owed.data).to.have.length(1);
    expect(owed.data[0]).to.deep.include({
      groupId,
      orderNumber: number,
      state: 'AWAITING_CASH',
      payoutNumber: null,
    });
    expect(owed.data[0]).to.deep.include({
      gross: qar('99.99'),
      commission: qar('10.00'),
      net: qar('89.99'),
    });
    expect(owed.totals).to.deep.include({ groups: 1, awaitingCash: qar('89.99'), payable: qar('0.00') });
    await admin.refused(409, 'seller.NO_BANK_ACCOUNT', 'POST', '/admin/payouts', { body: { sellerId } });
    expect((await payables()).data).to.deep.equal([]);
    await admin.refused(409, 'seller.NOTHING_PAYABLE', 'POST', toPay());
    await handIn();
    const [due] = (await payables()).data;
    expect(due).to.deep.include({ sellerId, groups: 1, amount: qar('89.99') });
    expect(due?.oldestDeliveredAt).to.equal(owed.data[0]?.deliveredAt);
    expect(due?.bankAccount).to.deep.equal({ state: 'NONE', current: null, pending: null });
    await admin.refused(409, 'seller.NO_BANK_ACCOUNT', 'POST', toPay());
    expect((await statement()).totals).to.deep.include({ awaitingCash: qar('0.00'), payable: qar('89.99') });
  });

  it('waits for a bank account whose cooling-off period is over', async () => {
    const { version } = await world.seller.get<Schema<'Seller'>>('/seller');
    const body = { iban: IBAN, accountHolder: 'Souq Waqif Sweets W.L.L.' };
    await world.seller.put('/seller/bank-account', body, { version });
    const early = await admin.refused(409, 'seller.NO_BANK_ACCOUNT', 'POST', '/admin/payouts', {
      body: { sellerId },
    });
    const { bankAccount } = await world.seller.get<Schema<'Seller'>>('/seller');
    expect(early.usableFrom).to.be.a('string').and.to.equal(bankAccount.pending?.usableFrom);
    expect((await payables()).data[0]?.bankAccount).to.deep.equal({
      state: 'COOLING_OFF',
      current: null,
      pending: bankAccount.pending,
    });
    await admin.refused(409, 'seller.NO_BANK_ACCOUNT', 'POST', toPay());
    world.service.clock.advance(COOLED);
    expect((await payables()).data[0]?.bankAccount).to.deep.equal({
      state: 'USABLE',
      current: bankAccount.pending,
      pending: null,
    });
    expect(await admin.post(toPay())).to.deep.equal({ ...body, bankCode: 'DOHB' });
    await admin.refused(409, 'seller.OWNER_WITHOUT_FACTOR', 'POST', '/admin/payouts', { body: { sellerId } });
    const { owner_account_id } = await world.database('sellers').where({ id: sellerId }).first();
    const factor = { account_id: owner_account_id, secret: Buffer.from('sealed'), confirmed_at: new Date() };
    await world.database('mfa_factors').insert(factor);
    const key = randomUUID();
    const paid = await pay(key);
    expect(paid.status).to.equal(201);
    expect(paid.body).to.deep.include({ sellerId, amount: qar('89.99'), groups: 1 });
    expect(paid.body.bankAccount.iban).to.equal(`QA${'*'.repeat(23)}DEFG`);
    expect((await pay(key)).body).to.deep.equal(paid.body);
    await admin.refused(409, 'seller.NOTHING_PAYABLE', 'POST', '/admin/payouts', { body: { sellerId } });
    expect(await admin.get(`/admin/payouts/${paid.body.id}`)).to.deep.equal(paid.body);
    expect((await world.seller.get<Schema<'PayoutList'>>('/seller/payouts')).data).to.deep.equal([paid.body]);
    const { rows } = await world.database.raw(
      `SELECT e.account, e.amount FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
        WHERE j.cause = ? ORDER BY e.line`,
      [`payout:${paid.body.id}`],
    );
    expect(rows).to.deep.equal([
      { account: `seller:${sellerId}`, amount: '89.99' },
      { account: 'bank', amount: '-89.99' },
    ]);
    await admin.refused(404, 'common.NOT_FOUND', 'POST', '/admin/payouts', {
      body: { sellerId: randomUUID() },
    });
  });

  it('goes to an account whose whole number is shown to the payer alone, with a recent code, on record, and not often', async () => {
    const [payout] = (await admin.get<Schema<'PayoutList'>>('/admin/payouts')).data;
    const path = `/admin/payouts/${payout?.id}/show-account`;
    const { database } = world;
    const sessions = (change: object) => database('sessions').whereNotNull('mfa_at').update(change);
    const shown = () => database('audit_log').where({ action: 'showBankAccount' });
    const before = (await shown()).length;
    const answer = await admin.call('POST', path);
    expect([answer.status, answer.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(answer.body).to.include({ iban: IBAN, bankCode: 'DOHB' });
    const lines = await shown().orderBy('id');
    expect(lines).to.have.length(before + 1);
    expect(lines.at(-1)).to.deep.include({ role: 'ADMIN', subject_type: 'SELLER', subject_id: sellerId });
    expect(lines.at(-1)?.data).to.deep.include({ payoutId: payout?.id, bankCode: 'DOHB', lastFour: 'DEFG' });
    expect(JSON.stringify(lines)).not.to.contain(IBAN);
    await world.seller.refused(403, 'auth.FORBIDDEN', 'POST', path);
    await world.dispatcher.refused(403, 'auth.FORBIDDEN', 'POST', path);
    const unknown = `/admin/payouts/${randomUUID()}/show-account`;
    await admin.refused(404, 'common.NOT_FOUND', 'POST', unknown);
    await admin.refused(404, 'common.NOT_FOUND', 'POST', `/admin/payables/${randomUUID()}/show-account`);

    const { rows } = await database.raw(`SELECT id, mfa_at FROM sessions WHERE mfa_at IS NOT NULL`);
    await sessions({ mfa_at: database.raw(`now() - interval '11 minutes'`) });
    await admin.refused(403, 'auth.MFA_REQUIRED', 'POST', path);
    expect((await admin.call('GET', '/admin/payouts')).status).to.equal(200);
    for (const { id, mfa_at } of rows) await database('sessions').where({ id }).update({ mfa_at });

    const many = await Promise.all(Array.from({ length: 34 }, () => admin.call('POST', path)));
    const left = 30 - lines.length;
    expect(tally(many)).to.deep.equal({ '200': left, '429 common.RATE_LIMITED': 34 - left });
    expect(await shown()).to.have.length(30);
    const wait = Number(many.find(({ status }) => status === 429)?.headers.get('retry-after'));
    expect(wait).to.be.within(3_000, 3_600);
  });

  it('is paid once, however many payouts coincide', async () => {
    await driver.client.post('/driver/shift/end').catch(() => undefined);
    driver = await world.onDuty({ cashLimit: '20000.00' });
    await deliver();
    await deliver();
    await handIn();
    const answers = await Promise.all([pay(), pay(), pay()]);
    const codes = tally(answers.map(({ status, body }) => ({ status, body })));
    expect(codes).to.deep.equal({ '201': 1, '409 seller.NOTHING_PAYABLE': 2 });
    const paid = await world
      .database('payouts')
      .where({ seller_id: sellerId })
      .select('amount', 'group_count');
    expect(paid.map(({ amount }) => amount).sort()).to.deep.equal(['162.00', '89.99']);
  });

  it('is never both paid and reversed: a reversal, a hand-in and a payout at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { taskId, groupId } = await deliver();
      await Promise.all([
        world.dispatcher.call('POST', `/dispatch/tasks/${taskId}/reverse`, {
          body: { reason: 'Wrong door' },
        }),
        handIn(),
        pay(),
      ]);
      await world.settle();
      await pay();
      const group = await world
        .database('order_groups')
        .where({ id: groupId })
        .first('status', 'payment_status');
      const listed = await world.database('payout_groups').where({ group_id: groupId }).first('payout_id');
      const reversed = group.status !== 'DELIVERED';
      expect(group, JSON.stringify(group)).to.deep.include({
        payment_status: reversed ? 'PENDING' : 'SETTLED',
      });
      expect(listed === undefined).to.equal(reversed);
      expect(listed?.payout_id).not.to.equal(null);
      expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
      if (reversed) {
        const path = `/driver/tasks/${taskId}`;
        await driver.client.post(`${path}/delivery-code`);
        await driver.client.post(`${path}/verify-code`, { code: await world.code() });
        await driver.client.post(`${path}/record-cash`, { amount: qar('115.00') });
        await driver.client.post(`${path}/complete`);
        await handIn();
        await pay();
      }
    }
  });

  it('cannot be written wrongly: the database refuses it', async () => {
    const { database } = world;
    const refusal = (work: PromiseLike<unknown>) => Promise.resolve(work).then(() => 'done', sqlState);
    const { group_id } = await database('payout_groups').whereNotNull('payout_id').first('group_id');
    const group = database('order_groups').where({ id: group_id });
    for (const change of [
      { payment_status: 'COLLECTED' },
      { status: 'IN_TRANSIT' },
      { commission: '0.00' },
      {
        goods_total: database.raw('goods_total + 1'),
        cash_due: database.raw('cash_due + 1'),
        collected_amount: database.raw('collected_amount + 1'),
      },
    ])
      expect(await refusal(group.clone().update(change)), Object.keys(change).join()).to.equal('23001');
    const listed = database('payout_groups').where({ group_id });
    expect(await refusal(listed.clone().update({ payout_id: null }))).to.equal('23001');
    expect(await refusal(listed.clone().delete())).to.equal('23001');
    const unlisted = {
      group_id: randomUUID(),
      seller_id: sellerId,
      amount: '5.00',
      delivered_at: new Date(),
    };
    expect(await refusal(database('payout_groups').insert(unlisted))).to.equal('23001');
    const account = await database('seller_bank_accounts')
      .where({ seller_id: sellerId })
      .first('id', 'created_by');
    const wrong = database('payouts').insert({
      id: randomUUID(),
      number: 'P-2099-000001',
      seller_id: sellerId,
      bank_account_id: account.id,
      amount: '5.00',
      group_count: 1,
      created_by: account.created_by,
      created_at: new Date(),
    });
    expect(await refusal(wrong)).to.equal('WA005');
    expect(await refusal(database('payouts').delete())).not.to.equal('done');
  });

  it('is listed as payable while it is delivered and settled, and only a payout of its seller can take it', async () => {
    const { groupId } = await world.ready();
    const trx = await world.database.transaction();
    try {
      const group = trx('order_groups').where({ id: groupId });
      const listed = trx('payout_groups').where({ group_id: groupId });
      await group.clone().update({ payment_status: 'SETTLED' });
      expect(await listed.clone().first()).to.equal(undefined);
      const ended_at = new Date();
      await group.clone().update({ status: 'DELIVERED', ended_at });
      const row = await listed.clone().first();
      expect(row).to.deep.include({ seller_id: sellerId, delivered_at: ended_at, payout_id: null });
      await group.clone().update({ commission: trx.raw('commission + 1') });
      expect((await listed.clone().first()).amount).to.equal(subtract(row.amount, '1.00'));
      const attempt = trx.transaction((savepoint) =>
        savepoint('payout_groups').where({ group_id: groupId }).update({ payout_id: randomUUID() }),
      );
      expect(await attempt.then(() => 'done', sqlState)).to.equal('23503');
      await group.clone().update({ payment_status: 'COLLECTED' });
      expect(await listed.clone().first()).to.equal(undefined);
    } finally {
      await trx.rollback();
    }
  });

  it('is listed in pages and in a table, with as many statements for one group as for all', async () => {
    const all = await statement('?limit=100');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Statement = await statement(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ groupId }) => groupId));
      cursor = page.page.nextCursor;
    }
    expect(seen).to.deep.equal(all.data.map(({ groupId }) => groupId));
    for (const { commission, lines } of all.data)
      expect(add(...lines.map((line) => line.commission.amount))).to.equal(commission.amount);
    const statements = async (query: string) => {
      let count = 0;
      const counted = ({ sql }: { sql: string }) => {
        if (/order_groups|order_lines/.test(sql)) count += 1;
      };
      world.database.on('query', counted);
      try {
        await statement(query);
      } finally {
        world.database.removeListener('query', counted);
      }
      return count;
    };
    expect(await statements('?limit=1')).to.equal(await statements('?limit=100'));
    await world.database('order_lines').where({ group_id: seen[0] }).update({ name_en: '=HYPERLINK("x")' });
    const answer = await fetch(`${world.seller.url}/api/v1/seller/statements`, {
      headers: { Accept: 'text/csv', Authorization: `Bearer ${world.seller.token}` },
    });
    const table = await answer.text();
    expect(answer.headers.get('content-type')).to.match(/^text\/csv/);
    expect(table.trim().split('\r\n')).to.have.length(1 + all.data.flatMap(({ lines }) => lines).length);
    expect(table).to.contain(`"'=HYPERLINK(""x"")"`);
    await world.seller.refused(400, 'common.BAD_CURSOR', 'GET', '/seller/statements?month=2020-01&cursor=x');
    expect((await statement('?month=2020-01')).totals).to.deep.include({ groups: 0, net: qar('0.00') });
  });
});
