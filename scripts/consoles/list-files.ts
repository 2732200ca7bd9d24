import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.pbf': 'application/x-protobuf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE =
  /^(text\/|application\/(json|geo\+json|manifest\+json|wasm|x-protobuf)|image\/svg|audio\/wav)/;
/** Bytes; compressing a smaller response does not make it faster. */
const WORTH_COMPRESSING = 1_024;
/** Vite adds a content hash to these names. */
const HASHED = /^assets\//;

/** Compresses a built console's files beside them, and writes the list that the server serves it by. */
export async function listFiles(folder: string, listFile: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const files = await inTurns(names, (name) => describe(folder, name));
  const version = digest(Buffer.from(files.map(({ path, hash }) => `${path} ${hash}`).join('\n')));
  await writeFile(listFile, JSON.stringify({ version, files }, null, 1));
}

/** As many at a time as there are processors, since compressing uses a whole one. Results in the order of `items`. */
async function inTurns<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const workThrough = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workThrough));
  return results;
}

async function describe(folder: string, name: string) {
  const type = TYPES[extname(name)];
  if (type === undefined)
    throw new Error(`${name}: add the type of ${extname(name)} files to ${import.meta.filename}`);
  const content = await readFile(join(folder, name));
  const encodings = COMPRESSIBLE.test(type) && content.length >= WORTH_COMPRESSING ? ['br', 'gzip'] : [];
  const hash = digest(content);
  if (encodings.length > 0) {
    const { br, gz } = await compressedOnce(content, hash, type.startsWith('text/'));
    await writeFile(join(folder, `${name}.br`), br);
    await writeFile(join(folder, `${name}.gz`), gz);
  }
  return {
    path: name,
    type,
    size: content.length,
    hash,
    immutable: HASHED.test(name),
    encodings,
  };
}

interface Compressed {
  readonly br: Buffer;
  readonly gz: Buffer;
}

/** By digest: three consoles have the same maps. */
const compressed = new Map<string, Promise<Compressed>>();

function compressedOnce(content: Buffer, hash: string, text: boolean): Promise<Compressed> {
  const known = compressed.get(hash) ?? compress(content, text);
  compressed.set(hash, known);
  return known;
}

async function compress(content: Buffer, text: boolean): Promise<Compressed> {
  const params = {
    [constants.BROTLI_PARAM_MODE]: text ? constants.BROTLI_MODE_TEXT : constants.BROTLI_MODE_GENERIC,
    // Not the highest level: it takes ten times as long for two per cent.
    [constants.BROTLI_PARAM_QUALITY]: 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const br = await promisify(brotliCompress)(content, { params });
  return { br, gz: await promisify(gzip)(content, { level: 9 }) };
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
