import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from '../consoles/consoles.ts';

/** Bytes below which compression does not make a page faster. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Higher levels take several times as long to save a few per cent. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/**
 * A page's bytes, compressed once per encoding that browsers ask for. Synchronously: for pages of this size, passing
 * them to another thread takes several times as long as the compression.
 */
export class PageBody {
  readonly #plain: Buffer;
  readonly #compressed = new Map<Encoding, Buffer>();

  constructor(html: string) {
    this.#plain = Buffer.from(html);
  }

  /** Whether it may be sent compressed. */
  get isCompressible(): boolean {
    return this.#plain.length >= MIN_COMPRESSED_BYTES;
  }

  in(encoding: Encoding | null): Buffer {
    if (encoding === null) return this.#plain;
    let bytes = this.#compressed.get(encoding);
    if (bytes === undefined) {
      bytes = compress(this.#plain, encoding);
      this.#compressed.set(encoding, bytes);
    }
    return bytes;
  }
}

function compress(plain: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(plain, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return brotliCompressSync(plain, { params });
}
