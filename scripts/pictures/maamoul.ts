import { linear, type ProductDrawing, placed, radial, shadow } from './canvas.ts';

/** Pressed biscuits on a plate, one broken open to its date filling. */
export function maamoul(): ProductDrawing {
  return {
    arch: '#ead9c4',
    defs: [
      radial('crust', ['#f8e2b4', '#e6bd7c', '#bd8442'], { x: 0.38, y: 0.26, r: 0.85 }),
      linear('side', 'v', ['#d9a761', '#a66d2f']),
      radial('filling', ['#7d4420', '#552a10', '#351706'], { x: 0.4, y: 0.35, r: 0.75 }),
      linear('plate', 'v', ['#ffffff', '#e2e6e4']),
    ].join(''),
    parts: [
      shadow(400, 690, 330, 40),
      '<ellipse cx="400" cy="612" rx="338" ry="108" fill="#b9c4c1"/>',
      '<ellipse cx="400" cy="600" rx="338" ry="108" fill="url(#plate)"/>',
      '<ellipse cx="400" cy="600" rx="300" ry="91" fill="none" stroke="#0b5a63" stroke-width="6" opacity=".75"/>',
      '<ellipse cx="400" cy="600" rx="284" ry="84" fill="none" stroke="#b58a3c" stroke-width="3"/>',
      placed(biscuit(), 258, 488, 0, 0.92),
      placed(biscuit(), 542, 488, 0, 0.92),
      placed(biscuit(), 400, 388, 0, 0.96),
      placed(biscuit(), 290, 604, 0, 1),
      placed(broken(), 522, 606, 0, 1),
    ].join('\n'),
  };
}

/** A domed biscuit seen slightly from above, its foot around the origin. */
function biscuit(): string {
  const petals = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8;
    const point = (radius: number) =>
      `${(Math.cos(angle) * radius).toFixed(1)} ${(Math.sin(angle) * radius * 0.62 - 38).toFixed(1)}`;
    return `M${point(40)}L${point(98)}`;
  });
  const rim = Array.from({ length: 24 }, (_, index) => {
    const angle = (index * Math.PI) / 12;
    return `<ellipse cx="${(Math.cos(angle) * 116).toFixed(1)}" cy="${(Math.sin(angle) * 70 - 16).toFixed(1)}" rx="17" ry="13" fill="url(#crust)"/>`;
  });
  return `<ellipse cx="6" cy="22" rx="128" ry="62" fill="#4a2a0c" opacity=".3" filter="url(#blur)"/>
<path d="M-132 -18C-132 -2 -128 14 -118 26C-88 72 88 72 118 26C128 14 132 -2 132 -18Z" fill="url(#side)"/>
${rim.join('')}
<ellipse cx="0" cy="-30" rx="114" ry="72" fill="url(#crust)"/>
<path d="${petals.join('')}" stroke="#96622a" stroke-width="7" stroke-linecap="round" opacity=".6"/>
<path d="${petals.join('')}" stroke="#fff1cf" stroke-width="4" stroke-linecap="round" opacity=".75" transform="translate(-4 -4)"/>
<ellipse cx="0" cy="-38" rx="27" ry="17" fill="none" stroke="#96622a" stroke-width="6" opacity=".6"/>
<ellipse cx="-2" cy="-41" rx="27" ry="17" fill="none" stroke="#fff1cf" stroke-width="3.5" opacity=".8"/>
<ellipse cx="-34" cy="-70" rx="46" ry="15" fill="#fffdf5" opacity=".5" filter="url(#blur)"/>`;
}

/** Half of a biscuit, the filling towards the viewer. */
function broken(): string {
  return `<ellipse cx="4" cy="26" rx="132" ry="42" fill="#4a2a0c" opacity=".3" filter="url(#blur)"/>
<path d="M-130 22C-134 -50 -84 -104 0 -106C84 -104 134 -50 130 22Z" fill="url(#crust)"/>
<path d="M-130 22C-130 -40 -84 -84 0 -84C84 -84 130 -40 130 22C126 40 -126 40 -130 22Z" fill="#efd09a"/>
<path d="M-100 18C-98 -30 -62 -60 0 -60C62 -60 98 -30 100 18C90 28 -90 28 -100 18Z" fill="url(#filling)"/>
<g fill="#c98a45" opacity=".7"><circle cx="-44" cy="-10" r="6"/><circle cx="26" cy="-28" r="5"/><circle cx="54" cy="4" r="6"/><circle cx="-8" cy="8" r="5"/><circle cx="-22" cy="-36" r="4"/></g>
<path d="M-74 -14C-58 -36 -30 -46 0 -48" fill="none" stroke="#b7744a" stroke-width="7" stroke-linecap="round" opacity=".8"/>
<path d="M-96 -62C-70 -86 -36 -96 0 -97" fill="none" stroke="#fff6dd" stroke-width="8" stroke-linecap="round" opacity=".85"/>
<g fill="#e6bd7c"><circle cx="-150" cy="34" r="9"/><circle cx="-132" cy="48" r="6"/><circle cx="146" cy="40" r="8"/></g>`;
}
