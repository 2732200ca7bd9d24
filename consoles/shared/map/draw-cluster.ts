import type { MapPalette } from './map-palette.ts';

export interface ClusterPicture {
  x: number;
  y: number;
  count: number;
  /** Colour of the ring where no kind has a share. */
  colour: string;
  parts: readonly { count: number; colour: string }[];
}

const RADIUS = 14;
const RING = 4;

/** How many marks are here, in a ring that shows the share of each kind. */
export function drawCluster(
  pen: CanvasRenderingContext2D,
  { rim, halo, ink }: MapPalette,
  { x, y, count, colour, parts }: ClusterPicture,
): void {
  pen.beginPath();
  pen.arc(x, y, RADIUS + RING / 2 + 1.5, 0, 2 * Math.PI);
  pen.fillStyle = rim;
  pen.fill();
  pen.beginPath();
  pen.arc(x, y, RADIUS, 0, 2 * Math.PI);
  pen.fillStyle = halo;
  pen.fill();
  pen.lineWidth = RING;
  pen.strokeStyle = colour;
  pen.stroke();
  let from = -Math.PI / 2;
  for (const part of parts) {
    if (part.count === 0) continue;
    const to = from + (part.count / count) * 2 * Math.PI;
    pen.beginPath();
    pen.arc(x, y, RADIUS, from, to);
    pen.strokeStyle = part.colour;
    pen.stroke();
    from = to;
  }
  pen.font = `700 ${count > 999 ? 9 : count > 99 ? 10.5 : 12}px 'IBM Plex Sans Arabic', system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = ink;
  pen.fillText(String(count), x, y + 0.5);
}
