import { linear, type ProductDrawing, placed, radial, shadow } from './canvas.ts';

/** Where the six cups stand on the tray, those at the back first. */
const PLACES = [
  { x: 250, y: 516, scale: 1.02 },
  { x: 400, y: 504, scale: 1.02 },
  { x: 550, y: 516, scale: 1.02 },
  { x: 224, y: 616, scale: 1.16 },
  { x: 400, y: 640, scale: 1.16 },
  { x: 576, y: 616, scale: 1.16 },
] as const;

/** Six small cups without handles, white with a gold rim, on a round tray. */
export function finjan(): ProductDrawing {
  return {
    arch: '#e6d3d3',
    defs: [
      linear('china', 'h', ['#d9d4cc', '#ffffff', '#fdfbf8', '#e4dfd6', '#bdb6ab']),
      linear('gold', 'h', ['#8f6a22', '#f1d88e', '#c79a45', '#8f6a22']),
      linear('tray', 'v', ['#9b2a4c', '#6b0f2e']),
      radial('coffee', ['#d3a355', '#a3702b'], { x: 0.4, y: 0.4, r: 0.8 }),
    ].join(''),
    parts: [
      shadow(400, 704, 330, 40),
      '<ellipse cx="400" cy="596" rx="346" ry="132" fill="#4d0a20"/>',
      '<ellipse cx="400" cy="580" rx="346" ry="132" fill="url(#gold)"/>',
      '<ellipse cx="400" cy="577" rx="336" ry="125" fill="url(#tray)"/>',
      '<ellipse cx="400" cy="577" rx="310" ry="112" fill="none" stroke="#d8b668" stroke-width="3" opacity=".7"/>',
      ...PLACES.map(({ x, y, scale }) => placed(cup(), x, y, 0, scale)),
    ].join('\n'),
  };
}

/** Its foot at the origin, 128 wide and 150 high. */
function cup(): string {
  return `<ellipse cx="0" cy="8" rx="58" ry="13" fill="#2e0413" opacity=".5" filter="url(#blur)"/>
<path d="M-32 0C-34 -10 -30 -14 -34 -22C-56 -50 -68 -90 -68 -138H68C68 -90 56 -50 34 -22C30 -14 34 -10 32 0C20 9 -20 9 -32 0Z" fill="url(#china)"/>
<path d="M-34 -22C-20 -14 20 -14 34 -22" fill="none" stroke="#c79a45" stroke-width="4"/>
<g fill="none" stroke="#b58a3c" stroke-width="3.5"><path d="M-63 -88C-40 -74 40 -74 63 -88"/>
<path d="M-56 -84L-42 -60L-28 -78L-14 -54L0 -76L14 -54L28 -78L42 -60L56 -84" stroke-linejoin="round"/></g>
<ellipse cx="0" cy="-138" rx="68" ry="19" fill="url(#gold)"/>
<ellipse cx="0" cy="-138" rx="61" ry="15" fill="#f4efe6"/>
<path d="M-57 -133C-40 -146 40 -146 57 -133C44 -121 -44 -121 -57 -133Z" fill="url(#coffee)"/>
<path d="M-48 -112C-46 -84 -38 -62 -28 -46" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".9"/>`;
}
