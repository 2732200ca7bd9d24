import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Smallest result first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Format of the file list that `npm run build` writes; made by consoles/shared/build. */
const listed = z.object({
  version: z.string(),
  files: z.array(
    z.object({
      /** Relative to the console's path, e.g. `assets/main-3f2a.js`. */
      path: z.string(),
      type: z.string(),
      /** Content hash, for ETags. */
      hash: z.string(),
      /** Whether the name changes with the content. */
      immutable: z.boolean(),
      encodings: z.array(z.enum(ENCODINGS)),
    }),
  ),
});

export type ConsoleFile = z.infer<typeof listed>['files'][number];

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/**
 * One console's build. All files are read into memory on first use (a few megabytes), so that a page and its assets
 * come from the same build while a new one is being written.
 */
export class ConsoleFiles {
  readonly version: string;
  readonly #folder: string;
  readonly #files: ReadonlyMap<string, ConsoleFile>;
  readonly #contents = new Map<string, Buffer>();

  /** Null if the console has not been built. */
  static open(consolesDir: string, name: string): ConsoleFiles | null {
    const list = path.join(consolesDir, `${name}.files.json`);
    if (!existsSync(list)) return null;
    return new ConsoleFiles(
      path.join(consolesDir, name),
      listed.parse(JSON.parse(readFileSync(list, 'utf8'))),
    );
  }

  private constructor(folder: string, { version, files }: z.infer<typeof listed>) {
    this.version = version;
    this.#folder = folder;
    this.#files = new Map(files.map((file) => [file.path, file]));
    for (const file of files) {
      for (const encoding of [null, ...file.encodings]) this.#load(named(file, encoding));
    }
  }

  find(name: string): ConsoleFile | null {
    return this.#files.get(name) ?? null;
  }

  content(file: ConsoleFile, encoding: Encoding | null): Buffer {
    const content = this.#contents.get(named(file, encoding));
    if (content === undefined) throw new Error(`${file.path} is not a file of this console`);
    return content;
  }

  #load(name: string): void {
    this.#contents.set(name, readFileSync(path.join(this.#folder, name)));
  }
}

function named({ path: name }: ConsoleFile, encoding: Encoding | null): string {
  return name + (encoding === null ? '' : SUFFIX[encoding]);
}
