import { BrokenImage } from './image-reader.ts';
import { type Box, Numbers, readBoxes, requireBox } from './iso-boxes.ts';

/** An item of an AVIF file. */
export interface AvifItem {
  id: number;
  type: string;
  hidden: boolean;
  /** Its bytes, joined from all extents. */
  data: Buffer;
  properties: { box: Box; essential: boolean }[];
}

/** A reference between items: derived from others, or auxiliary. */
export interface AvifReference {
  type: string;
  from: number;
  to: number[];
}

export interface AvifItems {
  primary: number;
  items: Map<number, AvifItem>;
  references: AvifReference[];
}

const MAX_ITEMS = 1_024;

/** Parses a file's `meta` box. Throws BrokenImage, and RangeError for offsets outside the file. */
export function readItems(file: Buffer, meta: Buffer): AvifItems {
  const boxes = readBoxes(meta.subarray(4));
  const idat = boxes.find(({ type }) => type === 'idat')?.body ?? Buffer.alloc(0);
  const data = readLocations(requireBox(boxes, 'iloc'), file, idat);
  const properties = readProperties(requireBox(boxes, 'iprp'));
  const items = new Map<number, AvifItem>();
  for (const info of readInfos(requireBox(boxes, 'iinf'))) {
    const { id } = info;
    items.set(id, { ...info, data: data.get(id) ?? Buffer.alloc(0), properties: properties.get(id) ?? [] });
  }
  const references = boxes.find(({ type }) => type === 'iref');
  return {
    primary: readPrimary(requireBox(boxes, 'pitm')),
    items,
    references: references === undefined ? [] : readReferences(references.body),
  };
}

function readPrimary(body: Buffer): number {
  return new Numbers(body, 4).next(body[0] === 0 ? 2 : 4);
}

function readInfos(body: Buffer): Pick<AvifItem, 'id' | 'type' | 'hidden'>[] {
  const boxes = readBoxes(body.subarray(body[0] === 0 ? 6 : 8));
  if (boxes.length > MAX_ITEMS) throw new BrokenImage('an AVIF of too many items');
  return boxes
    .filter(({ type, body: info }) => type === 'infe' && (info[0] ?? 0) >= 2)
    .map(({ body: info }) => {
      const read = new Numbers(info, 4);
      const id = read.next(info[0] === 2 ? 2 : 4);
      if (read.next(2) !== 0) throw new BrokenImage('an AVIF that is protected');
      return { id, type: read.rest.toString('latin1', 0, 4), hidden: ((info[3] ?? 0) & 1) === 1 };
    });
}

/** Every item's bytes by id, joined from all extents. */
function readLocations(body: Buffer, file: Buffer, idat: Buffer): Map<number, Buffer> {
  const version = body[0] ?? 0;
  const read = new Numbers(body, 4);
  const sizes = read.next(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  const locations = new Map<number, Buffer>();
  const count = read.next(version < 2 ? 2 : 4);
  if (count > MAX_ITEMS) throw new BrokenImage('an AVIF of too many items');
  for (let item = 0; item < count; item += 1) {
    const id = read.next(version < 2 ? 2 : 4);
    const source = version === 0 ? 0 : read.next(2) & 15;
    if (source > 1 || read.next(2) !== 0) throw new BrokenImage('an AVIF whose bytes lie elsewhere');
    const base = read.next(baseSize);
    const extents = Array.from({ length: Math.min(read.next(2), MAX_ITEMS) }, () => {
      read.next(indexSize);
      const start = base + read.next(offsetSize);
      return { start, length: read.next(lengthSize) };
    });
    locations.set(id, Buffer.concat(extents.map((extent) => cut(source === 0 ? file : idat, extent))));
  }
  return locations;
}

function cut(from: Buffer, { start, length }: { start: number; length: number }): Buffer {
  if (length === 0 || start + length > from.length) throw new BrokenImage('an AVIF cut off');
  return from.subarray(start, start + length);
}

/** Every item's properties in order, because some are applied one after the other. */
function readProperties(body: Buffer): Map<number, AvifItem['properties']> {
  const boxes = readBoxes(body);
  const known = readBoxes(requireBox(boxes, 'ipco'));
  const found = new Map<number, AvifItem['properties']>();
  for (const { body: map } of boxes.filter(({ type }) => type === 'ipma')) {
    const long = ((map[3] ?? 0) & 1) === 1;
    const read = new Numbers(map, 4);
    const count = Math.min(read.next(4), MAX_ITEMS);
    for (let entry = 0; entry < count; entry += 1) {
      const id = read.next(map[0] === 0 ? 2 : 4);
      const bits = Array.from({ length: read.next(1) }, () => read.next(long ? 2 : 1));
      const essential = long ? 0x8000 : 0x80;
      const own = bits.flatMap((value) => {
        const box = known[(value & (essential - 1)) - 1];
        return box === undefined ? [] : [{ box, essential: (value & essential) !== 0 }];
      });
      found.set(id, [...(found.get(id) ?? []), ...own]);
    }
  }
  return found;
}

function readReferences(body: Buffer): AvifReference[] {
  const size = body[0] === 0 ? 2 : 4;
  return readBoxes(body.subarray(4)).map(({ type, body: reference }) => {
    const read = new Numbers(reference);
    const from = read.next(size);
    return { type, from, to: Array.from({ length: read.next(2) }, () => read.next(size)) };
  });
}
