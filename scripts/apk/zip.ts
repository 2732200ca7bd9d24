import { crc32, inflateRawSync } from 'node:zlib';

/** A file in an archive. */
export interface ZipEntry {
  name: string;
  content: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
/** 1980-01-01, the earliest that the format has. */
const DATE = 0x0021;

/** Reads an archive of the Android tools: no comment at its end, no parts beyond 4 GiB. */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.length - END_BYTES;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('not a ZIP archive');
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new Error('a damaged ZIP archive');
    const method = zip.readUInt16LE(at + 10);
    const size = zip.readUInt32LE(at + 20);
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const stored = zip.subarray(start, start + size);
    entries.push({ name, content: method === 0 ? Buffer.from(stored) : inflateRawSync(stored) });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/**
 * An archive whose bytes depend on its files alone: sorted, dated alike, and not compressed, since compressed bytes differ
 * with the version of the compressor.
 */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const bytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    // Version 1.0, no flags, stored, midnight, the date; then checksum, both sizes, length of the name, no extra field.
    common.writeUInt16LE(10, 0);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(bytes.length, 22);
    parts.push(number(LOCAL, 4), common, bytes, content);
    directory.push(number(CENTRAL, 4), number(10, 2), common, Buffer.alloc(10), number(offset, 4), bytes);
    offset += 30 + bytes.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

function number(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}
