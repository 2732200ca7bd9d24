import { type LabReport, type PolicyRuns, RIVAL, spreadsOf } from './compare.ts';
import { MORE_ROWS, POLICY_TITLES, ROWS, type Row, shown } from './rows.ts';
import { spreadOf } from './spread.ts';

/** Policies side by side: mean ± standard deviation over the seeds, and the change against the rival seed by seed. */
export function tableOf({ options, runs }: LabReport): string {
  const { seeds, orders, drivers, hours } = options;
  const tasks = runs[0] === undefined ? 0 : spreadsOf(runs[0], 'tasks').mean;
  const head = `${seeds.length} days (seeds ${seeds[0]} to ${seeds.at(-1)}): ${orders} orders in ${hours} h, ${shown(tasks, 0)} deliveries on average, ${drivers} drivers`;
  const lines = [
    ['', ...runs.map(({ policy }) => POLICY_TITLES[policy])],
    ...[...ROWS, ...MORE_ROWS].map((row) => [
      `${row.title}, ${row.unit}`,
      ...runs.map((run) => cell(run, row)),
    ]),
    ...againstRows(runs),
  ];
  return [head, '', ...aligned(lines), ''].join('\n');
}

function cell(run: PolicyRuns, { key, digits }: Row): string {
  const { mean, deviation } = spreadsOf(run, key);
  return `${shown(mean, digits)} ± ${shown(deviation, digits)}`;
}

function againstRows(runs: readonly PolicyRuns[]): string[][] {
  if (runs.every(({ against }) => against === null)) return [];
  const rival = POLICY_TITLES[RIVAL].toLowerCase();
  const row = (title: string, of: (against: NonNullable<PolicyRuns['against']>) => string) => [
    title,
    ...runs.map(({ against }) => (against === null ? '' : of(against))),
  ];
  return [
    row(`Lateness against ${rival}`, ({ lateness }) => percent(lateness)),
    row('  worst and best day', ({ lateness }) => range(lateness)),
    row(`Distance against ${rival}`, ({ distance }) => percent(distance)),
    row('  worst and best day', ({ distance }) => range(distance)),
  ];
}

function percent(values: readonly number[]): string {
  const { mean, deviation } = spreadOf(values);
  return `${signed(mean)} ± ${shown(deviation, 1)} %`;
}

function range(values: readonly number[]): string {
  const { least, most } = spreadOf(values);
  return `${signed(most)} … ${signed(least)} %`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${shown(Math.abs(value), 1)}`;
}

function aligned(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines.map((cells) =>
    cells
      .map((text, column) =>
        column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
