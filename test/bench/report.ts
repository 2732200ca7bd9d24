import { cpus, loadavg } from 'node:os';
import type { PublishedName } from './published.ts';

export interface Line {
  what: string;
  bar: string;
  value: string;
  /** Null without a limit: a value to compare with. */
  ok: boolean | null;
  /** The values in it that others publish, too. */
  published?: Partial<Record<PublishedName, number>>;
}

export interface Report {
  notes: readonly string[];
  lines: readonly Line[];
}

/** Prints a result as soon as it is measured, in addition to the report at the end. */
export function tellProgress({ what, value, ok }: Line): void {
  console.error(`${what}: ${value}${ok === false ? ' MISSED' : ''}`);
}

/** What every bench prints at its end. */
export function printReport(notes: readonly string[], lines: readonly Line[]): void {
  console.log(`\n${notes.join('\n')}\n`);
  printLines(lines);
  // To `npm run bench -- all`, which started this process.
  process.send?.({ report: { notes, lines } satisfies Report });
}

export function printLines(lines: readonly Line[]): void {
  const width = (column: 'what' | 'bar' | 'value') =>
    Math.max(column.length, ...lines.map((line) => line[column].length));
  const [what, bar, value] = [width('what'), width('bar'), width('value')];
  console.log(`${'what'.padEnd(what)}  ${'bar'.padEnd(bar)}  ${'value'.padEnd(value)}`);
  for (const line of lines) {
    const verdict = line.ok === null ? '' : line.ok ? 'ok' : 'MISSED';
    const row = `${line.what.padEnd(what)}  ${line.bar.padEnd(bar)}  ${line.value.padEnd(value)}  ${verdict}`;
    console.log(row.trimEnd());
  }
}

/** Cores and how busy they were before: results from a machine with other work are worth little. */
export function machine(): string {
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${cpus().length} cores, load ${load} before, Node ${process.version}`;
}

/** In milliseconds, of values in any order; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
