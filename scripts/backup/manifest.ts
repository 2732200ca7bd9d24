import { createHash } from 'node:crypto';
import { CommandError } from '../shared/command-error.ts';
import type { TarEntry } from './tar.ts';

/** What PostgreSQL says a base backup contains. */
export interface Manifest {
  files: Map<string, { size: number; sha256: string }>;
  timeline: number;
  startLsn: string;
  endLsn: string;
}

interface Written {
  Files: { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum: string }[];
  'WAL-Ranges': { Timeline: number; 'Start-LSN': string; 'End-LSN': string }[];
  'Manifest-Checksum': string;
}

/** Reads a manifest and verifies its own checksum, which stands in its last line. */
export function readManifest(text: string): Manifest {
  const end = text.lastIndexOf('"Manifest-Checksum"');
  const covered = text.slice(0, Math.max(0, end));
  const sum = createHash('sha256').update(covered).digest('hex');
  let written: Written;
  try {
    written = JSON.parse(text) as Written;
  } catch {
    throw new CommandError('The manifest of the base backup is damaged.');
  }
  const [range, ...others] = written['WAL-Ranges'];
  if (sum !== written['Manifest-Checksum'] || range === undefined)
    throw new CommandError('The manifest of the base backup is damaged.');
  if (others.length > 0)
    throw new CommandError('The server changed its timeline during the backup. Back up again.');
  const files = written.Files.map(
    (file) =>
      [
        file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString(),
        { size: file.Size, sha256: file.Checksum },
      ] as const,
  );
  return {
    files: new Map(files),
    timeline: range.Timeline,
    startLsn: range['Start-LSN'],
    endLsn: range['End-LSN'],
  };
}

/** Ticks off the files of an archive. Throws a CommandError for the first that the manifest does not describe so. */
export class ManifestCheck {
  readonly #left: Map<string, { size: number; sha256: string }>;

  constructor({ files }: Manifest) {
    this.#left = new Map(files);
  }

  /** Passes on the content of an entry and compares it. The manifest does not list folders. */
  async *of(entry: TarEntry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of entry.content()) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    if (entry.kind !== 'file') return;
    const promised = this.#left.get(entry.path);
    if (promised?.size !== size || promised.sha256 !== hash.digest('hex'))
      throw new CommandError(`${entry.path} of the base backup is not what the server sent.`);
    this.#left.delete(entry.path);
  }

  end(): void {
    const [missing] = this.#left.keys();
    if (missing !== undefined) throw new CommandError(`${missing} is missing in the base backup.`);
  }
}
