import { BrokenImage } from './image-reader.ts';

/** A box of an ISO base media file. */
export interface Box {
  type: string;
  /** Without size and type. */
  body: Buffer;
}

const HEADER = 8;
const MAX_BOXES = 4_096;

/** The complete boxes in `bytes`; anything after them is ignored. */
export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at + HEADER <= bytes.length && boxes.length < MAX_BOXES) {
    const { start, end } = extentOf(bytes, at);
    if (start > end || end > bytes.length) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + HEADER), body: bytes.subarray(start, end) });
    at = end;
  }
  return boxes;
}

/** Start and end of the body of the box at `at`. Size 1 means a 64-bit size follows; 0 means to the end. */
function extentOf(bytes: Buffer, at: number): { start: number; end: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { start: at + HEADER, end: bytes.length };
  if (size !== 1) return { start: at + HEADER, end: at + size };
  return { start: at + 16, end: at + Number(bytes.readBigUInt64BE(at + HEADER)) };
}

/** Throws BrokenImage if there is none. */
export function requireBox(boxes: readonly Box[], type: string): Buffer {
  const found = boxes.find((box) => box.type === type);
  if (found === undefined) throw new BrokenImage(`no ${type} box`);
  return found.body;
}

export function writeBox(type: string, ...body: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt32BE(HEADER + body.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...body]);
}

/** A box with version and flags before its body. */
export function writeFullBox(
  type: string,
  version: number,
  flags: number,
  ...body: readonly Buffer[]
): Buffer {
  return writeBox(type, Buffer.from([version, flags >> 16, (flags >> 8) & 0xff, flags & 0xff]), ...body);
}

/** Reads consecutive numbers; throws a RangeError past the end, as Buffer does. */
export class Numbers {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** @param size Bytes, 0 to 8; 0 reads 0. */
  next(size: number): number {
    if (size === 0) return 0;
    const at = this.#at;
    this.#at += size;
    return size === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, size);
  }
}

/** Big-endian numbers of `size` bytes each. */
export function numbers(size: number, ...values: readonly number[]): Buffer {
  const out = Buffer.alloc(size * values.length);
  for (const [index, value] of values.entries()) out.writeUIntBE(value, index * size, size);
  return out;
}
