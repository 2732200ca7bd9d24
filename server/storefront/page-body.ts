import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../consoles/consoles.ts';

/** Below it a smaller page is no faster one. */
const WORTH_COMPRESSING = 1_024;
/** Higher ones take several times as long for a few bytes in a hundred. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

/** A page's bytes, compressed off the event loop, once for each form that a browser asks for. */
export class PageBody {
  readonly #plain: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(html: string) {
    this.#plain = Buffer.from(html);
  }

  /** Whether it is sent in another form than as it is. */
  get isCompressible(): boolean {
    return this.#plain.length >= WORTH_COMPRESSING;
  }

  in(encoding: Encoding | null): Buffer | Promise<Buffer> {
    if (encoding === null) return this.#plain;
    let bytes = this.#compressed.get(encoding);
    if (bytes === undefined) {
      bytes = compress(this.#plain, encoding);
      this.#compressed.set(encoding, bytes);
    }
    return bytes;
  }
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return promisify(brotliCompress)(plain, { params });
}
