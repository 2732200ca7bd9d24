import { readFileSync } from 'node:fs';
import pg from 'pg';
import { quietly } from '../../scripts/embedded/run.ts';

/** Processor time in milliseconds: the speed of a busy machine changes from run to run, processor time hardly does. */
export interface CpuTime {
  node: number;
  /** All backends that serve the bench; NaN where /proc is missing. */
  postgres: number;
}

/** Linux counts in hundredths of a second. */
const TICK = 10;

export async function cpuTime(url: string): Promise<CpuTime> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'bench-%'`,
    );
    const { user, system } = process.cpuUsage();
    return {
      node: (user + system) / 1_000,
      postgres: rows.reduce((sum, { pid }) => sum + processTime(pid), 0),
    };
  } finally {
    await client.end();
  }
}

/** Processor time in milliseconds that a process has used so far; NaN where /proc is missing. */
export function processTime(pid: number): number {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name, in brackets, may contain anything; the numbers come after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
