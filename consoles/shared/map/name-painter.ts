import { LabelRoom } from './label-room.ts';
import type { MapPalette } from './map-palette.ts';

export interface NameSize {
  /** Pixels of the letters. */
  letters: number;
  /** From the middle of the mark to the middle of its name. */
  below: number;
}

const FAMILY = "'IBM Plex Sans Arabic', system-ui, sans-serif";
/** Pixels around a name, so that neighbouring names stay separate. */
const GAP = 4;
/** Widths remembered: measuring takes longer than painting. */
const MAX_WIDTHS = 4_000;

/** Writes names beside marks, each where it meets no other: below its mark, else above it, else to its sides, else nowhere. */
export class NamePainter {
  readonly #room = new LabelRoom();
  /** What is taken already by what another painter wrote. */
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

  /** No name is put over what stands here. */
  take(x: number, y: number, size: number): void {
    this.#room.take(x, y, size, size);
  }

  /** False where it found no room; `must` be written all the same. */
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
  // The map stands from left to right in every language; what is written on it goes as the page does.
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
