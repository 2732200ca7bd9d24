import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type DriverTask, type OnDuty, qar } from '../../worlds/delivery-world.ts';

const MINUTE = 60_000;

describe('the delivery code', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty();
  });

  after(() => world?.close());

  /** A task at the door, with its code requested. */
  async function atTheDoor() {
    const task = await world.ready();
    await world.carry(driver, task.taskId);
    const path = `/driver/tasks/${task.taskId}`;
    await driver.client.post(`${path}/delivery-code`);
    const finish = async ({ isVerified = false } = {}) => {
      if (!isVerified) await driver.client.post(`${path}/verify-code`, { code: await world.code() });
      await driver.client.post(`${path}/record-cash`, { amount: qar(task.cashDue) });
      await driver.client.post(`${path}/complete`);
      await world.settle();
    };
    return { ...task, path, verify: `${path}/verify-code`, finish };
  }

  const another = (code: string) => ({ body: { code: code === '123456' ? '654321' : '123456' } });

  it('appears in the tracking of the order, only the newest, until it is used or expires', async () => {
    const { orderId, path, verify, finish } = await atTheDoor();
    const shown = async () => {
      const { groups } = await world.buyer.get<Schema<'OrderTracking'>>(`/orders/${orderId}/tracking`);
      return groups[0]?.deliveryCode ?? null;
    };
    const first = await world.code();
    expect((await shown())?.code).to.equal(first);
    const soon = await driver.client.call('POST', `${path}/delivery-code`);
    expect([soon.status, soon.headers.get('retry-after')]).to.deep.equal([429, '60']);
    await world.later(MINUTE);
    await driver.client.post(`${path}/delivery-code`);
    const second = await world.code();
    const newest = await shown();
    expect(newest?.code).to.equal(second);
    expect(Date.parse(newest?.validUntil ?? '') - world.service.clock.now().getTime()).to.be.within(
      29 * MINUTE,
      30 * MINUTE,
    );
    await world.seller.refused(404, 'common.NOT_FOUND', 'GET', `/orders/${orderId}/tracking`);
    const past = { sealed_until: new Date(Date.now() - 1) };
    await world.database('notifications').whereNotNull('sealed').update(past);
    expect(await shown(), 'expired').to.equal(null);
    await world.later(MINUTE);
    await driver.client.post(`${path}/delivery-code`);
    const code = await world.code();
    await driver.client.post(verify, { code });
    expect(await shown(), 'used').to.equal(null);
    await finish({ isVerified: true });
  });

  it('is void after five wrong attempts, each of which reports how many are left', async () => {
    const { path, verify, finish } = await atTheDoor();
    const code = await world.code();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const problem = await driver.client.refused(
        422,
        'delivery.CODE_INVALID',
        'POST',
        verify,
        another(code),
      );
      expect(problem).to.deep.include({ triesLeft });
    }
    await driver.client.refused(409, 'delivery.CODE_VOID', 'POST', verify, { body: { code } });
    await world.later(MINUTE);
    await driver.client.post(`${path}/delivery-code`);
    await finish();
  });

  it('counts a wrong attempt once, however often the request is repeated with its key', async () => {
    const { verify, finish } = await atTheDoor();
    const wrong = { ...another(await world.code()), key: 'one-wrong-try' };
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const problem = await driver.client.refused(422, 'delivery.CODE_INVALID', 'POST', verify, wrong);
      expect(problem).to.deep.include({ triesLeft: 4 });
    }
    await finish();
  });

  it('counts five wrong attempts that come at once, and no sixth one', async () => {
    const { path, verify, finish } = await atTheDoor();
    const wrong = another(await world.code());
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => driver.client.call<{ code: string }>('POST', verify, wrong)),
    );
    const codes = tries.map(({ body }) => body.code).sort();
    expect(codes.filter((code) => code === 'delivery.CODE_INVALID')).to.have.length(5);
    expect(codes.filter((code) => code === 'delivery.CODE_VOID')).to.have.length(3);
    await world.later(MINUTE);
    await driver.client.post(`${path}/delivery-code`);
    await finish();
  });

  it('is only the latest one', async () => {
    const { path, verify, finish } = await atTheDoor();
    const first = await world.code();
    await world.later(MINUTE);
    await driver.client.post(`${path}/delivery-code`);
    const second = await world.code();
    if (first !== second)
      await driver.client.refused(422, 'delivery.CODE_INVALID', 'POST', verify, { body: { code: first } });
    await finish();
  });

  it('expires after thirty minutes', async () => {
    const { path, verify, finish } = await atTheDoor();
    const code = await world.code();
    await world.later(30 * MINUTE);
    await driver.client.refused(410, 'delivery.CODE_EXPIRED', 'POST', verify, { body: { code } });
    const task = await driver.client.post<DriverTask>(`${path}/delivery-code`);
    expect(Date.parse(task.codeExpiresAt ?? '') - world.service.clock.now().getTime()).to.be.within(
      29 * MINUTE,
      30 * MINUTE,
    );
    await finish();
  });

  it('is stored nowhere in clear, neither as issued nor as typed', async () => {
    const { taskId, orderId, path, finish } = await atTheDoor();
    const code = await world.code();
    const typed = '908172';
    await driver.client.call('POST', `${path}/verify-code`, { body: { code: typed } });
    await world.settle();
    const { rows } = await world.database.raw<{ rows: { text: string }[] }>(
      `SELECT a.state::text AS text FROM actor a WHERE a.key = :orderId
       UNION ALL SELECT c.events::text || c.outcome::text FROM actor_command c WHERE c.key = :orderId
       UNION ALL SELECT t.data::text FROM transitions t WHERE t.subject_id = :taskId
       UNION ALL SELECT to_jsonb(d)::text FROM delivery_tasks d WHERE d.id = :taskId
       UNION ALL SELECT (to_jsonb(n) - 'sealed')::text FROM notifications n
       UNION ALL SELECT o.effects::text FROM outbox o`,
      { orderId, taskId },
    );
    const text = rows.map((row) => row.text).join('\n');
    // Six digits may occur inside an id or a hash; between word boundaries they would be the code.
    expect(text).to.not.match(new RegExp(`(?<![0-9a-zA-Z.-])(${code}|${typed})(?![0-9a-zA-Z-])`));
    await finish();
  });
});
