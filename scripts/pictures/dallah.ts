import { linear, type ProductDrawing, radial, shadow } from './canvas.ts';

/** The body from its foot to the rim of its neck. */
const BODY =
  'M300 664C268 640 238 590 240 528C242 462 286 420 318 380C338 354 342 326 332 292L316 244H484L468 292C458 326 462 354 482 380C514 420 558 462 560 528C562 590 532 640 500 664Z';

/** A coffee pot of polished brass with its long curved spout. */
export function dallah(): ProductDrawing {
  return {
    arch: '#dfe3d6',
    defs: [
      linear('brass', 'h', [
        [0, '#6f4a0f'],
        [0.16, '#b98a2c'],
        [0.34, '#fbe9a6'],
        [0.46, '#e2b954'],
        [0.7, '#a87520'],
        [0.88, '#7d5312'],
        [1, '#c59a45'],
      ]),
      linear('brass-down', 'v', ['#f6df98', '#c9973a', '#86590f']),
      radial(
        'shine',
        [
          [0, '#fffbe6', 0.95],
          [1, '#fffbe6', 0],
        ],
        { x: 0.5, y: 0.5, r: 0.5 },
      ),
      `<clipPath id="body-clip"><path d="${BODY}"/></clipPath>`,
    ].join(''),
    parts: [shadow(404, 676, 230, 30), handle(), spout(), body(), lid()].join('\n'),
  };
}

function body(): string {
  const beads = Array.from({ length: 15 }, (_, index) => {
    const x = 254 + index * 20.9;
    const sag = 16 * (1 - ((index - 7) / 7) ** 2);
    return `<circle cx="${x.toFixed(1)}" cy="${(500 + sag).toFixed(1)}" r="6.5"/>`;
  });
  const leaves = [-2, -1, 0, 1, 2].map((at) => {
    const x = 400 + at * 54;
    const y = 566 - Math.abs(at) * 5;
    return `<path d="M${x} ${y - 30}C${x + 18} ${y - 10} ${x + 18} ${y + 10} ${x} ${y + 30}C${x - 18} ${y + 10} ${x - 18} ${y - 10} ${x} ${y - 30}Z"/>`;
  });
  return `<ellipse cx="400" cy="664" rx="112" ry="16" fill="#6f4a0f"/>
<path d="${BODY}" fill="url(#brass)"/>
<g clip-path="url(#body-clip)">
<path d="M230 478C300 506 500 506 570 478V530C500 556 300 556 230 530Z" fill="#5f3f0c" opacity=".3"/>
<g fill="#f7e3a1" opacity=".9">${beads.join('')}</g>
<g fill="none" stroke="#6b470d" stroke-width="4" opacity=".55">${leaves.join('')}</g>
<path d="M230 620C300 646 500 646 570 620" fill="none" stroke="#6b470d" stroke-width="5" opacity=".5"/>
<path d="M300 392C340 408 460 408 500 392" fill="none" stroke="#6b470d" stroke-width="5" opacity=".5"/>
<path d="M290 404C340 422 460 422 510 404" fill="none" stroke="#f9e7ac" stroke-width="4" opacity=".8"/>
<ellipse cx="312" cy="520" rx="26" ry="92" fill="url(#shine)" transform="rotate(8 312 520)"/>
</g>
<path d="M334 300C360 312 440 312 466 300L470 284C440 298 360 298 330 284Z" fill="#f7e3a1" opacity=".85"/>`;
}

/** From the neck up to the left, bent like a beak. */
function spout(): string {
  return `<path d="M346 370C290 372 246 350 214 300C196 272 176 258 140 250C172 238 214 244 246 276C276 306 300 322 338 316Z" fill="url(#brass-down)"/>
<path d="M160 250C200 252 226 276 246 302C270 334 304 346 338 344" fill="none" stroke="#fff3c4" stroke-width="6" stroke-linecap="round" opacity=".8"/>
<path d="M346 370C290 372 246 350 214 300" fill="none" stroke="#6b470d" stroke-width="4" opacity=".5"/>`;
}

function handle(): string {
  return `<path d="M470 286C560 250 640 300 634 392C630 460 596 506 548 520" fill="none" stroke="#7d5312" stroke-width="34" stroke-linecap="round"/>
<path d="M470 286C560 250 640 300 634 392C630 460 596 506 548 520" fill="none" stroke="#cf9f45" stroke-width="24" stroke-linecap="round"/>
<path d="M486 280C556 258 622 304 620 386" fill="none" stroke="#fbe9a6" stroke-width="7" stroke-linecap="round"/>`;
}

function lid(): string {
  return `<path d="M306 248C306 234 494 234 494 248C494 260 306 260 306 248Z" fill="#7d5312"/>
<path d="M318 240C326 196 368 186 386 148H414C432 186 474 196 482 240C440 252 360 252 318 240Z" fill="url(#brass)"/>
<path d="M344 224C352 200 374 192 388 166" fill="none" stroke="#fff6d2" stroke-width="9" stroke-linecap="round" opacity=".85"/>
<ellipse cx="400" cy="148" rx="20" ry="8" fill="#f7e3a1"/>
<path d="M400 62C410 84 422 96 422 116C422 132 412 144 400 144C388 144 378 132 378 116C378 96 390 84 400 62Z" fill="url(#brass)"/>
<path d="M306 246C360 262 440 262 494 246" fill="none" stroke="#fbe9a6" stroke-width="5"/>`;
}
