import { deliveryCodeIn } from '../people/delivery-code.ts';
import type { Schema } from '../people/person.ts';
import { type Cast, only } from './cast.ts';
import type { Stage } from './stage.ts';

type Task = Schema<'DriverTask'>;
type Answer = Promise<{ data?: Task | undefined; error?: unknown; response: Response }>;

/** The seller packs; the driver delivers with the buyer's code and collects the cash. Returns the completed task. */
export async function deliver(stage: Stage, cast: Cast, order: Schema<'Order'>): Promise<Task> {
  await pack(stage, cast, only(order.groups).id);
  const offered = await receiveOffer(stage, cast, order);
  const params = { path: { id: offered.id } };
  const { driver } = cast;
  const step = async (what: string, call: Answer): Promise<Task> => {
    const task = await driver.ok(what, call);
    if (task === undefined)
      throw new Error(`${driver.name}: ${what}, but the task is another driver's by now`);
    stage.step(driver, `${what} (${task.status})`);
    return task;
  };

  await step('accepts the task', driver.api.POST('/driver/tasks/{id}/accept', { params }));
  await step('picks up', driver.api.POST('/driver/tasks/{id}/pick-up', { params }));
  await step('is in transit', driver.api.POST('/driver/tasks/{id}/in-transit', { params }));
  await step('arrives', driver.api.POST('/driver/tasks/{id}/arrive', { params }));
  await step('requests the delivery code', driver.api.POST('/driver/tasks/{id}/delivery-code', { params }));
  const code = await readCode(stage, cast);
  await step(
    'enters the code',
    driver.api.POST('/driver/tasks/{id}/verify-code', { params, body: { code } }),
  );
  const amount = offered.cashDue;
  await step(
    `records ${amount.amount} QAR in cash`,
    driver.api.POST('/driver/tasks/{id}/record-cash', { params, body: { amount } }),
  );
  return step('completes', driver.api.POST('/driver/tasks/{id}/complete', { params }));
}

/** The till does it, with its key. */
export async function pack(stage: Stage, { till }: Cast, groupId: string): Promise<void> {
  const at = { path: { id: groupId } };
  const who = { name: 'Till' };
  const accepted = await till.call('acceptOrderGroup', at);
  stage.step(who, `accepts the order (${accepted.status})`);
  const packed = await till.call('packOrderGroup', at);
  stage.step(who, `packs it (${packed.status})`);
  const ready = await till.call('readyOrderGroup', at);
  stage.step(who, `marks it ready for pickup (${ready.status})`);
}

/**
 * The service offers the task to the journey's driver; where another driver is nearer, the dispatcher assigns it by
 * hand.
 */
export async function receiveOffer(
  stage: Stage,
  { dispatcher, driver, driverId }: Cast,
  order: Schema<'Order'>,
): Promise<Schema<'DispatchTask'>> {
  const find = async (status: 'ASSIGNED' | 'UNASSIGNED') => {
    const tasks = await dispatcher.ok(
      'list tasks',
      dispatcher.api.GET('/dispatch/tasks', { params: { query: { status, limit: 100 } } }),
    );
    return tasks.data.find((task) => task.orderNumber === order.number) ?? null;
  };
  const task = await stage.until('the task to be offered', () => find('ASSIGNED'));
  const path = { id: task.id };
  if (task.driverId === driverId) {
    const explanation = await dispatcher.ok(
      'read the explanation',
      dispatcher.api.GET('/dispatch/tasks/{id}/explanation', { params: { path } }),
    );
    const weighed = explanation.choices.at(-1)?.candidates.length ?? 0;
    stage.step(dispatcher, `sees the task assigned automatically, ${weighed} driver(s) weighed`);
  } else {
    await dispatcher.ok(
      'assign by hand',
      dispatcher.api.POST('/dispatch/tasks/{id}/assign', { params: { path }, body: { driverId } }),
    );
    stage.step(dispatcher, 'assigns the task by hand: another driver was nearer');
  }
  await stage.hears(driver, 'task.offered', (payload) => payload.taskId === task.id);
  return dispatcher.ok('read the task', dispatcher.api.GET('/dispatch/tasks/{id}', { params: { path } }));
}

/** The buyer reads the code in the notifications. */
export async function readCode(stage: Stage, { buyer }: Cast): Promise<string> {
  const code = await stage.until('the delivery code under the bell', async () => {
    const bell = await buyer.ok('read notifications', buyer.api.GET('/notifications'));
    const notification = bell.data.find((one) => one.kind === 'DELIVERY_CODE');
    return deliveryCodeIn(notification?.body);
  });
  stage.step(buyer, 'reads the delivery code under the bell and tells the driver');
  return code;
}
