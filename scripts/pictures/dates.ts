import { namedChance } from '../shared/chance.ts';
import { linear, type ProductDrawing, placed, radial, shadow } from './canvas.ts';

const SKINS = ['ripe', 'amber', 'dark'] as const;
/** The heap in the bowl, from the back row to the front: left end, right end, height, and how many. */
const ROWS = [
  { from: 268, to: 532, y: 388, count: 4 },
  { from: 236, to: 564, y: 424, count: 5 },
  { from: 228, to: 572, y: 460, count: 6 },
  { from: 250, to: 550, y: 494, count: 5 },
] as const;

/** A bowl heaped with dates, and two in front. */
export function dates(): ProductDrawing {
  return {
    arch: '#e9dcc0',
    defs: [
      radial('ripe', ['#c07a34', '#8f4f1c', '#59290d'], { x: 0.36, y: 0.28, r: 0.85 }),
      radial('amber', ['#dc9c4c', '#ab6828', '#703912'], { x: 0.36, y: 0.28, r: 0.85 }),
      radial('dark', ['#9a5a28', '#6c3714', '#421d08'], { x: 0.36, y: 0.28, r: 0.85 }),
      linear('bowl', 'h', ['#fffdf9', '#f4ebdd', '#d4c3ab']),
      linear('leaf', 'h', ['#6f8f4e', '#4c6c36']),
    ].join(''),
    parts: [
      palmLeaf(),
      shadow(400, 676, 250, 34),
      '<ellipse cx="400" cy="452" rx="236" ry="62" fill="#bfa98a"/>',
      heap(),
      bowl(),
      shadow(640, 702, 90, 16),
      placed(date('amber'), 622, 680, -14, 1.05),
      placed(date('ripe'), 180, 702, 16, 1.05),
    ].join('\n'),
  };
}

/** Lying on its side, the cap to the right. */
function date(skin: (typeof SKINS)[number]): string {
  return `<g><path d="M-62 0C-62 -30 -28 -38 4 -36C40 -34 62 -22 62 0C62 22 40 34 4 36C-28 38 -62 30 -62 0Z" fill="url(#${skin})"/>
<g fill="none" stroke="#3a1805" stroke-width="3" stroke-linecap="round" opacity=".34">
<path d="M-44 -10C-20 -18 14 -18 42 -10"/><path d="M-50 4C-18 -2 20 0 48 4"/><path d="M-40 18C-14 14 18 14 40 18"/></g>
<path d="M-42 -18C-24 -30 6 -30 28 -25" fill="none" stroke="#ffe3b8" stroke-width="8" stroke-linecap="round" opacity=".55"/>
<path d="M54 -15C68 -12 72 -5 72 0C72 5 68 12 54 15C60 6 60 -6 54 -15Z" fill="#e2c48d"/></g>`;
}

function heap(): string {
  const chance = namedChance(7, 'dates');
  const top = [
    placed(date('amber'), 345, 352, -24),
    placed(date('ripe'), 462, 354, 22),
    placed(date('ripe'), 404, 326, -6),
  ];
  const rows = ROWS.flatMap(({ from, to, y, count }) =>
    Array.from({ length: count }, (_, index) => {
      const x = from + ((to - from) * index) / (count - 1);
      const lean = ((x - 400) / 200) * 22;
      return placed(
        date(chance.pick(SKINS)),
        x,
        y + Math.abs(x - 400) * 0.04,
        lean + chance.between(-16, 16),
      );
    }),
  );
  return [...top, ...rows].join('');
}

function bowl(): string {
  return `<path d="M160 456C170 600 262 672 400 672C538 672 630 600 640 456C600 500 500 520 400 520C300 520 200 500 160 456Z" fill="url(#bowl)"/>
<path d="M160 456C200 500 300 520 400 520C500 520 600 500 640 456L639 472C598 516 500 537 400 537C300 537 202 516 161 472Z" fill="#b58a3c"/>
<path d="M178 548C236 596 318 612 400 612C482 612 564 596 622 548" fill="none" stroke="#7d1538" stroke-width="7" opacity=".85"/>
<path d="M190 570C246 616 322 630 400 630C478 630 554 616 610 570" fill="none" stroke="#b58a3c" stroke-width="3"/>
<path d="M208 520C216 580 256 630 314 652" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".7"/>`;
}

function palmLeaf(): string {
  const leaflets = Array.from({ length: 11 }, (_, index) => {
    const x = -index * 26;
    const length = 120 - index * 5;
    const leaf = (turn: number) =>
      placed(
        `<path d="M0 0C${length * 0.4} -11 ${length * 0.8} -8 ${length} 0C${length * 0.8} 6 ${length * 0.4} 8 0 0Z" fill="url(#leaf)"/>`,
        x,
        0,
        turn,
      );
    return leaf(138) + leaf(-138);
  });
  const rib = '<path d="M0 0H-300" stroke="#7a8a4a" stroke-width="8" stroke-linecap="round"/>';
  return placed(leaflets.join('') + rib, 655, 470, 58, 0.95);
}
