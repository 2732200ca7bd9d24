import type { PolicyName } from '../../../actors/assignment/policy.ts';
import { type LabReport, type PolicyRuns, spreadsOf } from './compare.ts';
import { niceTicks } from './nice-ticks.ts';
import { POLICY_TITLES, ROWS, type Row, shown } from './rows.ts';

/** Distinguishable with colour blindness, too. */
const COLOURS: { readonly [name in PolicyName]: string } = {
  NEAREST: '#767676',
  INSERTION_COST: '#0072b2',
  BATCHED: '#c25e00',
};

const PANEL = { width: 330, height: 250 };
const GAP = 26;
const MARGIN = 34;
const HEAD = 84;
const FOOT = 46;
const COLUMNS = 3;
/** Margins of a panel in pixels: title above, names below, and axis labels left of the plot. */
const PLOT = { left: 48, top: 46, bottom: 34, right: 8 };

const STYLE = `
  text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #1c2733 }
  .title { font-size: 20px; font-weight: 650 } .about { font-size: 13px; fill: #51606f }
  .panel { font-size: 14px; font-weight: 600 } .unit { font-weight: 400; fill: #51606f }
  .tick { font-size: 11px; fill: #51606f } .name { font-size: 12px } .mean { font-size: 12px; font-weight: 650 }
  .grid { stroke: #e3e8ed } .axis { stroke: #9aa7b4 } .pair { stroke: #b9c3cd; stroke-opacity: .55; fill: none }`;

/** An SVG with a panel for each value: each day is a dot, lines join the same day, mean and deviation stand beside. */
export function pictureOf(report: LabReport): string {
  const lines = Math.ceil(ROWS.length / COLUMNS);
  const width = 2 * MARGIN + COLUMNS * PANEL.width + (COLUMNS - 1) * GAP;
  const height = HEAD + lines * PANEL.height + (lines - 1) * GAP + FOOT;
  const panels = ROWS.map((row, index) => {
    const x = MARGIN + (index % COLUMNS) * (PANEL.width + GAP);
    const y = HEAD + Math.floor(index / COLUMNS) * (PANEL.height + GAP);
    return `<g transform="translate(${x} ${y})">${panelOf(report.runs, row)}</g>`;
  });
  const about = aboutOf(report);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title about">`,
    `<style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`,
    `<text id="title" class="title" x="${MARGIN}" y="36">The same days under each assignment policy</text>`,
    `<text id="about" class="about" x="${MARGIN}" y="58">${about}</text>`,
    ...panels,
    `<text class="about" x="${MARGIN}" y="${height - 18}">A dot is a day, a thin line joins the same day. The diamond is the mean, its bar one standard deviation. Less is better in every panel.</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function aboutOf({ options, runs }: LabReport): string {
  const { seeds, orders, drivers, hours } = options;
  const tasks = runs[0] === undefined ? 0 : spreadsOf(runs[0], 'tasks').mean;
  return `${seeds.length} days (seeds ${seeds[0]}–${seeds.at(-1)}): ${shown(orders, 0)} orders in ${hours} hours, ${shown(tasks, 0)} deliveries on average, ${drivers} drivers; simulated, the same people, ways and troubles`;
}

function panelOf(runs: readonly PolicyRuns[], row: Row): string {
  const values = runs.flatMap(({ measures }) => measures.map((each) => each[row.key]));
  const ticks = niceTicks(Math.max(...values, 0));
  const top = ticks.at(-1) ?? 1;
  const bottom = PANEL.height - PLOT.bottom;
  const yOf = (value: number) => round(bottom - (value / top) * (bottom - PLOT.top));
  const xOf = (index: number) =>
    round(PLOT.left + ((index + 0.5) / runs.length) * (PANEL.width - PLOT.left - PLOT.right));
  return [
    `<text class="panel" x="0" y="16">${row.title} <tspan class="unit">(${row.unit})</tspan></text>`,
    ...ticks.map((tick) => tickOf(tick, yOf(tick), tick === 0)),
    ...pairsOf(runs, row, xOf, yOf),
    ...runs.map((run, index) => policyOf(run, row, xOf(index), yOf)),
  ].join('');
}

function tickOf(value: number, y: number, isAxis: boolean): string {
  const line = `<line class="${isAxis ? 'axis' : 'grid'}" x1="${PLOT.left}" x2="${PANEL.width - PLOT.right}" y1="${y}" y2="${y}"/>`;
  const digits = Number.isInteger(value) ? 0 : Math.min(3, String(value).split('.')[1]?.length ?? 0);
  return `${line}<text class="tick" x="${PLOT.left - 7}" y="${y + 4}" text-anchor="end">${shown(value, digits)}</text>`;
}

/** Dots stand left of the mean. */
const DOTS = -16;

function pairsOf(
  runs: readonly PolicyRuns[],
  { key }: Row,
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string[] {
  const days = runs[0]?.measures.length ?? 0;
  return Array.from({ length: days }, (_, day) => {
    const points = runs.flatMap(({ measures }, index) => {
      const value = measures[day]?.[key];
      return value === undefined ? [] : `${xOf(index) + DOTS},${yOf(value)}`;
    });
    return `<polyline class="pair" points="${points.join(' ')}"/>`;
  });
}

function policyOf(run: PolicyRuns, { key, digits }: Row, x: number, yOf: (value: number) => number): string {
  const colour = COLOURS[run.policy];
  const { mean, deviation } = spreadsOf(run, key);
  const dots = run.measures.map(
    (each) => `<circle cx="${x + DOTS}" cy="${yOf(each[key])}" r="3" fill="${colour}" fill-opacity=".55"/>`,
  );
  const [y, high, low] = [yOf(mean), yOf(mean + deviation), yOf(Math.max(0, mean - deviation))];
  return [
    ...dots,
    `<line x1="${x}" x2="${x}" y1="${high}" y2="${low}" stroke="${colour}" stroke-width="2"/>`,
    `<path d="M${x} ${round(y - 5)}l5 5-5 5-5-5z" fill="${colour}"/>`,
    `<text class="mean" x="${x + 9}" y="${round(y + 4)}" style="fill:${colour}">${shown(mean, digits)}</text>`,
    `<text class="name" x="${x}" y="${PANEL.height - 14}" text-anchor="middle">${POLICY_TITLES[run.policy]}</text>`,
  ].join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
