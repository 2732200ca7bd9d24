import type { DayFigures } from '../../actors/replay/figures.ts';
import type { ReplayReport } from '../../server/dispatch/history/history.ts';

const ROWS: readonly [string, (figures: DayFigures) => string][] = [
  ['tasks', ({ tasks }) => String(tasks)],
  ['delivered', ({ delivered }) => String(delivered)],
  ['not assigned', ({ notAssigned }) => String(notAssigned)],
  ['lateness, minutes in all', ({ lateness }) => lateness.totalMinutes.toFixed(1)],
  ['lateness, p95 in minutes', ({ lateness }) => lateness.p95Minutes.toFixed(1)],
  ['late, share', ({ lateness }) => `${(100 * lateness.share).toFixed(1)} %`],
  ['distance, straight km', ({ kilometres }) => kilometres.toFixed(1)],
  ['wait for a driver, mean s', ({ waitForAssignment }) => waitForAssignment.meanSeconds.toFixed(1)],
  ['wait for a driver, p95 s', ({ waitForAssignment }) => waitForAssignment.p95Seconds.toFixed(1)],
  ['deliveries a driver', ({ fairness }) => `${fairness.least}–${fairness.most}, mean ${fairness.mean}`],
  ['spread of work, Gini', ({ fairness }) => fairness.gini.toFixed(3)],
  ['overtime, minutes', ({ overtimeMinutes }) => overtimeMinutes.toFixed(1)],
  ['stops put off', ({ movedStops }) => (movedStops === null ? '-' : String(movedStops))],
];

/** The runs side by side, the day as it was first. */
export function tableOf(report: ReplayReport): string {
  const { day, seed, travel, recorded, runs } = report;
  const columns = [
    ['', ...ROWS.map(([name]) => name), 'same driver as recorded', 'deliveries apart, median s'],
    ['as it was', ...ROWS.map(([, of]) => of(recorded)), '', ''],
    ...runs.map(({ policy, figures, agreement }) => [
      policy,
      ...ROWS.map(([, of]) => of(figures)),
      `${agreement.sameDriver} of ${agreement.compared}`,
      agreement.deliveryMedianSeconds === null ? '-' : agreement.deliveryMedianSeconds.toFixed(0),
    ]),
  ];
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  const lines = (columns[0] ?? []).map((_, row) =>
    columns
      .map((cells, column) => {
        const cell = cells[row] ?? '';
        return column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
  const error =
    travel.medianErrorSeconds === null
      ? ''
      : `, off by ${travel.medianErrorSeconds.toFixed(0)} s at the median`;
  const model = `ways ${travel.factor} times the model, ${travel.serviceSeconds} s a stop (${travel.legs} legs${error})`;
  return [`${day}, seed ${seed}; ${model}`, '', ...lines, ''].join('\n');
}
