import { type FileHandle, open } from 'node:fs/promises';
import { Compression, PMTiles, type Source, TileType } from 'pmtiles';
import { type Asker, fetchPart, Unreachable } from './fetch-part.ts';
import type { Findings } from './findings.ts';
import { judgeBounds, judgeNames, judgeZooms, tileOverDoha } from './judge-tiles.ts';

const KINDS: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'vector tiles (MVT)',
  [TileType.Mlt]: 'vector tiles (MLT)',
  [TileType.Png]: 'pictures (PNG)',
  [TileType.Jpeg]: 'pictures (JPEG)',
  [TileType.Webp]: 'pictures (WebP)',
  [TileType.Avif]: 'pictures (AVIF)',
};
/** Compressions that the reader in the browser supports. */
const UNPACKED: readonly Compression[] = [Compression.None, Compression.Gzip];
const SAMPLE_ZOOM = 12;

/** An archive on this machine, read in ranges. */
export class FileSource implements Source {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<FileSource> {
    return new FileSource(path, await open(path));
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number) {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, offset);
    return { data: buffer.buffer.slice(0, bytesRead) };
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** An archive on another host, read in ranges as the consoles do. */
export class HostSource implements Source {
  readonly #url: string;
  readonly #asker: Asker;

  constructor(url: string, asker: Asker) {
    this.#url = url;
    this.#asker = asker;
  }

  getKey(): string {
    return this.#url;
  }

  async getBytes(offset: number, length: number) {
    const { bytes } = await fetchPart(this.#url, this.#asker, `bytes=${offset}-${offset + length - 1}`);
    return { data: new Uint8Array(bytes).buffer };
  }
}

/** Judges an archive by its header, its metadata and one tile. Returns its attribution. */
export async function judgeArchive(findings: Findings, name: string, source: Source): Promise<string | null> {
  const archive = new PMTiles(source);
  try {
    const header = await archive.getHeader();
    const kind = KINDS[header.tileType];
    if (kind === undefined) findings.wrong(`${name}: tiles of a kind that maps cannot draw`);
    else findings.ok(`${name}: PMTiles ${header.specVersion}, ${kind}`);
    if (!UNPACKED.includes(header.tileCompression) || !UNPACKED.includes(header.internalCompression)) {
      findings.wrong(`${name}: packed in a way that browsers do not unpack; gzip or none is needed`);
      return null;
    }
    judgeBounds(findings, name, [header.minLon, header.minLat, header.maxLon, header.maxLat]);
    judgeZooms(findings, name, header.minZoom, header.maxZoom);
    const { z, x, y } = tileOverDoha(Math.min(header.maxZoom, SAMPLE_ZOOM));
    const tile = await archive.getZxy(z, x, y);
    if (tile === undefined) findings.wrong(`${name}: no tile over Doha at zoom ${z}`);
    const metadata = (await archive.getMetadata()) as { vector_layers?: unknown; attribution?: unknown };
    judgeNames(findings, name, metadata.vector_layers);
    return typeof metadata.attribution === 'string' ? metadata.attribution : null;
  } catch (error) {
    if (error instanceof Unreachable) findings.wrong(error.message);
    else
      findings.wrong(
        `${name}: not a PMTiles archive (${error instanceof Error ? error.message : String(error)})`,
      );
    return null;
  }
}
