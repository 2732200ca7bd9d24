/** Pictures of products are square, and shown at every size between a thumbnail and this. */
export const SIDE = 800;

/** A drawing as SVG, on its own backdrop. */
export interface Drawing {
  /** Gradients, filters and clips that its parts refer to. */
  defs: string;
  parts: string;
}

/** A product's drawing, and the colour of the arch behind it. */
export interface ProductDrawing extends Drawing {
  arch: string;
}

/** The whole picture: sand-coloured wall, an arch, a table's edge, and the product on it. */
export function pictureOf({ arch, defs, parts }: ProductDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">
<defs>${backdropDefs()}${defs}</defs>
${backdrop(arch)}
${parts}
</svg>`;
}

/** Shared by every picture: wall, table and soft shadows. */
export function backdropDefs(): string {
  return [
    linear('wall', 'v', ['#fdfbf7', '#f5eee2']),
    linear('table', 'v', ['#efe4d2', '#e6d8c2']),
    '<filter id="soft" x="-30%" y="-80%" width="160%" height="260%"><feGaussianBlur stdDeviation="14"/></filter>',
    '<filter id="blur" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="5"/></filter>',
  ].join('');
}

function backdrop(arch: string): string {
  return `<rect width="800" height="800" fill="url(#wall)"/>
<path d="M150 800V330C150 190 290 150 400 60C510 150 650 190 650 330V800Z" fill="${arch}"/>
<path d="M186 800V340C186 222 304 180 400 104C496 180 614 222 614 340V800Z" fill="#fff" opacity=".45"/>
<path d="M0 618H800V800H0Z" fill="url(#table)"/>
<path d="M0 618H800V624H0Z" fill="#fff" opacity=".5"/>`;
}

/** The shadow below an object. */
export function shadow(x: number, y: number, width: number, height = width * 0.16): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="#5b4126" opacity=".34" filter="url(#soft)"/>`;
}

type Stop = string | readonly [offset: number, colour: string, opacity?: number];

/** Stops are spread evenly unless they have a position. @param way Down, or from left to right. */
export function linear(id: string, way: 'v' | 'h', stops: readonly Stop[]): string {
  const end = way === 'v' ? 'x2="0" y2="1"' : 'x2="1" y2="0"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stopsOf(stops)}</linearGradient>`;
}

export function radial(id: string, stops: readonly Stop[], at: { x: number; y: number; r: number }): string {
  return `<radialGradient id="${id}" cx="${at.x}" cy="${at.y}" r="${at.r}">${stopsOf(stops)}</radialGradient>`;
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, index) => {
      const [offset, colour, opacity = 1] =
        typeof stop === 'string' ? [index / Math.max(1, stops.length - 1), stop] : stop;
      return `<stop offset="${offset.toFixed(3)}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
    })
    .join('');
}

/** Moves, rotates and scales what is drawn around the origin. */
export function placed(parts: string, x: number, y: number, turn = 0, scale = 1): string {
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${scale.toFixed(3)})`;
  return `<g transform="${at}">${parts}</g>`;
}
