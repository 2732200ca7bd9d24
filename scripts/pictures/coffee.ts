import { namedChance } from '../shared/chance.ts';
import { linear, type ProductDrawing, placed, radial, shadow } from './canvas.ts';

/** A bag of coffee, with beans and cardamom in front. */
export function coffee(): ProductDrawing {
  return {
    arch: '#dbe3d0',
    defs: [
      linear('kraft', 'h', ['#a97c4e', '#c99f6c', '#d9b384', '#c0925d', '#94683c']),
      linear('fold', 'v', ['#8a6036', '#b98b58']),
      linear('band', 'h', ['#5d0d29', '#8b1a40', '#6b1032']),
      radial('bean', ['#c58f52', '#99622d', '#643b16'], { x: 0.35, y: 0.3, r: 0.85 }),
      radial('pod', ['#c6d48c', '#93ab58', '#64803a'], { x: 0.35, y: 0.25, r: 0.9 }),
    ].join(''),
    parts: [shadow(400, 676, 220, 30), bag(), label(), heap()].join('\n'),
  };
}

function bag(): string {
  return `<path d="M236 214L250 660C252 676 262 682 278 682H522C538 682 548 676 550 660L564 214Z" fill="url(#kraft)"/>
<path d="M236 214L246 520C256 560 262 630 250 660Z" fill="#7d5530" opacity=".3"/>
<path d="M564 214L554 520C544 560 538 630 550 660Z" fill="#5f3d1c" opacity=".35"/>
<path d="M230 148C230 140 236 136 244 136H556C564 136 570 140 570 148L564 220H236Z" fill="url(#fold)"/>
<path d="M236 214H564L563 224H237Z" fill="#5f3d1c" opacity=".4"/>
<rect x="244" y="168" width="312" height="18" rx="9" fill="#7d1538"/>
<path d="M276 250C270 380 282 520 290 640" fill="none" stroke="#f4dcb8" stroke-width="12" stroke-linecap="round" opacity=".45"/>`;
}

/** A round label with a dallah. */
function label(): string {
  return `<path d="M240 352L243 470H557L560 352Z" fill="url(#band)"/>
<circle cx="400" cy="411" r="112" fill="#fffaf0"/>
<circle cx="400" cy="411" r="99" fill="none" stroke="#b58a3c" stroke-width="4"/>
<g fill="#7d1538"><path d="M368 474C348 460 346 428 364 410C376 398 380 386 376 372H424C420 386 424 398 436 410C454 428 452 460 432 474Z"/>
<path d="M378 366C380 352 394 350 398 338H402C406 350 420 352 422 366Z"/><circle cx="400" cy="334" r="6"/>
<path d="M378 404C350 402 338 380 318 372C346 364 362 380 378 384Z"/></g>
<path d="M424 380C458 370 476 396 464 420C458 434 448 440 440 442" fill="none" stroke="#7d1538" stroke-width="9" stroke-linecap="round"/>
<g fill="#b58a3c"><circle cx="270" cy="411" r="7"/><circle cx="530" cy="411" r="7"/></g>`;
}

function heap(): string {
  const chance = namedChance(11, 'coffee');
  const spots = Array.from({ length: 26 }, (_, index) => {
    const x = 190 + index * 17 + chance.between(-8, 8);
    const y = 706 + chance.between(-22, 22) - 22 * Math.sin(((x - 180) / 450) * Math.PI);
    return { x, y, turn: chance.between(-70, 70), isPod: index % 4 === 2 };
  }).sort((one, other) => one.y - other.y);
  const parts = spots.map(({ x, y, turn, isPod }) => placed(isPod ? pod() : bean(), x, y, turn, 1.06));
  return shadow(410, 732, 250, 18) + parts.join('');
}

function bean(): string {
  return `<ellipse rx="30" ry="21" fill="url(#bean)"/><path d="M-26 3C-10 -9 8 11 26 -3" fill="none" stroke="#4a270b" stroke-width="5" stroke-linecap="round"/>
<path d="M-16 -12C-6 -17 8 -17 16 -12" fill="none" stroke="#ffe0b5" stroke-width="4" stroke-linecap="round" opacity=".6"/>`;
}

function pod(): string {
  return `<path d="M-38 0C-22 -22 16 -22 38 0C16 22 -22 22 -38 0Z" fill="url(#pod)"/>
<g fill="none" stroke="#4f6a2b" stroke-width="3" opacity=".7"><path d="M-34 0C-12 -9 12 -9 34 0"/><path d="M-34 0C-12 9 12 9 34 0"/></g>
<path d="M-20 -9C-6 -15 8 -15 18 -10" fill="none" stroke="#f2f7d4" stroke-width="4" stroke-linecap="round" opacity=".8"/>`;
}
