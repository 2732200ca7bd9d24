import type { MapPalette } from './map-palette.ts';
import type { DriverLook, Lateness, TaskLook } from './marks.ts';

/** A pre-drawn mark, stamped with its centre on a place. Sizes in CSS pixels. */
export interface Sprite {
  image: HTMLCanvasElement;
  size: number;
}

type Draw = (pen: CanvasRenderingContext2D, size: number) => void;

/** Draws each kind of mark once per theme and pixel ratio; stamping an image is nearly free. */
export class Sprites {
  readonly #palette: MapPalette;
  readonly #ratio: number;
  readonly #kept = new Map<string, Sprite>();

  constructor(palette: MapPalette, ratio: number) {
    this.#palette = palette;
    this.#ratio = ratio;
  }

  /** Shape and colour by state: arrow (driving), disc (idle), two bars (break), ring (no current position). */
  driver(look: DriverLook, moving: boolean): Sprite {
    return this.#sprite(`driver ${look} ${moving}`, 26, (pen) =>
      drawDriver(pen, this.#palette, look, moving),
    );
  }

  task(look: TaskLook, lateness: Lateness): Sprite {
    return this.#sprite(`task ${look} ${lateness}`, lateness === 'late' ? 22 : 18, (pen) =>
      drawTask(pen, this.#palette, look, lateness),
    );
  }

  stop(label: string, lateness: Lateness, done: boolean): Sprite {
    return this.#sprite(`stop ${label} ${lateness} ${done}`, 24, (pen) => {
      const { late, risk, route, done: past } = this.#palette;
      disc(
        pen,
        11,
        done ? past : lateness === 'late' ? late : lateness === 'risk' ? risk : route,
        this.#palette.rim,
      );
      text(pen, label, this.#palette.rim, 11, 700);
    });
  }

  depot(waiting: number, late: boolean): Sprite {
    const label = waiting > 99 ? '99+' : String(waiting);
    return this.#sprite(`depot ${label} ${late}`, 30, (pen) => {
      const { rim, ink, late: red, waiting: violet } = this.#palette;
      pen.beginPath();
      pen.roundRect(-12, -12, 24, 24, 5);
      pen.fillStyle = waiting === 0 ? this.#palette.underWay : late ? red : violet;
      pen.fill();
      pen.lineWidth = 2;
      pen.strokeStyle = rim;
      pen.stroke();
      if (waiting > 0) text(pen, label, rim, label.length > 2 ? 10 : 12, 700);
      else {
        pen.fillStyle = rim;
        pen.fillRect(-6, -1, 12, 7);
        pen.fillRect(-7, -5, 14, 3);
      }
      pen.strokeStyle = ink;
    });
  }

  #sprite(key: string, size: number, draw: Draw): Sprite {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const image = document.createElement('canvas');
    image.width = image.height = Math.ceil(size * this.#ratio);
    const pen = image.getContext('2d');
    if (pen !== null) {
      pen.scale(this.#ratio, this.#ratio);
      pen.translate(size / 2, size / 2);
      draw(pen, size);
    }
    const sprite = { image, size };
    this.#kept.set(key, sprite);
    return sprite;
  }
}

function drawDriver(
  pen: CanvasRenderingContext2D,
  { driving, idle, onBreak, away, rim }: MapPalette,
  look: DriverLook,
  moving: boolean,
): void {
  const colour = { driving, idle, break: onBreak, stale: away, offline: away }[look];
  if (look === 'driving' && moving) {
    shape(pen, [0, -11, 8.5, 9, 0, 5, -8.5, 9], colour, rim);
    return;
  }
  if (look === 'offline' || look === 'stale') {
    disc(pen, 8, rim, rim);
    pen.beginPath();
    pen.arc(0, 0, 7, 0, 2 * Math.PI);
    pen.setLineDash(look === 'offline' ? [3, 2.5] : []);
    pen.lineWidth = 3;
    pen.strokeStyle = colour;
    pen.stroke();
    pen.setLineDash([]);
    return;
  }
  disc(pen, 9, colour, rim);
  pen.fillStyle = rim;
  if (look === 'break') {
    pen.fillRect(-3.5, -4, 2.5, 8);
    pen.fillRect(1, -4, 2.5, 8);
  } else if (look === 'driving') {
    shape(pen, [-3, -4, 4.5, 0, -3, 4], rim, rim, 0);
  } else {
    pen.beginPath();
    pen.arc(0, 0, 3, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** Diamond: waiting; ring: assigned; square: picked up; triangle: failed or returning. Late ones are red and marked. */
function drawTask(
  pen: CanvasRenderingContext2D,
  palette: MapPalette,
  look: TaskLook,
  lateness: Lateness,
): void {
  const { late, risk, waiting, underWay, done, rim } = palette;
  const calm = look === 'waiting' ? waiting : look === 'ended' ? done : look === 'failed' ? late : underWay;
  const colour = look === 'ended' ? done : lateness === 'late' ? late : lateness === 'risk' ? risk : calm;
  const big = lateness === 'late' ? 9 : 6.5;
  if (look === 'waiting') shape(pen, [0, -big, big, 0, 0, big, -big, 0], colour, rim);
  else if (look === 'failed') shape(pen, [0, -big, big, big * 0.8, -big, big * 0.8], colour, rim);
  else if (look === 'returning') shape(pen, [0, big, big, -big * 0.8, -big, -big * 0.8], colour, rim);
  else if (look === 'onBoard')
    shape(
      pen,
      [-big, -big, big, -big, big, big, -big, big].map((n) => n * 0.8),
      colour,
      rim,
    );
  else if (look === 'assigned') {
    disc(pen, big * 0.95, colour, rim);
    pen.beginPath();
    pen.arc(0, 0, big * 0.4, 0, 2 * Math.PI);
    pen.fillStyle = rim;
    pen.fill();
  } else disc(pen, 3.5, colour, rim);
  if (lateness === 'late' && look !== 'ended' && look !== 'assigned') text(pen, '!', rim, 12, 800);
}

function disc(pen: CanvasRenderingContext2D, radius: number, colour: string, rim: string): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = rim;
  pen.stroke();
}

/** @param points x and y alternating. */
function shape(
  pen: CanvasRenderingContext2D,
  points: readonly number[],
  colour: string,
  rim: string,
  width = 2,
): void {
  pen.beginPath();
  for (let at = 0; at + 1 < points.length; at += 2) pen.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
  pen.closePath();
  pen.lineJoin = 'round';
  if (width > 0) {
    pen.lineWidth = width * 2;
    pen.strokeStyle = rim;
    pen.stroke();
  }
  pen.fillStyle = colour;
  pen.fill();
}

function text(
  pen: CanvasRenderingContext2D,
  label: string,
  colour: string,
  size: number,
  weight: number,
): void {
  pen.font = `${weight} ${size}px 'IBM Plex Sans Arabic', system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = colour;
  pen.fillText(label, 0, 0.5);
}
