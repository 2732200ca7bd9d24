import { linear, type ProductDrawing, placed, radial, shadow } from './canvas.ts';

/** Where the six glasses stand, those at the back first. */
const PLACES = [
  { x: 452, y: 560, scale: 0.9 },
  { x: 560, y: 566, scale: 0.9 },
  { x: 668, y: 560, scale: 0.9 },
  { x: 424, y: 656, scale: 1 },
  { x: 548, y: 672, scale: 1 },
  { x: 672, y: 656, scale: 1 },
] as const;

/** An enamel kettle and six glasses of milky tea. */
export function karak(): ProductDrawing {
  return {
    arch: '#d3e2de',
    defs: [
      linear('enamel', 'h', ['#04363c', '#0b5a63', '#3f9aa2', '#0f6a74', '#042f35']),
      linear('steel', 'h', ['#6f7a80', '#dfe5e7', '#a4aeb3', '#586268']),
      linear('tea', 'v', ['#e0a468', '#b9713a', '#9a5726']),
      linear('tea-glass', 'h', [
        [0, '#fff', 0.6],
        [0.2, '#fff', 0.1],
        [0.8, '#fff', 0.05],
        [1, '#fff', 0.5],
      ]),
      radial(
        'gleam',
        [
          [0, '#ffffff', 0.75],
          [1, '#ffffff', 0],
        ],
        { x: 0.5, y: 0.5, r: 0.5 },
      ),
    ].join(''),
    parts: [
      shadow(270, 650, 190, 26),
      kettle(),
      shadow(560, 690, 210, 28),
      ...PLACES.map(({ x, y, scale }) => placed(glass(), x, y, 0, scale)),
    ].join('\n'),
  };
}

function kettle(): string {
  return `<path d="M150 330C120 180 400 160 386 318" fill="none" stroke="#3c4449" stroke-width="20" stroke-linecap="round"/>
<path d="M196 236C230 196 310 192 342 232" fill="none" stroke="#8d5a2b" stroke-width="30" stroke-linecap="round"/>
<path d="M390 430C440 424 452 372 476 330L512 318C506 392 476 498 396 518Z" fill="url(#enamel)"/>
<path d="M476 330C486 320 504 314 514 318" fill="none" stroke="url(#steel)" stroke-width="10" stroke-linecap="round"/>
<path d="M120 590C84 500 96 380 168 344H370C442 380 454 500 418 590C412 622 396 640 372 644H166C142 640 126 622 120 590Z" fill="url(#enamel)"/>
<path d="M112 566C200 592 338 592 426 566L420 586C336 612 202 612 118 586Z" fill="#f3e6c8" opacity=".9"/>
<ellipse cx="176" cy="470" rx="34" ry="98" fill="url(#gleam)" transform="rotate(6 176 470)"/>
<g fill="#f3e6c8"><circle cx="269" cy="474" r="15"/>${[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => `<ellipse cx="269" cy="436" rx="12" ry="21" transform="rotate(${turn} 269 474)"/>`).join('')}</g>
<path d="M162 350C164 318 374 318 376 350C350 362 188 362 162 350Z" fill="url(#steel)"/>
<path d="M180 340C190 302 348 302 358 340C320 350 218 350 180 340Z" fill="url(#enamel)"/>
<path d="M250 308C246 280 292 280 288 308Z" fill="#3c4449"/>`;
}

/** A waisted glass with a handle, its foot at the origin; 96 wide and 128 high. */
function glass(): string {
  const shape =
    'M-34 0C-30 -38 -26 -50 -32 -70C-38 -90 -44 -106 -46 -128H46C44 -106 38 -90 32 -70C26 -50 30 -38 34 0C20 8 -20 8 -34 0Z';
  return `<ellipse cx="2" cy="4" rx="46" ry="11" fill="#4a2a0c" opacity=".35" filter="url(#blur)"/>
<path d="M38 -104C66 -108 70 -64 33 -62" fill="none" stroke="#ffffff" stroke-width="8" opacity=".9"/>
<path d="M38 -104C66 -108 70 -64 33 -62" fill="none" stroke="#c9d6d6" stroke-width="3"/>
<path d="${shape}" fill="#f6f4ee"/>
<path d="M-31 -4C-28 -38 -23 -50 -29 -70C-34 -88 -39 -98 -41 -112H41C39 -98 34 -88 29 -70C23 -50 28 -38 31 -4C18 3 -18 3 -31 -4Z" fill="url(#tea)"/>
<ellipse cx="0" cy="-112" rx="41" ry="9" fill="#ecc091"/>
<path d="${shape}" fill="url(#tea-glass)" stroke="#ffffff" stroke-width="3.5" stroke-opacity=".85"/>
<ellipse cx="0" cy="-128" rx="46" ry="10" fill="none" stroke="#d8b668" stroke-width="4"/>
<path d="M-30 -100C-26 -82 -20 -70 -20 -52" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".7"/>`;
}
