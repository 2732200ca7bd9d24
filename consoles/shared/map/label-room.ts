interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels of the grid cells in which boxes are indexed. */
const CELL = 64;

/** Occupied areas of the canvas: a name is written only where it overlaps no other. */
export class LabelRoom {
  readonly #cells = new Map<number, Box[]>();

  clear(): void {
    this.#cells.clear();
  }

  isFree(x: number, y: number, width: number, height: number): boolean {
    const box = boxOf(x, y, width, height);
    return !this.#cellsOf(box).some((key) => this.#cells.get(key)?.some((other) => meet(box, other)));
  }

  /** Occupies the box around a centre. */
  take(x: number, y: number, width: number, height: number): void {
    const box = boxOf(x, y, width, height);
    for (const key of this.#cellsOf(box)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [box]);
      else cell.push(box);
    }
  }

  #cellsOf({ left, top, right, bottom }: Box): number[] {
    const keys: number[] = [];
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column += 1) {
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row += 1) {
        keys.push(column * 10_000 + row);
      }
    }
    return keys;
  }
}

function boxOf(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

function meet(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
