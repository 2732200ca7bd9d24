import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { CommandError } from '../shared/command-error.ts';
import { type Manifest, ManifestCheck, readManifest } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

export const ARCHIVE = 'base.tar.gz';
export const MANIFEST = 'backup_manifest';

const CONNECT_MS = 10_000;
/** A server that sends nothing for this long is given up. */
const SILENCE_MS = 5 * 60_000;
const COMMAND =
  "BASE_BACKUP ( LABEL 'wasl', CHECKPOINT 'fast', WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256' )";

/**
 * Has the server send a base backup into `folder`, as pg_basebackup does, by PostgreSQL's replication protocol: a
 * compressed archive of its files and a manifest with the checksum of each. Files are durable when it resolves.
 */
export async function receiveBaseBackup(
  databaseUrl: string,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'wasl-backup',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    replication: 'true',
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  const end = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    const receiver = new Receiver();
    client.query(receiver as unknown as pg.Submittable);
    const file = createWriteStream(path.join(folder, ARCHIVE), { flags: 'wx', mode: 0o640, flush: true });
    // Level 1: the disk is the limit then, not the processor.
    await pipeline(receiver.archive, createGzip({ level: 1 }), file, { signal });
    await writeDurably(path.join(folder, MANIFEST), receiver.manifest());
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}

/** Reads a stored base backup to its end and compares each file with the manifest. Rejects with a CommandError. */
export async function verifyBaseBackup(
  folder: string,
  take: (entry: TarEntry, content: AsyncGenerator<Buffer>) => Promise<void> = ignore,
): Promise<Manifest> {
  const manifest = readManifest(await readFile(path.join(folder, MANIFEST), 'utf8'));
  const check = new ManifestCheck(manifest);
  try {
    for await (const entry of readTar(unpacked(path.join(folder, ARCHIVE))))
      await take(entry, check.of(entry));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true)
      throw new CommandError(`${path.join(folder, ARCHIVE)} is damaged: ${(error as Error).message}`);
    throw error;
  }
  check.end();
  return manifest;
}

async function ignore(_: TarEntry, content: AsyncGenerator<Buffer>): Promise<void> {
  for await (const _ of content);
}

/** What a compressed file contains; errors of the file are errors of the stream. */
export function unpacked(file: string): Readable {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => source.destroy());
  return source.pipe(gunzip);
}

export async function writeDurably(file: string, content: string | Buffer, mode = 0o640): Promise<void> {
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The part of the driver's connection that a query of one's own uses. */
interface Wire {
  query(text: string): void;
  stream: { pause(): void; resume(): void; destroy(error: Error): void };
}

/**
 * The answer to BASE_BACKUP: results with positions and tablespaces, then one stream of messages, whose first byte says
 * whether an archive (n) or the manifest (m) begins, or data (d) of it or progress (p) follow.
 */
class Receiver {
  readonly archive = new PassThrough({ highWaterMark: 1 << 20 });
  readonly #manifest: Buffer[] = [];
  #into: 'nothing' | 'archive' | 'manifest' = 'nothing';
  #archives = 0;
  #fault: Error | null = null;
  #isPaused = false;
  #timer: NodeJS.Timeout | undefined;
  /** The driver sets one for every query. */
  callback = (): void => undefined;

  submit(connection: Wire): void {
    this.#wait(connection);
    connection.query(COMMAND);
  }

  manifest(): Buffer {
    return Buffer.concat(this.#manifest);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire): void {
    this.#wait(connection);
    const kind = String.fromCharCode(chunk[0] ?? 0);
    // The driver uses the memory behind a chunk again.
    const data = Buffer.from(chunk.subarray(1));
    if (kind === 'n') this.#begin(data);
    else if (kind === 'm') this.#into = 'manifest';
    else if (kind !== 'd') return;
    else if (this.#into === 'manifest') this.#manifest.push(data);
    else if (!this.archive.write(data)) this.#pause(connection);
  }

  /** What was read from the socket already still arrives, so this may be asked for several times. */
  #pause(connection: Wire): void {
    connection.stream.pause();
    // The server is not late while nothing is read.
    clearTimeout(this.#timer);
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.archive.once('drain', () => {
      this.#isPaused = false;
      connection.stream.resume();
      this.#wait(connection);
    });
  }

  #begin(data: Buffer): void {
    this.#into = 'archive';
    this.#archives += 1;
    if (this.#archives > 1)
      this.#fault = new CommandError(
        `The server has tablespaces outside its data folder (${data.toString().replaceAll('\0', ' ').trim()}), which are not backed up.`,
      );
  }

  handleError(error: Error): void {
    clearTimeout(this.#timer);
    this.archive.destroy(new CommandError(`The server sent no base backup: ${error.message}`));
  }

  handleReadyForQuery(): void {
    clearTimeout(this.#timer);
    if (this.#fault !== null) this.archive.destroy(this.#fault);
    else if (this.#manifest.length === 0)
      this.archive.destroy(new CommandError('The server sent no manifest.'));
    else this.archive.end();
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}

  #wait({ stream }: Wire): void {
    clearTimeout(this.#timer);
    const silent = new CommandError(`The server has sent nothing for ${SILENCE_MS / 60_000} minutes.`);
    this.#timer = setTimeout(() => stream.destroy(silent), SILENCE_MS);
    this.#timer.unref();
  }
}
