import { CommandError } from '../shared/command-error.ts';

/** A file of an archive. What `content` yields must be read to its end before the next file. */
export interface TarEntry {
  path: string;
  kind: 'file' | 'folder' | 'link';
  size: number;
  mode: number;
  content(): AsyncGenerator<Buffer>;
}

const BLOCK = 512;

/**
 * Reads the tar archives that PostgreSQL sends (ustar; sizes above 8 GB in base 256). Throws a CommandError when the
 * archive is cut off or is none.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (header === null || header.every((byte) => byte === 0)) break;
    if (sumOf(header) !== readNumber(header, 148, 8)) throw new CommandError('The archive is damaged.');
    const size = readNumber(header, 124, 12);
    const prefix = text(header, 345, 155);
    let unread = size;
    async function* content() {
      while (unread > 0) {
        const chunk = await bytes.upTo(unread);
        unread -= chunk.length;
        yield chunk;
      }
    }
    yield {
      path: prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`,
      kind: { '5': 'folder' as const, '2': 'link' as const }[text(header, 156, 1)] ?? 'file',
      size,
      mode: readNumber(header, 100, 8) & 0o777,
      content,
    };
    for await (const _ of content());
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (padding > 0 && (await bytes.exactly(padding)) === null) throw cutOff();
  }
  await bytes.drain();
}

/** Reads a stream in pieces of a wanted size. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Null at the end of the stream; throws when it ends in between. */
  async exactly(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let wanted = count;
    while (wanted > 0) {
      if (this.#rest.length === 0 && !(await this.#fill())) {
        if (wanted === count) return null;
        throw cutOff();
      }
      const part = this.#rest.subarray(0, wanted);
      this.#rest = this.#rest.subarray(part.length);
      wanted -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  async upTo(count: number): Promise<Buffer> {
    if (this.#rest.length === 0 && !(await this.#fill())) throw cutOff();
    const part = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }

  /** Reads to the end, so that a checksum behind the archive is verified, too. */
  async drain(): Promise<void> {
    while (await this.#fill());
  }

  async #fill(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    this.#rest = done === true ? Buffer.alloc(0) : value;
    return done !== true;
  }
}

const cutOff = () => new CommandError('The archive is cut off.');

/** The checksum counts its own field as blanks. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString();
}

function readNumber(header: Buffer, at: number, length: number): number {
  const field = header.subarray(at, at + length);
  if ((field[0] ?? 0) < 0x80) return Number.parseInt(text(header, at, length).trim() || '0', 8);
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
}
