import { LabelRoom } from './label-room.ts';
import type { MapPalette } from './map-palette.ts';

export interface NameSize {
  /** Font size in pixels. */
  letters: number;
  /** Pixels from the centre of the mark to the centre of its name. */
  below: number;
}

const FAMILY = "'IBM Plex Sans Arabic', system-ui, sans-serif";
/** Pixels around a name, so that neighbouring names stay separate. */
const GAP = 4;
/** Maximum number of cached text widths: measuring takes longer than painting. */
const MAX_WIDTHS = 4_000;

/** Writes names beside marks without overlaps: below the mark, else above it, else to its sides, else not at all. */
export class NamePainter {
  readonly #room = new LabelRoom();
  /** Space already taken by another painter. */
  readonly #around: LabelRoom | null;
  readonly #widths = new Map<string, number>();
  /** On which side of its mark each name was put, so that it stays there while the mark moves. */
  readonly #sides = new Map<string, number>();

  constructor(around: NamePainter | null = null) {
    this.#around = around === null ? null : around.#room;
  }

  begin(): void {
    this.#room.clear();
    if (this.#sides.size > MAX_WIDTHS) this.#sides.clear();
  }

  /** Keeps names off this area. */
  take(x: number, y: number, size: number): void {
    this.#room.take(x, y, size, size);
  }

  /** False if there was no space; a name with `must` is written anyway. */
  write(
    pen: CanvasRenderingContext2D,
    palette: MapPalette,
    { id, words, x, y, must = false }: { id: string; words: string; x: number; y: number; must?: boolean },
    { letters, below }: NameSize,
  ): boolean {
    const width = this.#widthOf(pen, words, letters) + GAP;
    const height = letters + GAP;
    const beside = (below + width) / 2 + 2;
    const places = [
      [0, below],
      [0, -below],
      [beside, 0],
      [-beside, 0],
    ] as const;
    const former = this.#sides.get(id) ?? 0;
    const sides = [former, ...places.keys()];
    const side =
      sides.find((each) => {
        const [dx, dy] = places[each] ?? places[0];
        return this.#isFree(x + dx, y + dy, width, height);
      }) ?? (must ? former : null);
    if (side === null) return false;
    const [dx, dy] = places[side] ?? places[0];
    this.#sides.set(id, side);
    this.#room.take(x + dx, y + dy, width, height);
    letter(pen, palette, words, x + dx, y + dy, letters);
    return true;
  }

  #isFree(x: number, y: number, width: number, height: number): boolean {
    return this.#room.isFree(x, y, width, height) && this.#around?.isFree(x, y, width, height) !== false;
  }

  #widthOf(pen: CanvasRenderingContext2D, words: string, letters: number): number {
    const key = `${letters} ${words}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    if (this.#widths.size > MAX_WIDTHS) this.#widths.clear();
    pen.font = fontOf(letters);
    const { width } = pen.measureText(words);
    this.#widths.set(key, width);
    return width;
  }
}

function fontOf(letters: number): string {
  return `600 ${letters}px ${FAMILY}`;
}

function letter(
  pen: CanvasRenderingContext2D,
  { halo, ink }: MapPalette,
  words: string,
  x: number,
  y: number,
  letters: number,
): void {
  pen.font = fontOf(letters);
  // The map runs left to right in every language; its texts follow the page's direction.
  pen.direction = document.dir === 'rtl' ? 'rtl' : 'ltr';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.strokeStyle = halo;
  pen.strokeText(words, x, y);
  pen.fillStyle = ink;
  pen.fillText(words, x, y);
}
