import { add, compare, isZero, subtract } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import { csvOf, freeText } from '../../kernel/http/csv.ts';
import { type CashDay, type DriverCashDay, readCashDays, readLedgerDay } from './ledger-store.ts';

export interface CashReport {
  day: Day;
  from: Date;
  until: Date;
  drivers: DriverCashDay[];
  totals: CashDay;
  /** Whether the totals match the ledger: all drivers' holdings at the end of the day, and what went into the till. */
  balanced: boolean;
}

const FIELDS = ['opening', 'collected', 'reversed', 'settled', 'handedIn', 'difference', 'closing'] as const;

/** Most drivers in a report. A truncated report does not balance, and so reveals the truncation. */
const MAX_DRIVERS = 5_000;

/** A day's cash by driver, computed from the ledger alone in one database snapshot. */
export function readCashReport(database: Database, day: Day): Promise<CashReport> {
  const [from, until] = [startOfDay(day), endOfDay(day)];
  return inTransaction(
    database,
    async (trx) => {
      const rows = await readCashDays(trx, { from, until, limit: MAX_DRIVERS });
      const totals = Object.fromEntries(
        FIELDS.map((field) => [field, add(...rows.map((row) => row[field]))]),
      ) as unknown as CashDay;
      const ledger = await readLedgerDay(trx, { from, until });
      return { day, from, until, drivers: rows, totals, balanced: isBalanced(totals, ledger) };
    },
    { isolation: 'repeatable read, read only' },
  );
}

function isBalanced(totals: CashDay, { held, till }: { held: string; till: string }): boolean {
  const { opening, collected, reversed, settled, handedIn, closing } = totals;
  const moved = subtract(add(opening, collected), add(reversed, settled));
  return isZero(subtract(moved, closing)) && compare(held, closing) === 0 && compare(till, handedIn) === 0;
}

/** One row per driver and one of totals. */
export function cashReportCsv({ day, drivers, totals }: CashReport): string {
  return csvOf([
    ['day', 'driverId', 'driverName', ...FIELDS],
    ...drivers.map((row) => [
      ...[day, row.driverId, freeText(row.driverName)],
      ...FIELDS.map((field) => row[field]),
    ]),
    [day, '', 'TOTAL', ...FIELDS.map((field) => totals[field])],
  ]);
}
