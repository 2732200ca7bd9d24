import type { Figures } from '../record/figures.ts';
import type { Logbook } from '../record/logbook.ts';
import type { AlertPeak } from '../record/logbook-types.ts';
import type { FaultFigures } from './fault-figures.ts';
import { pace } from './pace.ts';
import { spread } from './screen-lines.ts';
import { count, duration, share, tally } from './words.ts';

/** Printed when the day is over, whatever the verdict. Lines without colours: they end up in logs. */
export function summary(
  figures: Figures,
  logbook: Pick<Logbook, 'run' | 'refusals' | 'alertPeak' | 'network' | 'handIns' | 'mishaps'>,
  more: { elapsed: number; faults: FaultFigures | null },
): string[] {
  const { orders, delivered, groups, assignmentWait, push, answers, pings } = figures;
  const brought = delivered.onTime + delivered.late;
  const differences = logbook.handIns.filter(
    ({ difference }) => difference !== null && difference !== '0.00',
  );
  const rows: [string, string][] = [
    [
      'run',
      `seed ${logbook.run.seed}, ${logbook.run.rate}× time, ${duration(more.elapsed)} on ${logbook.run.url}`,
    ],
    [
      'orders',
      `${count(orders.placed)} of ${count(figures.plannedOrders)} placed${throughPages(orders.throughPages)}, ${count(orders.notPlaced)} not, ${count(orders.ended)} brought to an end`,
    ],
    [
      'groups',
      tally(
        new Map([...groups].map(([status, times]) => [status.toLowerCase().replaceAll('_', ' '), times])),
        13,
      ),
    ],
    ['on time', `${share(delivered.onTime, brought)} of ${count(brought)} delivered`],
    ['wait', `${spread(assignmentWait, 1_000)} for a driver, by the domain's clock`],
    ['push', `${spread(push)} of ${count(push.count)}`],
    ['answers', `${spread(answers)} of ${count(answers.count)}`],
    ['pace', pace(figures)],
    ['pings', `${count(pings.sent)} sent, ${count(pings.accepted)} accepted`],
    [
      'cash',
      `${count(logbook.handIns.length)} hand-ins, ${count(differences.length)} with a difference; ${figures.cashInTheStreet} QAR still in the street`,
    ],
    ['alerts', alerts(logbook.alertPeak)],
    ['refusals', tally(logbook.refusals, 12)],
    ['errors', tally(figures.errors, 12)],
    ['limits', figures.limits.size === 0 ? 'met by nobody' : tally(figures.limits, 12)],
    [
      'network',
      `${count(logbook.network.repeated)} requests sent again, ${count(logbook.network.givenUp)} given up`,
    ],
    ...(more.faults === null ? [] : ([['faults', tally(more.faults.done, 12)]] as [string, string][])),
    ...logbook.mishaps.slice(0, MAX_MISHAPS_SHOWN).map((text): [string, string] => ['mishap', text]),
  ];
  return rows.map(([name, text]) => `  ${name.padEnd(9)} ${text}`);
}

function alerts(peak: AlertPeak | null): string {
  return peak === null ? 'none' : `${count(peak.count)} open at the worst: ${tally(peak.kinds, 20)}`;
}

function throughPages(orders: number): string {
  return orders === 0 ? '' : ` (${count(orders)} through the pages)`;
}

const MAX_MISHAPS_SHOWN = 10;
