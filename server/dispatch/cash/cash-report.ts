import { add, compare, isZero, subtract } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import { csvOf, freeText } from '../../kernel/http/csv.ts';

/** Decimal strings. `opening + collected − reversed − settled = closing`, `settled + difference = handedIn`. */
export interface CashDay {
  opening: string;
  collected: string;
  reversed: string;
  settled: string;
  handedIn: string;
  difference: string;
  closing: string;
}

export interface DriverCashDay extends CashDay {
  driverId: string;
  driverName: string;
}

export interface CashReport {
  day: Day;
  from: Date;
  until: Date;
  drivers: DriverCashDay[];
  totals: CashDay;
  /** The totals are what the ledger holds: of all drivers at the end of the day, and what went into the till. */
  balanced: boolean;
}

const FIELDS = ['opening', 'collected', 'reversed', 'settled', 'handedIn', 'difference', 'closing'] as const;

/** More drivers than this are not expected; a report that is cut off does not balance, and says so. */
const MOST_DRIVERS = 5_000;

/** A day's cash by driver, from the ledger alone and at one moment of the database. */
export function readCashReport(database: Database, day: Day): Promise<CashReport> {
  const [from, until] = [startOfDay(day), endOfDay(day)];
  return database.transaction(
    async (trx) => {
      const { rows } = await trx.raw<{ rows: DriverCashDay[] }>(BY_DRIVER, {
        from,
        until,
        limit: MOST_DRIVERS,
      });
      const totals = Object.fromEntries(
        FIELDS.map((field) => [field, add(...rows.map((row) => row[field]))]),
      ) as unknown as CashDay;
      const ledger = await trx.raw<{ rows: { held: string; till: string }[] }>(WHOLE, { from, until });
      return { day, from, until, drivers: rows, totals, balanced: isBalanced(totals, ledger.rows[0]) };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

const BY_DRIVER = `
  SELECT d.id AS "driverId", d.full_name AS "driverName", m.opening, m.collected, m.reversed, m.settled,
         m.settled + m.difference AS "handedIn", m.difference, m.closing
    FROM (
      SELECT split_part(e.account, ':', 2)::uuid AS driver_id,
             coalesce(sum(e.amount) FILTER (WHERE held AND j.at < :from), 0.00) AS opening,
             coalesce(sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'COLLECTION'), 0.00) AS collected,
             coalesce(-sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'REVERSAL'), 0.00) AS reversed,
             coalesce(-sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'HAND_IN'), 0.00) AS settled,
             coalesce(-sum(e.amount) FILTER (WHERE NOT held AND today AND j.kind = 'HAND_IN'), 0.00) AS difference,
             coalesce(sum(e.amount) FILTER (WHERE held), 0.00) AS closing,
             count(*) FILTER (WHERE today) AS moved
        FROM ledger_entries e
        JOIN ledger_journals j ON j.id = e.journal_id,
             LATERAL (SELECT e.account LIKE 'driver:%' AS held, j.at >= :from AS today) w
       WHERE (e.account LIKE 'driver:%' OR e.account LIKE 'driver-difference:%') AND j.at < :until
       GROUP BY 1) m
    JOIN drivers d ON d.id = m.driver_id
   WHERE m.moved > 0 OR m.opening <> 0
   ORDER BY d.full_name, d.id LIMIT :limit`;

const WHOLE = `
  SELECT coalesce(sum(e.amount) FILTER (WHERE e.account LIKE 'driver:%'), 0.00) AS held,
         coalesce(sum(e.amount) FILTER (WHERE e.account = 'till' AND j.kind = 'HAND_IN' AND j.at >= :from), 0.00) AS till
    FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
   WHERE j.at < :until AND (e.account LIKE 'driver:%' OR e.account = 'till')`;

function isBalanced(totals: CashDay, ledger: { held: string; till: string } | undefined): boolean {
  const { opening, collected, reversed, settled, handedIn, closing } = totals;
  const moved = subtract(add(opening, collected), add(reversed, settled));
  const { held, till } = ledger ?? { held: '0.00', till: '0.00' };
  return isZero(subtract(moved, closing)) && compare(held, closing) === 0 && compare(till, handedIn) === 0;
}

/** One line per driver and one of totals. */
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
