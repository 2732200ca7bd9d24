import type { Figures, Phase } from '../record/figures.ts';
import type { Histogram } from '../record/histogram.ts';
import type { FaultFigures } from './fault-figures.ts';
import { type Line, plain, type Span, styled } from './line.ts';
import { bar, clockTime, count, duration, share, tally } from './words.ts';

/** What the screen shows in addition to the figures. */
export interface Moment {
  title: string;
  /** Real time, in milliseconds since 1970, and since the run began. */
  now: number;
  elapsed: number;
  /** Positions per second that drivers sent in the last seconds. */
  pingsPerSecond: number;
  faults: FaultFigures | null;
}

const PHASES: Readonly<Record<Phase, string>> = {
  SETTING_UP: 'Setting up',
  PLAYING: 'Playing',
  ENDING: 'Bringing everything to its end',
  JUDGING: 'Judging',
  DONE: 'Done',
};

/** In the sequence that an order passes through, then the other ends. */
const STAGES = [
  ['PENDING_ACCEPTANCE', 'waiting'],
  ['ACCEPTED', 'accepted'],
  ['PACKED', 'packed'],
  ['READY_FOR_PICKUP', 'ready'],
  ['PICKED_UP', 'picked up'],
  ['IN_TRANSIT', 'on the way'],
  ['DELIVERY_FAILED', 'failed'],
  ['RETURNING', 'returning'],
] as const;
const EXITS = [
  ['DELIVERED', 'delivered'],
  ['REJECTED', 'rejected'],
  ['CANCELLED', 'cancelled'],
  ['RETURNED', 'returned'],
  ['WRITTEN_OFF', 'written off'],
] as const;

const LABEL = 10;
const BAR = 24;

/** The whole display, line by line. A pure function. */
export function screenLines(figures: Figures, moment: Moment): Line[] {
  const head: Line[] = [
    [styled('strong', moment.title)],
    [
      styled('strong', PHASES[figures.phase]),
      plain(`  ${clock(figures)}  ${duration(moment.elapsed)} so far`),
    ],
  ];
  if (figures.phase === 'SETTING_UP') return [...head, [], ...setUpLines(figures, moment)];
  return [...head, [], ...dayLines(figures, moment), [], ...latestLines(figures)];
}

function clock({ clock: shown, rate, plannedMinutes }: Figures): string {
  if (shown === null) return `${rate}× time`;
  const minutes = (shown.now.getTime() - shown.dayStart.getTime()) / 60_000;
  const over = Math.min(plannedMinutes, Math.max(0, minutes));
  return `${clockTime(shown.now)} in Qatar, ${rate}× time  ${bar(over, plannedMinutes, BAR)} ${share(over, plannedMinutes)}`;
}

function setUpLines(figures: Figures, moment: Moment): Line[] {
  const { setUp } = figures;
  const widest = Math.max(0, ...setUp.map(({ what }) => what.length));
  const waits = waiting(figures, moment);
  return [
    ...setUp.map(({ what, done, total }) => [
      plain(`${what.padEnd(widest)}  `),
      done >= total ? styled('good', bar(done, total, BAR)) : plain(bar(done, total, BAR)),
      plain(` ${count(done)} of ${count(total)}`),
    ]),
    ...(waits === null ? [] : [[], [styled('warn', waits)]]),
  ];
}

/** Says why the day is waiting, and until when. */
function waiting({ limitedUntil }: Figures, { now }: Moment): string | null {
  const left = (limitedUntil?.getTime() ?? 0) - now;
  if (left <= 0) return null;
  return `The service takes all these people for one address and its budget is spent: on in ${duration(left)}. With this machine in its TRUSTED_PROXIES nobody waits.`;
}

function dayLines(figures: Figures, { pingsPerSecond, faults }: Moment): Line[] {
  const { orders, delivered, drivers, sockets, pings } = figures;
  const brought = delivered.onTime + delivered.late;
  const line = (label: string, ...spans: Span[]): Line => [styled('faint', label.padEnd(LABEL)), ...spans];
  return [
    line(
      'Orders',
      plain(
        `${count(orders.placed)} of ${count(figures.plannedOrders)} placed · ${count(orders.ended)} ended`,
      ),
      plain(orders.notPlaced === 0 ? '' : ` · ${count(orders.notPlaced)} not placed`),
    ),
    line('', plain(stages(figures, STAGES))),
    line('', plain(stages(figures, EXITS))),
    line('On time', onTime(delivered.onTime, brought), plain(` of ${count(brought)} delivered`)),
    line('Wait', plain(`for a driver ${spread(figures.assignmentWait, 1_000)}, by the domain's clock`)),
    line('Push', plain(`${spread(figures.push)} · answers ${spread(figures.answers)}`)),
    line('Pings', plain(`${count(pings.sent)} sent, ${count(pingsPerSecond)} a second`)),
    line('Drivers', plain(`${drivers.onDuty} on duty · ${drivers.onBreak} on a break · ${drivers.off} off`)),
    line(
      'Sockets',
      sockets.live < sockets.total ? styled('warn', sockets_(sockets)) : plain(sockets_(sockets)),
    ),
    line('Cash', plain(`${figures.cashInTheStreet} QAR in the street`)),
    line(
      'Errors',
      figures.errors.size === 0 ? styled('good', 'none') : styled('warn', tally(figures.errors)),
    ),
    ...(faults === null ? [] : [line('Faults', plain(tally(faults.done)), now(faults))]),
  ];
}

function sockets_({ live, total }: Figures['sockets']): string {
  return `${count(live)} of ${count(total)} live`;
}

function now({ now: broken }: FaultFigures): Span {
  return broken === null ? plain('') : styled('bad', `  now: ${broken}`);
}

function stages({ groups }: Figures, list: typeof STAGES | typeof EXITS): string {
  return list.map(([status, word]) => `${word} ${count(groups.get(status) ?? 0)}`).join(' · ');
}

const GOOD_SHARE = 0.9;

function onTime(part: number, whole: number): Span {
  return styled(whole === 0 || part / whole >= GOOD_SHARE ? 'good' : 'warn', share(part, whole));
}

/** @param unit Milliseconds in one of the histogram's. */
export function spread(histogram: Histogram, unit = 1): string {
  const at = (part: number) => {
    const value = histogram.percentile(part);
    return duration(value === null ? null : value * unit);
  };
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}

const MAX_EVENTS_SHOWN = 6;

function latestLines({ latest }: Figures): Line[] {
  return latest
    .slice(-MAX_EVENTS_SHOWN)
    .map(({ at, text }) => [styled('faint', `${clockTime(at)}  `), plain(text)]);
}

function setUpLine(figures: Figures, moment: Moment): string {
  const { setUp, phase } = figures;
  const step = setUp.find(({ done, total }) => done < total) ?? setUp.at(-1);
  if (step === undefined) return PHASES[phase];
  const waits = waiting(figures, moment);
  return `${PHASES[phase]}: ${step.what}, ${step.done} of ${step.total}${waits === null ? '' : `. ${waits}`}`;
}

/** The same in one line, for output that is not a terminal. */
export function oneLine(figures: Figures, moment: Moment): string {
  const { phase, orders, delivered } = figures;
  if (phase === 'SETTING_UP') return setUpLine(figures, moment);
  const brought = delivered.onTime + delivered.late;
  return [
    `${PHASES[phase]}${figures.clock === null ? '' : ` ${clockTime(figures.clock.now)}`}`,
    `${orders.placed} of ${figures.plannedOrders} placed, ${orders.ended} ended`,
    `${brought} delivered, ${share(delivered.onTime, brought)} on time`,
    `push ${spread(figures.push)}`,
    `${Math.round(moment.pingsPerSecond)} pings/s`,
    `${figures.cashInTheStreet} QAR in the street`,
    `errors ${tally(figures.errors, 3)}`,
    ...(moment.faults === null ? [] : [`faults ${tally(moment.faults.done)}`]),
  ].join('; ');
}
