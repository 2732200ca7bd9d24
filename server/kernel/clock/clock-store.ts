import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, text, timestamptz } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** The database's clock at the moment of the call, not at the start of a transaction. */
export async function readDatabaseClock(database: Database): Promise<Date> {
  const row = await databaseClock.first(database, {});
  if (row === null) throw new Error('the database did not tell its time');
  return row.at;
}

const databaseClock = statement({
  name: 'clock.database',
  sql: 'SELECT clock_timestamp() AS at',
  row: { at: timestamptz },
});

const FAULT = { process: text, skew_ms: bigint };

export interface ClockFault {
  process: string;
  skew_ms: number;
}

/** Records that the clock of this process is wrong, and forgets processes that are long gone. */
export async function writeClockFault(database: Database, fault: ClockFault): Promise<void> {
  await writeFault.count(database, fault);
}

const writeFault = statement({
  name: 'clock.write_fault',
  sql: `WITH gone AS (DELETE FROM clock_faults WHERE seen_at < clock_timestamp() - interval '1 day')
        INSERT INTO clock_faults (process, skew_ms, seen_at) VALUES (:process, :skew_ms, clock_timestamp())
        ON CONFLICT (process) DO UPDATE SET skew_ms = excluded.skew_ms, seen_at = excluded.seen_at`,
  params: FAULT,
});

export async function deleteClockFault(database: Database, process: string): Promise<void> {
  await deleteFault.count(database, { process });
}

const deleteFault = statement({
  name: 'clock.delete_fault',
  sql: 'DELETE FROM clock_faults WHERE process = :process',
  params: { process: text },
});

/** Processes that found their clock wrong a moment ago. One that has died is left out. */
export function readClockFaults(trx: Transaction): Promise<ClockFault[]> {
  return presentFaults.all(trx, {});
}

const presentFaults = statement({
  name: 'clock.present_faults',
  sql: `SELECT process, skew_ms FROM clock_faults
         WHERE seen_at > clock_timestamp() - interval '30 seconds' ORDER BY process LIMIT 200`,
  row: FAULT,
});
