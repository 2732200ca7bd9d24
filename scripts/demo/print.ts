import type { Books } from './books.ts';
import type { Narrator } from './stage.ts';

const WHO = 14;

const UUID = /^[0-9a-f]{8}-/;

/** Whether a value means something to a reader: ids do not. */
function isTelling(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && !UUID.test(value));
}

/** Prints each step as it happens, and below it the events it caused and their receivers. */
export function printer(): Narrator {
  return {
    step: (who, what) => console.log(`${who.padEnd(WHO)} ${what}`),
    event: ({ who, event, payload }) => {
      const facts = Object.entries(payload).filter(([name, value]) => name !== 'at' && isTelling(value));
      const shown = facts.map(([name, value]) => `${name} ${String(value)}`).join(', ');
      console.log(`${''.padEnd(WHO)}   → ${who}: ${event} (${shown})`);
    },
  };
}

export function printBooks({ order, task, stock, settlement, ledger }: Books): void {
  console.log(`\nOrder ${order.number}: ${order.status}, ${order.totals.total.amount} QAR`);
  for (const group of order.groups) {
    console.log(
      `  ${group.sellerName}: ${group.status}, payment ${group.payment.status} (${group.payment.amountCollected?.amount ?? '0.00'} QAR)`,
    );
  }
  console.log('\nTask history');
  for (const { at, status, by, reason } of task.history)
    console.log(`  ${at}  ${status.padEnd(14)} by ${by}${reason === null ? '' : ` (${reason})`}`);
  console.log('\nStock');
  for (const { offerId, onHand, reserved } of stock)
    console.log(`  offer ${offerId}: ${onHand} on hand, ${reserved} reserved`);
  console.log(
    `\nSettlement ${settlement.receiptNumber ?? settlement.id}: ${settlement.status}, counted ${settlement.counted.amount}, expected ${settlement.expected.amount}`,
  );
  console.log(
    `\nLedger: ${ledger.entries} entries, sum ${ledger.sum.amount}, ${ledger.balanced ? 'balanced' : 'NOT balanced'}`,
  );
  for (const { account, balance } of ledger.accounts)
    console.log(`  ${account.padEnd(60)} ${balance.amount.padStart(12)}`);
}
