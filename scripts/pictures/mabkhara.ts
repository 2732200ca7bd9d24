import { linear, type ProductDrawing, radial, shadow } from './canvas.ts';

/** A carved incense burner, charcoal glowing, smoke rising. */
export function mabkhara(): ProductDrawing {
  return {
    arch: '#e4d5dc',
    defs: [
      linear('walnut', 'h', ['#5d3518', '#96602f', '#b98048', '#8a5527', '#4d2a11']),
      linear('walnut-dark', 'h', ['#44240e', '#75461f', '#8d5829', '#63391a', '#391c09']),
      linear('metal', 'h', ['#7d5312', '#f6df98', '#c9973a', '#f1d88e', '#7d5312']),
      radial('ember', ['#ffd36b', '#f2701d', '#8f230b'], { x: 0.5, y: 0.4, r: 0.7 }),
      linear('smoke', 'v', [
        [0, '#9a8fa0', 0],
        [0.35, '#9a8fa0', 0.5],
        [1, '#9a8fa0', 0.25],
      ]),
    ].join(''),
    parts: [smoke(), shadow(400, 682, 210, 30), coals(), burner(), carving()].join('\n'),
  };
}

function burner(): string {
  return `<path d="M236 664C236 654 242 650 250 648H550C558 650 564 654 564 664V676C564 684 558 688 550 688H250C242 688 236 684 236 676Z" fill="url(#walnut-dark)"/>
<path d="M262 648L322 500H478L538 648Z" fill="url(#walnut)"/>
<path d="M330 500C326 484 326 474 330 462H470C474 474 474 484 470 500Z" fill="url(#walnut-dark)"/>
<path d="M318 500H482V508H318Z" fill="url(#metal)"/>
<path d="M330 462C300 430 262 380 244 330H556C538 380 500 430 470 462Z" fill="url(#walnut)"/>
<path d="M244 330C236 330 232 324 234 316L246 258C258 292 284 296 298 270C312 300 336 300 350 272C364 302 386 302 400 274C414 302 436 302 450 272C464 300 488 300 502 270C516 296 542 292 554 258L566 316C568 324 564 330 556 330Z" fill="url(#walnut-dark)"/>
<path d="M240 326H560V338H240Z" fill="url(#metal)"/>
<path d="M250 648H550V656H250Z" fill="url(#metal)"/>`;
}

function carving(): string {
  const stars = [
    [400, 388, 30],
    [330, 376, 20],
    [470, 376, 20],
    [400, 590, 34],
    [330, 602, 22],
    [470, 602, 22],
  ] as const;
  const shapes = stars.map(([x, y, size]) => {
    const square = `<rect x="${x - size * 0.72}" y="${y - size * 0.72}" width="${size * 1.44}" height="${size * 1.44}"/>`;
    return `${square}<g transform="rotate(45 ${x} ${y})">${square}</g><circle cx="${x}" cy="${y}" r="${size * 0.36}" fill="#f1d88e" stroke="none"/>`;
  });
  return `<g fill="#2f1606" fill-opacity=".42" stroke="#f1d88e" stroke-width="3.5" stroke-opacity=".9">${shapes.join('')}</g>
<path d="M268 344C280 378 304 412 328 438" fill="none" stroke="#f3d3a6" stroke-width="9" stroke-linecap="round" opacity=".5"/>
<path d="M286 636L334 518" fill="none" stroke="#f3d3a6" stroke-width="9" stroke-linecap="round" opacity=".5"/>`;
}

/** Behind the points of the rim. */
function coals(): string {
  return `<g><ellipse cx="400" cy="296" rx="150" ry="34" fill="#2b1a12"/>
<ellipse cx="330" cy="280" rx="52" ry="27" fill="url(#ember)"/><ellipse cx="468" cy="282" rx="54" ry="27" fill="url(#ember)"/>
<ellipse cx="398" cy="268" rx="52" ry="27" fill="url(#ember)"/><path d="M368 250L424 236L438 252L382 268Z" fill="#4d2d14"/>
<ellipse cx="400" cy="272" rx="150" ry="50" fill="#ffb14a" opacity=".25" filter="url(#blur)"/></g>`;
}

function smoke(): string {
  return `<g fill="none" stroke="url(#smoke)" stroke-linecap="round" filter="url(#blur)">
<path d="M398 250C350 200 446 156 404 100C384 72 392 48 410 26" stroke-width="26"/>
<path d="M430 236C484 196 420 160 462 112C478 92 470 72 460 56" stroke-width="18"/>
<path d="M366 236C320 204 372 170 340 130C326 112 330 94 338 84" stroke-width="18"/></g>`;
}
