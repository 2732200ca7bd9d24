import type { Schema } from '../people/person.ts';
import { type Cast, OPENING_STOCK } from './cast.ts';
import type { Stage } from './stage.ts';

/** The ledger and stock after a journey, read through the API. */
export interface Books {
  settlement: Schema<'Settlement'>;
  order: Schema<'Order'>;
  task: Schema<'DispatchTask'>;
  stock: { offerId: string; onHand: number; reserved: number; expected: number }[];
  ledger: Schema<'LedgerCheck'>;
}

/** The driver hands the cash in; then the ledger and stock are read. */
export async function settle(stage: Stage, cast: Cast, orderId: string, taskId: string): Promise<Books> {
  const { dispatcher, driver, driverId, buyer, seller, admin } = cast;
  const cash = await driver.ok('read own cash', driver.api.GET('/driver/cash'));
  stage.step(driver, `carries ${cash.onHand.amount} QAR of a limit of ${cash.limit?.amount ?? 'none'}`);
  const settlement = await dispatcher.ok(
    'settle',
    dispatcher.api.POST('/dispatch/cash/settlements', {
      body: { driverId, counted: cash.onHand, note: 'Counted at the counter' },
    }),
  );
  stage.step(
    dispatcher,
    `counts ${settlement.counted.amount} QAR, difference ${settlement.difference.amount}: receipt ${settlement.receiptNumber ?? 'pending'} (${settlement.status})`,
  );

  const order = await stage.until('the payment to be settled', async () => {
    const found = await buyer.ok(
      'read the order',
      buyer.api.GET('/orders/{id}', { params: { path: { id: orderId } } }),
    );
    return found.groups.every((group) => group.payment.status === 'SETTLED') ? found : null;
  });
  await driver.ok('end the shift', driver.api.POST('/driver/shift/end'));
  stage.step(driver, 'ends the shift');
  const task = await dispatcher.ok(
    'read the task',
    dispatcher.api.GET('/dispatch/tasks/{id}', { params: { path: { id: taskId } } }),
  );
  const levels = await seller.ok('read stock', seller.api.GET('/seller/stock'));
  const sold = order.groups.flatMap((group) => group.lines);
  const stock = levels.data.map(({ offerId, onHand, reserved }) => ({
    offerId,
    onHand,
    reserved,
    expected:
      OPENING_STOCK -
      sold.filter((line) => line.offerId === offerId).reduce((sum, line) => sum + line.quantity, 0),
  }));
  const ledger = await admin.ok('check the ledger', admin.api.GET('/admin/ledger/check'));
  return { settlement, order, task, stock, ledger };
}

/** What does not add up, in words; empty if everything does. */
export function faults({ settlement, order, task, stock, ledger }: Books): string[] {
  const found: string[] = [];
  const expect = (holds: boolean, text: string) => {
    if (!holds) found.push(text);
  };
  expect(order.status === 'DELIVERED', `the order is ${order.status}, not DELIVERED`);
  expect(task.status === 'COMPLETED', `the task is ${task.status}, not COMPLETED`);
  expect(settlement.status === 'CLOSED', `the settlement is ${settlement.status}, not CLOSED`);
  expect(
    settlement.expected.amount === order.totals.total.amount,
    `handed in ${settlement.expected.amount}, ordered ${order.totals.total.amount}`,
  );
  for (const { offerId, onHand, reserved, expected } of stock) {
    expect(
      onHand === expected && reserved === 0,
      `offer ${offerId} has ${onHand} on hand and ${reserved} reserved, expected ${expected} and 0`,
    );
  }
  expect(ledger.balanced && ledger.sum.amount === '0.00', `the ledger sums to ${ledger.sum.amount}`);
  return found;
}
