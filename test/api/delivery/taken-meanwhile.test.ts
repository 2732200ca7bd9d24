import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { AL_KHOR, DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

const ROUNDS = 8;

describe("a driver's step on a task that a dispatcher gives to another driver meanwhile", () => {
  let world: DeliveryWorld;
  let near: OnDuty;
  let far: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
  });

  beforeEach(async () => {
    near = await world.onDuty({ at: STORE });
    far = await world.onDuty({ at: AL_KHOR });
  });

  afterEach(() => world?.clear());

  after(() => world?.close());

  const accept = (driver: OnDuty, taskId: string, key: string) =>
    driver.client.call<Partial<Schema<'DriverTask'>> & { code?: string }>(
      'POST',
      `/driver/tasks/${taskId}/accept`,
      { key },
    );
  const reassign = (taskId: string, { driverId }: OnDuty) =>
    world.dispatcher.call('POST', `/dispatch/tasks/${taskId}/reassign`, {
      body: { driverId, reason: 'Better for the tours' },
    });
  const acceptances = async (taskId: string) => {
    const { data } = await world.dispatcher.get<Schema<'TaskEventList'>>(
      `/dispatch/tasks/${taskId}/history?limit=100`,
    );
    return data.filter(({ what }) => what === 'accept').length;
  };

  it('succeeds when it took effect and is sent again because the response was lost', async () => {
    const { taskId } = await world.ready();
    const accepted = await accept(near, taskId, 'accept');
    expect([accepted.status, accepted.body?.status]).to.deep.equal([200, 'ACCEPTED']);
    expect((await reassign(taskId, far)).status).to.equal(200);
    const again = await accept(near, taskId, 'accept');
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([204, 'true']);
    expect(again.body ?? null, 'nothing of a task that is now another driver’s').to.equal(null);
    await near.client.refused(410, 'delivery.OFFER_EXPIRED', 'POST', `/driver/tasks/${taskId}/accept`, {
      key: 'another',
    });
    expect(await acceptances(taskId)).to.equal(1);
  });

  it('at the same moment succeeds exactly when it is recorded', async function () {
    this.timeout(60_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { taskId } = await world.ready();
      const { driverId } = await world.task(taskId);
      const [holder, other] = driverId === near.driverId ? [near, far] : [far, near];
      const [answer] = await Promise.all([accept(holder, taskId, taskId), reassign(taskId, other)]);
      const isDone = answer.status === 200 || answer.status === 204;
      if (!isDone) expect(answer.body.code).to.equal('delivery.OFFER_EXPIRED');
      expect(await acceptances(taskId), `status ${answer.status}`).to.equal(isDone ? 1 : 0);
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/cancel`, { reason: 'Next round' });
      await world.settle();
    }
  });
});
