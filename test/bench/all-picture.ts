import { PUBLISHED, type Published, type PublishedName } from './published.ts';

/** What was measured here, where it was. */
export type Own = Partial<Record<PublishedName, number>>;

const LEFT = 190;
/** Bars with their values. */
const MIDDLE = 440;
/** Of a note's letters, on average and in any of the fonts. */
const LETTER = 6;
const NOTES = Object.values(PUBLISHED).flatMap(({ ours, others }) => [
  ours,
  ...others.map(({ note }) => note),
]);
/** Room for the longest note. */
const RIGHT = 20 + LETTER * Math.max(...NOTES.map(({ length }) => length));
const WIDTH = LEFT + MIDDLE + RIGHT;
const ROW = 26;
const HEAD = 92;
const PANEL_HEAD = 50;
const GAP = 22;
const FOOT = 40;

const STYLE = `
  text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; fill: #1c2733; font-size: 13px }
  .title { font-size: 20px; font-weight: 650 } .about, .note { fill: #51606f } .note { font-size: 11px }
  .panel { font-size: 15px; font-weight: 600 } .own { font-weight: 650 } .bar { fill: #b9c3cd } .bar.own { fill: #0072b2 }`;

interface Bar {
  who: string;
  value: number;
  note: string;
  isOwn: boolean;
}

/**
 * An SVG with a panel for each published value; bars are as long as the logarithm of the value, since values of one panel
 * lie far apart. Panels without a value of ours are left out.
 */
export function pictureOfAll(own: Own, about: string): string {
  const panels = (Object.keys(PUBLISHED) as PublishedName[]).flatMap((name) => {
    const value = own[name];
    return value === undefined ? [] : [panelOf(PUBLISHED[name], value)];
  });
  let y = HEAD;
  const placed = panels.map(({ svg, height }) => {
    const at = y;
    y += height + GAP;
    return `<g transform="translate(0 ${at})">${svg}</g>`;
  });
  const height = y + FOOT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title about">`,
    `<style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`,
    '<text id="title" class="title" x="24" y="36">Wasl beside what others publish</text>',
    `<text id="about" class="about" x="24" y="60">${escaped(about)}</text>`,
    ...placed,
    `<text class="note" x="24" y="${height - 16}">Bars are logarithmic. The values of others are their own, from other machines and other loads: ranges, no race.</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function panelOf({ title, unit, better, ours, others }: Published, value: number) {
  const bars: Bar[] = [
    { who: 'Wasl', value, note: ours, isOwn: true },
    ...others.map((other) => ({ ...other, isOwn: false })),
  ];
  bars.sort((one, other) => (better === 'more' ? other.value - one.value : one.value - other.value));
  const scale = scaleOf(bars.map((bar) => bar.value));
  const rows = bars.map((bar, index) => rowOf(bar, PANEL_HEAD + index * ROW, scale(bar.value)));
  return {
    svg: `<text class="panel" x="24" y="24">${escaped(title)} <tspan class="about">(${escaped(unit)}; ${better} is better)</tspan></text>${rows.join('')}`,
    height: PANEL_HEAD + bars.length * ROW,
  };
}

/** From the power of ten below the least value to the largest one. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const from = Math.floor(Math.log10(Math.min(...values)) - 0.1);
  const to = Math.log10(Math.max(...values));
  const room = MIDDLE - 70;
  return (value) => Math.max(2, Math.round(((Math.log10(value) - from) / (to - from)) * room));
}

function rowOf({ who, value, note, isOwn }: Bar, y: number, length: number): string {
  const own = isOwn ? ' own' : '';
  return [
    `<text class="${own.trim()}" x="${LEFT - 10}" y="${y}" text-anchor="end">${escaped(who)}</text>`,
    `<rect class="bar${own}" x="${LEFT}" y="${y - 13}" width="${length}" height="17" rx="3"/>`,
    `<text class="${own.trim()}" x="${LEFT + length + 8}" y="${y}">${value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })}</text>`,
    `<text class="note" x="${WIDTH - RIGHT + 10}" y="${y}">${escaped(note)}</text>`,
  ].join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
