import { namedChance } from '../shared/chance.ts';
import { linear, type ProductDrawing, placed, shadow } from './canvas.ts';

/** An open wooden box of agarwood chips, with some in front. */
export function oud(): ProductDrawing {
  return {
    arch: '#e2d6c8',
    defs: [
      linear('chip-a', 'v', ['#b98a58', '#7b4f29']),
      linear('chip-b', 'v', ['#8f6239', '#4d2d14']),
      linear('chip-c', 'v', ['#6d4524', '#33190a']),
      linear('box', 'v', ['#7d1538', '#570c25']),
      linear('box-inside', 'v', ['#3a0817', '#5a1029']),
      linear('lid-top', 'v', ['#8d1c43', '#6a0f2f']),
      linear('trim', 'h', ['#8f6a22', '#f1d88e', '#c79a45', '#f1d88e', '#8f6a22']),
    ].join(''),
    parts: [shadow(400, 690, 300, 36), lid(), inside(), heap(), front(), loose()].join('\n'),
  };
}

function lid(): string {
  return `<path d="M176 452L204 226C206 212 214 206 226 206H574C586 206 594 212 596 226L624 452Z" fill="url(#lid-top)"/>
<path d="M206 432L230 250C231 240 236 236 244 236H556C564 236 569 240 570 250L594 432Z" fill="#c9a86a" opacity=".22"/>
<path d="M206 432L230 250C231 240 236 236 244 236H556C564 236 569 240 570 250L594 432" fill="none" stroke="url(#trim)" stroke-width="6"/>
<g fill="none" stroke="#e7cc87" stroke-width="5"><path d="M400 262L430 292L400 322L370 292Z"/><path d="M400 246L446 292L400 338L354 292Z" opacity=".6"/></g>`;
}

function inside(): string {
  return '<path d="M166 452H634L650 520H150Z" fill="url(#box-inside)"/>';
}

/** A splinter with its grain and veins of resin; about 130 long. */
function chip(seed: number): string {
  const chance = namedChance(seed, 'oud');
  const skin = chance.pick(['chip-a', 'chip-b', 'chip-b', 'chip-c'] as const);
  const top = [-66, -38, -6, 30, 62].map((x) => `${x} ${(-chance.between(14, 30)).toFixed(1)}`);
  const bottom = [68, 34, 0, -36, -64].map((x) => `${x} ${chance.between(10, 26).toFixed(1)}`);
  const grain = [-10, 0, 9].map((y) => {
    const bend = chance.between(-8, 8).toFixed(1);
    return `M-52 ${y}C-20 ${bend} 16 ${(y + 4).toFixed(1)} 54 ${(y - 2).toFixed(1)}`;
  });
  return `<path d="M${top.join('L')}L${bottom.join('L')}Z" fill="url(#${skin})" stroke="#2a1407" stroke-opacity=".45" stroke-width="3" stroke-linejoin="round"/>
<path d="${grain.join('')}" fill="none" stroke="#1f0d04" stroke-width="4" stroke-linecap="round" opacity=".5"/>
<path d="M${top[0]}L${top[1]}L${top[2]}L${top[3]}L${top[4]}" fill="none" stroke="#efc994" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" opacity=".6"/>`;
}

function heap(): string {
  const chance = namedChance(5, 'oud');
  const rows = [
    { y: 392, from: 320, to: 490, count: 3 },
    { y: 424, from: 256, to: 548, count: 5 },
    { y: 462, from: 216, to: 588, count: 6 },
    { y: 500, from: 220, to: 580, count: 6 },
  ];
  return rows
    .flatMap(({ y, from, to, count }, row) =>
      Array.from({ length: count }, (_, index) => {
        const x = from + ((to - from) * index) / (count - 1);
        return placed(chip(row * 10 + index), x, y + chance.between(-8, 8), chance.between(-42, 42));
      }),
    )
    .join('');
}

function front(): string {
  const tiles = [-3, -2, -1, 0, 1, 2, 3].map((at) => {
    const x = 400 + at * 66;
    return `<path d="M${x} 566L${x + 24} 596L${x} 626L${x - 24} 596Z"/>`;
  });
  return `<path d="M146 514H654L640 668C639 680 632 686 620 686H180C168 686 161 680 160 668Z" fill="url(#box)"/>
<path d="M146 514H654L652 532H148Z" fill="url(#trim)"/>
<path d="M160 660H640L639 670H161Z" fill="url(#trim)" opacity=".8"/>
<g fill="none" stroke="#e7cc87" stroke-width="4" opacity=".85">${tiles.join('')}</g>
<path d="M184 548L194 648" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".2"/>`;
}

function loose(): string {
  return [
    shadow(230, 738, 90, 12),
    placed(chip(42), 214, 722, 12),
    placed(chip(45), 318, 736, -18, 0.9),
    shadow(600, 738, 80, 12),
    placed(chip(47), 596, 724, -10),
  ].join('');
}
