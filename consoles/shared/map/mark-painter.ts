import { type Camera, screenX, screenY } from './camera.ts';
import type { MapPalette } from './map-palette.ts';
import type { MarkBoard } from './mark-board.ts';
import type { Picked } from './marks.ts';
import { type Sprite, Sprites } from './sprites.ts';

/** From this zoom on marks have room for words. */
const NAMES_FROM = 12.5;
const STORES_FROM = 11;
const MOST_NAMES = 60;
/** Marks this far outside the edge still reach into the picture. */
const MARGIN = 30;
const DIMMED = 0.22;

/** Two canvases above the map: what stands still, and drivers, who move every second and are drawn far more often. */
export class MarkPainter {
  readonly #board: MarkBoard;
  readonly #still: HTMLCanvasElement;
  readonly #moving: HTMLCanvasElement;
  #palette: MapPalette;
  #sprites: Sprites;
  #ratio = 1;
  selected: Picked | null = null;

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

  paintStill(camera: Camera): void {
    const pen = this.#clear(this.#still, camera);
    if (pen === null) return;
    for (const { mark, spot } of this.#board.depots) {
      const x = screenX(camera, spot);
      const y = screenY(camera, spot);
      if (!inside(camera, x, y)) continue;
      this.#stamp(pen, this.#sprites.depot(mark.waiting, mark.late > 0), x, y);
      if (camera.zoom >= STORES_FROM) this.#words(pen, mark.name, x, y + 24);
    }
    this.#paintTasks(pen, camera);
    for (const { mark, spot } of this.#board.stops) {
      const x = screenX(camera, spot);
      const y = screenY(camera, spot);
      if (!inside(camera, x, y)) continue;
      this.#stamp(pen, this.#sprites.stop(String(mark.number), mark.lateness, mark.done), x, y);
      if (mark.eta !== null) this.#words(pen, mark.locked ? `${mark.eta} ■` : mark.eta, x, y + 20);
    }
  }

  /** Calm ones first, so that what is late lies on top. */
  #paintTasks(pen: CanvasRenderingContext2D, camera: Camera): void {
    const chosen = this.selected?.kind === 'task' ? this.selected.id : null;
    for (const lateness of ['ok', 'risk', 'late'] as const) {
      for (const { mark, spot } of this.#board.tasks) {
        if (mark.lateness !== lateness) continue;
        const x = screenX(camera, spot);
        const y = screenY(camera, spot);
        if (!inside(camera, x, y)) continue;
        if (mark.id === chosen) this.#ring(pen, x, y, 13);
        pen.globalAlpha = mark.dimmed ? DIMMED : 1;
        this.#stamp(pen, this.#sprites.task(mark.look, mark.lateness), x, y);
        pen.globalAlpha = 1;
      }
    }
  }

  paintMoving(camera: Camera, now: number): void {
    const pen = this.#clear(this.#moving, camera);
    if (pen === null) return;
    const named = camera.zoom >= NAMES_FROM;
    const chosen = this.selected?.kind === 'driver' ? this.selected.id : null;
    let names = 0;
    for (const mark of this.#board.drivers) {
      const spot = this.#board.driverAt(mark.id, now);
      if (spot === null) continue;
      const x = screenX(camera, spot);
      const y = screenY(camera, spot);
      if (!inside(camera, x, y)) continue;
      if (mark.id === chosen) this.#ring(pen, x, y, 15);
      pen.globalAlpha = mark.dimmed && mark.id !== chosen ? DIMMED : 1;
      const turns = mark.look === 'driving' && mark.heading !== null;
      this.#stamp(pen, this.#sprites.driver(mark.look, turns), x, y, turns ? mark.heading : null);
      const words = named || mark.id === chosen ? nameOf(mark.name, mark.age) : null;
      if (words !== null && names < MOST_NAMES) {
        this.#words(pen, words, x, y + 20);
        names += 1;
      }
      pen.globalAlpha = 1;
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

  #words(pen: CanvasRenderingContext2D, words: string, x: number, y: number): void {
    pen.font = "600 11.5px 'IBM Plex Sans Arabic', system-ui, sans-serif";
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineWidth = 3;
    pen.lineJoin = 'round';
    pen.strokeStyle = this.#palette.halo;
    pen.strokeText(words, x, y);
    pen.fillStyle = this.#palette.ink;
    pen.fillText(words, x, y);
  }
}

function nameOf(name: string, age: string | null): string {
  return age === null ? name : `${name} · ${age}`;
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
