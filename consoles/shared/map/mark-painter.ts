import { type Camera, screenX, screenY } from './camera.ts';
import { drawCluster } from './draw-cluster.ts';
import type { Spot } from './glide.ts';
import { initialsOf } from './initials.ts';
import type { MapPalette } from './map-palette.ts';
import { DRIVER_CLUSTER_ASIDE, type MarkBoard } from './mark-board.ts';
import type { DriverMark, TaskMark } from './marks.ts';
import { NamePainter, type NameSize } from './name-painter.ts';
import { type Sprite, Sprites } from './sprites.ts';

/** From this zoom on there is space for whole names; below it, drivers are labelled with initials. */
const NAMES_FROM = 12.5;
const INITIALS_FROM = 10.2;
const STORES_FROM = 9.5;
const STORE_NAMES_FROM = 12;
const MAX_NAMES = 60;
const MAX_INITIALS = 200;
/** Marks this many pixels outside the edge are still partly visible. */
const MARGIN = 30;
const DIMMED = 0.22;

const STORE_NAME: NameSize = { letters: 11.5, below: 24 };
const STOP_TIME: NameSize = { letters: 11.5, below: 20 };
const DRIVER_NAME: NameSize = { letters: 11.5, below: 20 };
const DRIVER_INITIALS: NameSize = { letters: 10, below: 16 };

/**
 * Two canvases above the map: one for what stands still, and one for drivers, who move every second and are drawn far
 * more often.
 */
export class MarkPainter {
  readonly #board: MarkBoard;
  readonly #still: HTMLCanvasElement;
  readonly #moving: HTMLCanvasElement;
  readonly #stillNames = new NamePainter();
  readonly #movingNames = new NamePainter(this.#stillNames);
  #palette: MapPalette;
  #sprites: Sprites;
  #ratio = 1;

  constructor(parent: HTMLElement, board: MarkBoard, palette: MapPalette) {
    this.#board = board;
    this.#palette = palette;
    this.#sprites = new Sprites(palette, 1);
    this.#still = canvasIn(parent);
    this.#moving = canvasIn(parent);
  }

  setPalette(palette: MapPalette): void {
    this.#palette = palette;
    this.#sprites = new Sprites(palette, this.#ratio);
  }

  remove(): void {
    this.#still.remove();
    this.#moving.remove();
  }

  /** Marks first and names after them, so that no mark covers a name; a route's times before the names of stores. */
  paintStill(camera: Camera): void {
    const pen = this.#clear(this.#still, camera);
    if (pen === null) return;
    this.#stillNames.begin();
    const depots = camera.zoom < STORES_FROM ? [] : this.#board.depots;
    this.#inSight(camera, depots, ({ mark: { waiting, late } }, x, y) => {
      this.#stamp(pen, this.#sprites.depot(waiting, late > 0), x, y);
      this.#stillNames.take(x, y, 26);
    });
    this.#paintTasks(pen, camera);
    this.#inSight(camera, this.#board.stops, ({ mark }, x, y) => {
      this.#stamp(pen, this.#sprites.stop(String(mark.number), mark.lateness, mark.done), x, y);
      this.#stillNames.take(x, y, 24);
    });
    this.#inSight(camera, this.#board.stops, ({ mark: { id, eta, locked } }, x, y) => {
      if (eta === null) return;
      const words = locked ? `${eta} ■` : eta;
      this.#stillNames.write(pen, this.#palette, { id, words, x, y, must: true }, STOP_TIME);
    });
    const named = camera.zoom >= STORE_NAMES_FROM;
    this.#inSight(camera, depots, ({ mark: { id, name, preparing } }, x, y) => {
      const words = [...(named ? [name] : []), ...(preparing > 0 ? [`+${preparing}`] : [])].join(' ');
      if (words !== '') this.#stillNames.write(pen, this.#palette, { id, words, x, y }, STORE_NAME);
    });
  }

  /** On-time tasks first, so that late ones are on top. */
  #paintTasks(pen: CanvasRenderingContext2D, camera: Camera): void {
    const { selected } = this.#board;
    const chosen = selected?.kind === 'task' ? selected.id : null;
    const { alone, clusters } = this.#board.tasksAt(camera);
    for (const lateness of ['ok', 'risk', 'late'] as const) {
      this.#inSight(camera, alone, ({ mark }, x, y) => {
        if (mark.lateness !== lateness) return;
        if (mark.id === chosen) this.#ring(pen, x, y, 13);
        pen.globalAlpha = mark.dimmed ? DIMMED : 1;
        this.#stamp(pen, this.#sprites.task(mark.look, mark.lateness), x, y);
        pen.globalAlpha = 1;
      });
    }
    this.#inSight(camera, clusters, ({ marks }, x, y) => {
      const parts = [
        { count: countOf(marks, 'late'), colour: this.#palette.late },
        { count: countOf(marks, 'risk'), colour: this.#palette.risk },
      ];
      drawCluster(pen, this.#palette, { x, y, count: marks.length, colour: this.#palette.underWay, parts });
      this.#stillNames.take(x, y, 34);
    });
  }

  paintMoving(camera: Camera, now: number): void {
    const pen = this.#clear(this.#moving, camera);
    if (pen === null) return;
    const { selected } = this.#board;
    const chosen = selected?.kind === 'driver' ? selected.id : null;
    const { alone, clusters } = this.#board.driversAt(camera);
    const seen: { mark: DriverMark; x: number; y: number }[] = [];
    for (const mark of alone) {
      const spot = this.#board.driverAt(mark.id, now);
      if (spot === null) continue;
      const x = screenX(camera, spot);
      const y = screenY(camera, spot);
      if (!inside(camera, x, y)) continue;
      if (mark.id === chosen) this.#ring(pen, x, y, 15);
      pen.globalAlpha = mark.dimmed && mark.id !== chosen ? DIMMED : 1;
      const turns = mark.look === 'driving' && mark.heading !== null;
      this.#stamp(pen, this.#sprites.driver(mark.look, turns), x, y, turns ? mark.heading : null);
      pen.globalAlpha = 1;
      if (mark.id === chosen) seen.unshift({ mark, x, y });
      else if (!mark.dimmed) seen.push({ mark, x, y });
    }
    this.#inSight(camera, clusters, ({ marks: { length: count } }, middleX, middleY) => {
      const [x, y] = [middleX + DRIVER_CLUSTER_ASIDE, middleY - DRIVER_CLUSTER_ASIDE];
      drawCluster(pen, this.#palette, { x, y, count, colour: this.#palette.driving, parts: [] });
    });
    this.#nameDrivers(pen, camera, seen, chosen);
  }

  #nameDrivers(
    pen: CanvasRenderingContext2D,
    { zoom }: Camera,
    seen: readonly { mark: DriverMark; x: number; y: number }[],
    chosen: string | null,
  ): void {
    this.#movingNames.begin();
    const named = zoom >= NAMES_FROM;
    const limit = named ? MAX_NAMES : zoom >= INITIALS_FROM ? MAX_INITIALS : 1;
    let names = 0;
    for (const { mark, x, y } of seen) {
      if (names >= limit) return;
      const must = mark.id === chosen;
      if (limit === 1 && !must) return;
      const whole = named || must;
      const words = whole ? nameOf(mark) : initialsOf(mark.name);
      const size = whole ? DRIVER_NAME : DRIVER_INITIALS;
      if (this.#movingNames.write(pen, this.#palette, { id: mark.id, words, x, y, must }, size)) names += 1;
    }
  }

  #inSight<T extends { spot: Spot }>(
    camera: Camera,
    all: readonly T[],
    paint: (one: T, x: number, y: number) => void,
  ): void {
    for (const one of all) {
      const x = screenX(camera, one.spot);
      const y = screenY(camera, one.spot);
      if (inside(camera, x, y)) paint(one, x, y);
    }
  }

  #clear(canvas: HTMLCanvasElement, { width, height }: Camera): CanvasRenderingContext2D | null {
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    if (ratio !== this.#ratio) {
      this.#ratio = ratio;
      this.#sprites = new Sprites(this.#palette, ratio);
    }
    const wide = Math.round(width * ratio);
    const high = Math.round(height * ratio);
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const pen = canvas.getContext('2d');
    pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen?.clearRect(0, 0, width, height);
    return pen;
  }

  #stamp(
    pen: CanvasRenderingContext2D,
    { image, size }: Sprite,
    x: number,
    y: number,
    heading: number | null = null,
  ): void {
    if (heading === null) {
      pen.drawImage(image, x - size / 2, y - size / 2, size, size);
      return;
    }
    pen.save();
    pen.translate(x, y);
    pen.rotate((heading * Math.PI) / 180);
    pen.drawImage(image, -size / 2, -size / 2, size, size);
    pen.restore();
  }

  #ring(pen: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.lineWidth = 3;
    pen.strokeStyle = this.#palette.selection;
    pen.stroke();
  }
}

function nameOf({ name, age }: DriverMark): string {
  // Both isolated, because the name and its age may have different directions.
  return age === null ? name : `\u2068${name}\u2069 · \u2068${age}\u2069`;
}

function countOf(marks: readonly TaskMark[], lateness: TaskMark['lateness']): number {
  return marks.filter((mark) => mark.lateness === lateness).length;
}

function inside({ width, height }: Camera, x: number, y: number): boolean {
  return x > -MARGIN && y > -MARGIN && x < width + MARGIN && y < height + MARGIN;
}

function canvasIn(parent: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.className = 'map-marks';
  canvas.setAttribute('aria-hidden', 'true');
  parent.append(canvas);
  return canvas;
}
