import { type AvifItem, type AvifItems, type AvifReference, readItems } from './avif-items.ts';
import { BrokenImage, type ImageParts } from './image-reader.ts';
import { numbers, readBoxes, requireBox, writeBox, writeFullBox } from './iso-boxes.ts';

/** Item types that are pictures: coded ones, and grids of tiles. */
const PICTURES = new Set(['av01', 'grid']);
/** Properties needed to draw a picture; descriptions, times and unknown ones are dropped. */
const DRAWING_PROPERTIES = new Set([
  ...['ispe', 'pixi', 'av1C', 'colr', 'pasp', 'clap', 'irot', 'imir', 'auxC', 'a1op', 'a1lx', 'lsel'],
  ...['clli', 'mdcv', 'cclv', 'amve'],
]);
/** References to tiles, transparency, and premultiplied colours. */
const RELATIONS = new Set(['dimg', 'auxl', 'prem']);
const BRANDS = new Set(['avif', 'mif1', 'miaf', 'MA1A', 'MA1B']);

export function isAvif(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 8) === 'ftyp' && brandsOf(bytes).includes('avif');
}

/** The first is the major brand; the four bytes after it are its version. */
function brandsOf(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

/**
 * Rewrites an AVIF from the items of its primary picture. Drops EXIF, XMP, thumbnails (which may show cropped parts),
 * other pictures and everything else.
 */
export function readAvif(bytes: Buffer): ImageParts {
  const brands = brandsOf(bytes);
  if (brands.includes('avis')) throw new BrokenImage('an AVIF that moves');
  const { primary, items, references } = picturesOf(readItems(bytes, requireBox(readBoxes(bytes), 'meta')));
  const size = sizeOf(primary);
  const kept = [...new Set(brands)].filter((brand) => BRANDS.has(brand)).join('');
  const head = writeBox('ftyp', Buffer.from(`avif\0\0\0\0${kept}`, 'latin1'));
  const meta = (start: number) => writeMeta(primary, items, references, start);
  const data = items.map((item) => item.data);
  // The length of `meta` does not depend on the offsets in it.
  const start = head.length + meta(0).length + 8;
  return { ...size, parts: [head, meta(start), writeBox('mdat', ...data)] };
}

interface Pictures {
  primary: AvifItem;
  items: AvifItem[];
  references: AvifReference[];
}

/** The primary picture and everything it references, transitively. */
function picturesOf({ primary, items, references }: AvifItems): Pictures {
  const related = references.filter(({ type }) => RELATIONS.has(type));
  const kept = new Set([primary]);
  for (let before = 0; before < kept.size; ) {
    before = kept.size;
    for (const { type, from, to } of related) {
      if (type === 'auxl' && to.some((id) => kept.has(id))) kept.add(from);
      if (type === 'dimg' && kept.has(from)) for (const id of to) kept.add(id);
    }
  }
  const found = [...kept].map((id) => requirePicture(items.get(id)));
  const [first] = found;
  if (first === undefined) throw new BrokenImage('an AVIF without a picture');
  const whole = related.filter(({ from, to }) => kept.has(from) && to.every((id) => kept.has(id)));
  return { primary: first, items: found.sort((a, b) => a.id - b.id), references: whole };
}

function requirePicture(item: AvifItem | undefined): AvifItem {
  if (item === undefined || !PICTURES.has(item.type) || item.data.length === 0 || item.id > 0xffff)
    throw new BrokenImage('an AVIF without a picture');
  const properties = item.properties.filter(({ box, essential }) => {
    if (DRAWING_PROPERTIES.has(box.type)) return true;
    if (essential) throw new BrokenImage('an AVIF that only newer software draws');
    return false;
  });
  return { ...item, properties };
}

/** The displayed size: cropped, then rotated. */
function sizeOf({ properties }: AvifItem): { width: number; height: number } {
  const body = (type: string) => properties.find(({ box }) => box.type === type)?.box.body;
  const extent = body('ispe');
  if (extent === undefined) throw new BrokenImage('an AVIF without its size');
  const crop = body('clap');
  const part = (at: number) => Math.floor((crop?.readUInt32BE(at) ?? 0) / (crop?.readUInt32BE(at + 4) || 1));
  const width = crop === undefined ? extent.readUInt32BE(4) : part(0);
  const height = crop === undefined ? extent.readUInt32BE(8) : part(8);
  const turned = ((body('irot')?.[0] ?? 0) & 1) === 1;
  return turned ? { width: height, height: width } : { width, height };
}

function writeMeta(
  primary: AvifItem,
  items: readonly AvifItem[],
  references: readonly AvifReference[],
  start: number,
): Buffer {
  return writeFullBox(
    ...(['meta', 0, 0] as const),
    writeFullBox('hdlr', 0, 0, Buffer.alloc(4), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
    writeFullBox('pitm', 0, 0, numbers(2, primary.id)),
    writeLocations(items, start),
    writeFullBox('iinf', 0, 0, numbers(2, items.length), ...items.map(writeInfo)),
    writeProperties(items),
    ...(references.length === 0 ? [] : [writeFullBox('iref', 0, 0, ...references.map(writeReference))]),
  );
}

function writeInfo({ id, type, hidden }: AvifItem): Buffer {
  const name = Buffer.alloc(1);
  return writeFullBox('infe', 2, hidden ? 1 : 0, numbers(2, id, 0), Buffer.from(type, 'latin1'), name);
}

function writeReference({ type, from, to }: AvifReference): Buffer {
  return writeBox(type, numbers(2, from, to.length, ...to));
}

/** Offsets and lengths of four bytes, one extent per item, in order. */
function writeLocations(items: readonly AvifItem[], start: number): Buffer {
  let at = start;
  const entries = items.map(({ id, data }) => {
    const entry = Buffer.concat([numbers(2, id, 0, 1), numbers(4, at, data.length)]);
    at += data.length;
    return entry;
  });
  return writeFullBox('iloc', 0, 0, numbers(2, 0x4400, items.length), ...entries);
}

function writeProperties(items: readonly AvifItem[]): Buffer {
  const boxes = [...new Set(items.flatMap(({ properties }) => properties.map(({ box }) => box)))];
  const entries = items.map(({ id, properties }) => {
    const places = properties.map(
      ({ box, essential }) => (boxes.indexOf(box) + 1) | (essential ? 0x8000 : 0),
    );
    return Buffer.concat([numbers(2, id), numbers(1, properties.length), numbers(2, ...places)]);
  });
  const written = boxes.map(({ type, body }) => writeBox(type, body));
  return writeBox(
    'iprp',
    writeBox('ipco', ...written),
    writeFullBox('ipma', 0, 1, numbers(4, items.length), ...entries),
  );
}
