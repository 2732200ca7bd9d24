import { execFile } from 'node:child_process';
import { expect } from 'chai';
import { add } from '../../../actors/money/money.ts';
import { checkLedger } from '../../../server/dispatch/cash/ledger-check.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { ownProgram } from '../../support/own-program.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';

type Settlement = Schema<'Settlement'>;
type Report = Schema<'CashReport'>;

const SETTLEMENTS = '/dispatch/cash/settlements';
const HOUR = 3_600_000;

describe('receipts and the report of a day', () => {
  let world: DeliveryWorld;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  // No test's day may end while it runs.
  beforeEach(async () => {
    if (24 * HOUR - sinceMidnight() < HOUR / 4) await world.later(HOUR / 4);
  });

  afterEach(() => world.clear());

  after(() => world?.close());

  const withCash = async (count = 1): Promise<OnDuty> => {
    const driver = await world.onDuty();
    for (let made = 0; made < count; made += 1) await world.deliver(driver, await world.ready());
    // Keeps this driver from being offered the tasks of later tests.
    await driver.client.post('/driver/shift/break');
    return driver;
  };
  const text = async (client: ApiClient, path: string, accept: string) => {
    const response = await fetch(`${client.url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${client.token}`, Accept: accept, 'X-Forwarded-For': client.address },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const inQatar = () => world.service.clock.now().getTime() + 3 * HOUR;
  const sinceMidnight = () => inQatar() % (24 * HOUR);
  const today = () => new Date(inQatar()).toISOString().slice(0, 10);
  /** Runs `npm run ledger:check` on this database. */
  const command = () =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const { program, nodeOptions } = ownProgram('scripts/ledger-check.ts');
      const env = { ...process.env, DATABASE_URL: world.service.databaseUrl };
      execFile(process.execPath, [...nodeOptions, program], { env, timeout: 30_000 }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), said: out + err });
      });
    });
  const report = (day = today()) => world.dispatcher.get<Report>(`/dispatch/cash/report?day=${day}`);
  const rowOf = async ({ driverId }: OnDuty) =>
    (await report()).drivers.find((row) => row.driverId === driverId);

  it('store how the cash was counted', async () => {
    const { driverId } = await withCash();
    const denominations = [
      { value: '100', count: 1 },
      { value: '10', count: 1 },
      { value: '1', count: 4 },
      { value: '0.50', count: 1 },
      { value: '0.25', count: 2 },
      { value: '5', count: 0 },
    ];
    const body = { driverId, denominations };
    const settlement = await world.dispatcher.post<Settlement>(SETTLEMENTS, body);
    expect(settlement).to.deep.include({
      counted: qar('115.00'),
      status: 'CLOSED',
      driverName: 'Yousef Rahman',
    });
    expect(settlement.denominations).to.deep.equal(denominations.slice(0, 5));
    expect(await world.dispatcher.get(`${SETTLEMENTS}/${settlement.id}`)).to.deep.equal(settlement);
  });

  it('accept sum and denominations together when they agree, and refuse them otherwise', async () => {
    const { driverId } = await withCash();
    const hundred = { value: '100', count: 1 };
    const wrong: [object, string][] = [
      [{ counted: qar('110.00'), denominations: [hundred] }, '/counted'],
      [{ denominations: [hundred, hundred] }, '/denominations/1/value'],
      [{}, '/counted'],
      [{ denominations: [{ value: '20', count: 1 }] }, '/denominations/0/value'],
      [{ denominations: [{ value: '100', count: -1 }] }, '/denominations/0/count'],
    ];
    for (const [more, pointer] of wrong) {
      const options = { body: { driverId, ...more } };
      const problem = await world.dispatcher.refused(
        422,
        'common.VALIDATION_FAILED',
        'POST',
        SETTLEMENTS,
        options,
      );
      expect(problem.errors.map((error) => error.pointer)).to.deep.equal([pointer]);
    }
    const denominations = [hundred, { value: '5', count: 3 }];
    const agreed = { driverId, counted: qar('115.00'), denominations };
    expect((await world.dispatcher.post<Settlement>(SETTLEMENTS, agreed)).denominations).to.have.length(2);
  });

  it('include a numbered receipt in two languages, to read and to print', async () => {
    const { driverId } = await withCash(2);
    const denominations = [
      { value: '200', count: 1 },
      { value: '10', count: 3 },
    ];
    const note = 'Till <b>2</b> & "spare"';
    const { id, receiptNumber } = await world.dispatcher.post<Settlement>(SETTLEMENTS, {
      driverId,
      denominations,
      note,
    });
    const path = `${SETTLEMENTS}/${id}/receipt`;
    const receipt = await world.dispatcher.get<Schema<'Receipt'>>(path);
    expect(receipt).to.deep.include({ number: receiptNumber, counted: qar('230.00'), note });
    expect(receipt.denominations?.map(({ amount }) => amount.amount)).to.deep.equal(['200.00', '30.00']);
    expect(receipt.collections).to.have.length(2);
    expect(receipt.title.ar).to.match(/إيصال/);
    expect(receipt.company).to.deep.equal({ en: 'Wasl', ar: 'وصل' });
    // A label names the banknote; how many there are stands in a separate column.
    expect(receipt.denominations?.map(({ label }) => label.en)).to.deep.equal(['QAR 200', 'QAR 10']);
    expect(receipt.lines.map(({ value }) => value)).to.include('QAR\u00a0230.00');

    const page = await text(world.dispatcher, path, 'text/html,application/xhtml+xml;q=0.9');
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    expect(page.headers.get('content-security-policy')).to.match(/^default-src 'none'; style-src 'sha256-/);
    expect(page.text).to.contain(receiptNumber).and.contain('dir="rtl"').and.contain('@media print');
    expect(page.text).to.not.match(/<script|\son\w+=|https?:|<b>2/);
    expect(page.text).to.contain('Till &#60;b&#62;2&#60;/b&#62; &#38; &#34;spare&#34;');
    const json = await text(world.dispatcher, path, '*/*');
    expect(json.headers.get('content-type')).to.match(/^application\/json/);
  });

  it('exist only from the approval on, each number once', async () => {
    const first = await withCash();
    const pending = await world.dispatcher.post<Settlement>(SETTLEMENTS, {
      driverId: first.driverId,
      counted: qar('10.00'),
    });
    const path = `${SETTLEMENTS}/${pending.id}/receipt`;
    await world.dispatcher.refused(409, 'cash.INVALID_STATE', 'GET', path);
    await world.secondDispatcher.post(`${SETTLEMENTS}/${pending.id}/approve`);
    const { number, approvedBy } = await world.dispatcher.get<Schema<'Receipt'>>(path);
    expect(approvedBy).to.not.equal(null);
    const rows = await world.database('settlements').select('receipt_number');
    expect(new Set(rows.map((row) => row.receipt_number)).size).to.equal(rows.length);
    expect(rows.map((row) => row.receipt_number)).to.include(number);
    const missing = `${SETTLEMENTS}/01900000-0000-7000-8000-00000000dead/receipt`;
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', missing);
    await first.client.refused(403, 'auth.FORBIDDEN', 'GET', path);
  });

  it('list settlements by driver, day and status, page by page', async () => {
    const driver = await withCash();
    const { driverId } = driver;
    const one = await world.dispatcher.post<Settlement>(SETTLEMENTS, { driverId, counted: qar('115.00') });
    await driver.client.post('/driver/shift/resume');
    await world.deliver(driver, await world.ready());
    const two = await world.dispatcher.post<Settlement>(SETTLEMENTS, { driverId, counted: qar('5.00') });
    const list = (query: string) =>
      world.dispatcher.get<Schema<'SettlementList'>>(`${SETTLEMENTS}?driverId=${driverId}${query}`);
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await ids(`&day=${today()}`)).to.deep.equal([two.id, one.id]);
    expect(await ids('&status=PENDING_APPROVAL')).to.deep.equal([two.id]);
    expect(await ids('&day=2020-01-01')).to.deep.equal([]);
    const { data, page } = await list('&limit=1');
    expect(data.map(({ id }) => id)).to.deep.equal([two.id]);
    expect(await ids(`&limit=1&cursor=${page.nextCursor}`)).to.deep.equal([one.id]);
    await world.secondDispatcher.post(`${SETTLEMENTS}/${two.id}/approve`);
  });

  it('report a day by driver, equal to the ledger to the dirham', async () => {
    const before = await report();
    const exact = await withCash(2);
    const short = await withCash();
    const open = await withCash();
    await world.dispatcher.post(SETTLEMENTS, { driverId: exact.driverId, counted: qar('230.00') });
    await world.dispatcher.post(SETTLEMENTS, { driverId: short.driverId, counted: qar('104.75') });
    expect(await rowOf(exact)).to.deep.include({
      opening: qar('0.00'),
      collected: qar('230.00'),
      settled: qar('230.00'),
      handedIn: qar('230.00'),
      difference: qar('0.00'),
      closing: qar('0.00'),
    });
    expect(await rowOf(short)).to.deep.include({
      settled: qar('115.00'),
      handedIn: qar('104.75'),
      difference: qar('-10.25'),
      closing: qar('0.00'),
    });
    expect(await rowOf(open)).to.deep.include({ collected: qar('115.00'), closing: qar('115.00') });
    const after = await report();
    expect(after.balanced).to.equal(true);
    expect(after.totals.collected.amount).to.equal(add(before.totals.collected.amount, '460.00'));
    const { rows } = await world.database.raw<{ rows: { held: string }[] }>(
      `SELECT sum(amount) AS held FROM ledger_entries WHERE account LIKE 'driver:%'`,
    );
    expect(after.totals.closing.amount).to.equal(rows[0]?.held);
    expect(add(...after.drivers.map(({ closing }) => closing.amount))).to.equal(rows[0]?.held);
  });

  it('show what a reversal gave back, and that it was collected again', async () => {
    const driver = await world.onDuty();
    const order = await world.ready();
    await world.deliver(driver, order);
    const reason = { reason: 'Completed at the wrong door' };
    await world.dispatcher.post(`/dispatch/tasks/${order.taskId}/reverse`, reason);
    await world.settle();
    const amounts = { collected: qar('115.00'), reversed: qar('115.00'), closing: qar('0.00') };
    expect(await rowOf(driver)).to.deep.include(amounts);
    expect((await report()).balanced).to.equal(true);
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
    // The goods are on board again.
    await driver.client.refused(409, 'shift.GOODS_ON_BOARD', 'POST', '/driver/shift/end');
    const task = `/driver/tasks/${order.taskId}`;
    await driver.client.post(`${task}/delivery-code`);
    await driver.client.post(`${task}/verify-code`, { code: await world.code() });
    await driver.client.post(`${task}/record-cash`, { amount: qar(order.cashDue) });
    await driver.client.post(`${task}/complete`);
    await world.settle();
    const again = { collected: qar('230.00'), reversed: qar('115.00'), closing: qar('115.00') };
    expect(await rowOf(driver)).to.deep.include(again);
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
  });

  it("open a day with the previous day's closing balance", async () => {
    const driver = await withCash();
    const yesterday = today();
    const closed = await report();
    await world.later(24 * HOUR);
    expect(await rowOf(driver)).to.deep.include({
      opening: qar('115.00'),
      collected: qar('0.00'),
      closing: qar('115.00'),
    });
    const opened = await report();
    expect(opened.totals.opening).to.deep.equal(closed.totals.closing);
    await world.dispatcher.post(SETTLEMENTS, { driverId: driver.driverId, counted: qar('115.00') });
    expect(await report(yesterday)).to.deep.equal(closed);
    expect((await report()).balanced).to.equal(true);
  });

  it('export the report as a table', async () => {
    const driver = await withCash();
    await world.database('drivers').where('id', driver.driverId).update({ full_name: '=SUM(A1), "Joe"' });
    const path = `/dispatch/cash/report?day=${today()}`;
    const { headers, text: csv } = await text(world.dispatcher, path, 'text/csv');
    expect(headers.get('content-type')).to.match(/^text\/csv/);
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).to.equal(
      'day,driverId,driverName,opening,collected,reversed,settled,handedIn,difference,closing',
    );
    expect(lines.find((line) => line.includes(driver.driverId))).to.contain(`"'=SUM(A1), ""Joe"""`);
    const { totals } = await report();
    expect(lines.at(-1)).to.match(new RegExp(`,TOTAL,.*,${totals.closing.amount}$`));
    await driver.client.refused(403, 'auth.FORBIDDEN', 'GET', path);
    await world.dispatcher.refused(422, 'common.VALIDATION_FAILED', 'GET', '/dispatch/cash/report?day=today');
  });

  it('show cash on hand, assigned and projected wherever cash is shown', async () => {
    const driver = await withCash();
    await driver.client.post('/driver/shift/resume');
    const { taskId } = await world.ready();
    const amounts = {
      onHand: qar('115.00'),
      assigned: qar('115.00'),
      projected: qar('230.00'),
      limit: qar('2000.00'),
      nearLimit: false,
      overLimit: false,
    };
    const own = await driver.client.get<Schema<'Driver'>>('/driver');
    expect(own.cash).to.deep.equal({ ...amounts, carryOver: false });
    expect(await driver.client.get('/driver/cash')).to.deep.include(amounts);
    const { data } = await world.dispatcher.get<Schema<'CashOverview'>>('/dispatch/cash?limit=100');
    expect(data.find(({ driverId }) => driverId === driver.driverId)).to.deep.include(amounts);
    await driver.client.post(`/driver/tasks/${taskId}/decline`);
  });

  it('raise one alert when a driver is near the limit, until that is over', async () => {
    const driver = await world.onDuty({ cashLimit: '250.00' });
    const alerts = async (): Promise<string[]> => {
      await world.settle();
      const rows = await world
        .database('alerts')
        .where({ kind: 'CASH_NEAR_LIMIT', subject_id: driver.driverId })
        .orderBy('raised_at');
      return rows.map(({ status }) => status);
    };
    await world.deliver(driver, await world.ready());
    expect(await alerts()).to.deep.equal([]);
    await world.deliver(driver, await world.ready());
    expect(await alerts()).to.deep.equal(['OPEN']);
    await world.dispatcher.post(SETTLEMENTS, { driverId: driver.driverId, counted: qar('230.00') });
    expect(await alerts()).to.deep.equal(['RESOLVED']);
    // Lowering the limit may cause it, too.
    await world.deliver(driver, await world.ready());
    const { version } = await driver.client.get<Schema<'Driver'>>('/driver');
    const lowered = await world.dispatcher.patch<Schema<'Driver'>>(
      `/dispatch/drivers/${driver.driverId}`,
      { cashLimit: qar('100.00') },
      { version },
    );
    expect(lowered.cash).to.include({ overLimit: true });
    // Within the quiet time it is the same alert, and rings no bell.
    expect(await alerts()).to.deep.equal(['OPEN']);
    await world.dispatcher.post(SETTLEMENTS, { driverId: driver.driverId, counted: qar('115.00') });
    expect(await alerts()).to.deep.equal(['RESOLVED']);
  });

  it('check the books against drivers, collections and settlements', async () => {
    const driver = await withCash();
    expect(await checkLedger(world.database)).to.deep.include({ balanced: true, faults: [] });
    expect(await command()).to.deep.include({ code: 0 });
    const kinds = async () => (await checkLedger(world.database)).faults.map(({ kind }) => kind);
    await world.database.transaction(async (trx) => {
      await trx.raw(`UPDATE actor SET state = jsonb_set(state, '{cashOnHand}', '"9.00"') WHERE key = ?`, [
        driver.driverId,
      ]);
    });
    expect(await kinds()).to.deep.equal(['DRIVER_STATE']);
    const { code, said } = await command();
    expect([code, said.includes(`DRIVER_STATE ${driver.driverId}`)]).to.deep.equal([1, true]);
    await world.database.raw(
      `UPDATE actor SET state = jsonb_set(state, '{cashOnHand}', '"115.00"') WHERE key = ?`,
      [driver.driverId],
    );
    const { id } = await world.dispatcher.post<Settlement>(SETTLEMENTS, {
      driverId: driver.driverId,
      counted: qar('115.00'),
    });
    await world.database('settlements').where({ id }).update({ expected: '100.00', difference: '15.00' });
    expect(await kinds()).to.deep.equal(['SETTLEMENT']);
    await world.database('settlements').where({ id }).update({ expected: '115.00', difference: '0.00' });
    expect(await kinds()).to.deep.equal([]);
  });
});
