import { linear, type ProductDrawing, radial, shadow } from './canvas.ts';

/** A jar of dark honey, with a dipper beside it. */
export function honey(): ProductDrawing {
  return {
    arch: '#f0dcae',
    defs: [
      linear('honey', 'h', ['#7c3d08', '#c97413', '#eda22b', '#b9650f', '#6e3406']),
      linear('honey-depth', 'v', [
        [0, '#fff', 0],
        [0.5, '#4a1f02', 0.05],
        [1, '#4a1f02', 0.55],
      ]),
      linear('glass', 'h', [
        [0, '#fff', 0.55],
        [0.1, '#fff', 0.12],
        [0.86, '#fff', 0.08],
        [1, '#fff', 0.4],
      ]),
      linear('lid', 'h', ['#8d6a2c', '#d8b668', '#f3dfa4', '#bd9546', '#7d5b22']),
      linear('wood', 'h', ['#d9a866', '#b57d3f', '#8c5a26']),
      radial('pool', ['#f2b347', '#cf7d17', '#9c5409'], { x: 0.4, y: 0.3, r: 0.8 }),
      '<clipPath id="jar-clip"><path d="M236 332C236 300 262 290 278 278H482C498 290 524 300 524 332V622C524 654 502 670 470 670H290C258 670 236 654 236 622Z"/></clipPath>',
    ].join(''),
    parts: [shadow(392, 670, 200, 26), jar(), label(), shadow(600, 712, 110, 18), pool(), dipper()].join(
      '\n',
    ),
  };
}

function jar(): string {
  return `<g clip-path="url(#jar-clip)">
<rect x="230" y="270" width="300" height="410" fill="#f7e6c4"/>
<rect x="230" y="322" width="300" height="360" fill="url(#honey)"/>
<rect x="230" y="322" width="300" height="360" fill="url(#honey-depth)"/>
<ellipse cx="380" cy="322" rx="150" ry="15" fill="#f3b650"/>
<rect x="230" y="270" width="300" height="410" fill="url(#glass)"/>
</g>
<path d="M236 332C236 300 262 290 278 278H482C498 290 524 300 524 332V622C524 654 502 670 470 670H290C258 670 236 654 236 622Z" fill="none" stroke="#fff" stroke-width="6" opacity=".75"/>
<path d="M258 352V610" stroke="#fff" stroke-width="13" stroke-linecap="round" opacity=".6"/>
<rect x="262" y="196" width="236" height="84" rx="16" fill="url(#lid)"/>
<rect x="262" y="256" width="236" height="10" fill="#6d4c16" opacity=".28"/>
<rect x="262" y="222" width="236" height="5" fill="#6d4c16" opacity=".2"/>
<ellipse cx="380" cy="200" rx="112" ry="10" fill="#fbefc6" opacity=".8"/>`;
}

function label(): string {
  return `<path d="M284 402H476C484 402 490 408 490 416V568C490 576 484 582 476 582H284C276 582 270 576 270 568V416C270 408 276 402 284 402Z" fill="#fffaf0"/>
<path d="M288 414H472C476 414 478 416 478 420V564C478 568 476 570 472 570H288C284 570 282 568 282 564V420C282 416 284 414 288 414Z" fill="none" stroke="#b58a3c" stroke-width="3"/>
<path d="M380 552V470" stroke="#4c6c36" stroke-width="6" stroke-linecap="round"/>
<g fill="#5f8044"><ellipse cx="380" cy="450" rx="16" ry="26"/><ellipse cx="348" cy="478" rx="15" ry="26" transform="rotate(-52 348 478)"/>
<ellipse cx="412" cy="478" rx="15" ry="26" transform="rotate(52 412 478)"/><ellipse cx="348" cy="520" rx="14" ry="24" transform="rotate(-58 348 520)"/>
<ellipse cx="412" cy="520" rx="14" ry="24" transform="rotate(58 412 520)"/></g>
<g fill="#c0392b"><circle cx="366" cy="500" r="8"/><circle cx="397" cy="508" r="8"/><circle cx="378" cy="534" r="7"/></g>`;
}

function pool(): string {
  return `<path d="M500 708C500 692 540 684 600 684C664 684 706 694 706 710C706 726 660 734 602 734C544 734 500 726 500 708Z" fill="url(#pool)"/>
<path d="M524 702C552 692 600 690 640 694" fill="none" stroke="#ffe2a3" stroke-width="7" stroke-linecap="round" opacity=".8"/>`;
}

/** Its head in the pool, its handle up to the right. */
function dipper(): string {
  const rings = [0, 1, 2, 3, 4].map((index) => {
    const half = [24, 33, 36, 33, 24][index] ?? 0;
    return `<rect x="${-half}" y="${-46 + index * 20}" width="${half * 2}" height="15" rx="7.5" fill="url(#wood)"/>`;
  });
  return `<g transform="translate(598 672) rotate(28)">
<rect x="-8" y="-330" width="16" height="300" rx="8" fill="url(#wood)"/>
<rect x="-10" y="-50" width="20" height="104" fill="#8c5a26"/>${rings.join('')}
<path d="M-34 4C-38 26 -26 56 0 62C26 56 38 26 34 4C20 22 -20 22 -34 4Z" fill="#d98a1c" opacity=".85"/></g>`;
}
