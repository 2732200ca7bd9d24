import type { FileKind } from '../data/files.ts';

/** Maximum number of characters in a file that the service accepts. */
export const MAX_CHARACTERS = 8_000_000;
/** In bytes, at four per character: larger files are refused without reading them. */
const MAX_BYTES = 4 * MAX_CHARACTERS;

/** A file's content, or why it cannot be sent. */
export type FileRead = { csv: string; guess: FileKind | null } | { fault: 'empty' | 'large' | 'workbook' };

/** Reads a file in any encoding spreadsheets use: UTF-8, UTF-16, or Windows' Arabic code page. */
export async function readFile(file: Blob): Promise<FileRead> {
  if (file.size > MAX_BYTES) return { fault: 'large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isWorkbook(bytes)) return { fault: 'workbook' };
  const csv = decode(bytes);
  if (csv.trim() === '') return { fault: 'empty' };
  if (csv.length > MAX_CHARACTERS) return { fault: 'large' };
  return { csv, guess: guessKind(csv) };
}

/** XLSX is a ZIP archive, XLS an OLE container. */
function isWorkbook(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
}

function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1256').decode(bytes);
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

/** The kind of file, guessed from its column names; null if they are inconclusive. */
export function guessKind(csv: string): FileKind | null {
  const head = csv.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, 1)[0] ?? '';
  const names = new Set(head.split(/[,;\t]/).map((name) => name.replace(/["\s]/g, '').toLowerCase()));
  const has = (...wanted: readonly string[]) => wanted.some((name) => names.has(name));
  // Files of prices and of stock name the product, too, for the reader.
  if (has('productid', 'descriptionen', 'descriptionar')) return 'PRODUCTS';
  if (has('onhand', 'warehouse')) return 'STOCK';
  if (has('price', 'offerid')) return 'OFFERS';
  if (has('titleen', 'titlear', 'variantid')) return 'PRODUCTS';
  return null;
}
