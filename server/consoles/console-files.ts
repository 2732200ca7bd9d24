import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How `npm run build` lists a console's files; made by consoles/shared/build. */
const listed = z.object({
  version: z.string(),
  files: z.array(
    z.object({
      /** Below the console's path, e.g. `assets/main-3f2a.js`. */
      path: z.string(),
      type: z.string(),
      /** Of the content, for ETags. */
      hash: z.string(),
      /** Its name changes with its content. */
      immutable: z.boolean(),
      encodings: z.array(z.enum(ENCODINGS)),
    }),
  ),
});

export type ConsoleFile = z.infer<typeof listed>['files'][number];

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/**
 * One console as it was built when this process started. Files whose names do not change are read at once, so that
 * a page and the assets it names stay of one build even while the next is written.
 */
export class ConsoleFiles {
  readonly version: string;
  readonly #folder: string;
  readonly #files: ReadonlyMap<string, ConsoleFile>;
  readonly #contents = new Map<string, Buffer>();

  /** Null when the console has not been built. */
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
    for (const file of files.filter(({ immutable }) => !immutable)) {
      for (const encoding of [null, ...file.encodings]) this.read(file, encoding);
    }
  }

  find(name: string): ConsoleFile | null {
    return this.#files.get(name) ?? null;
  }

  /** Only listed files can be named, so no path leads out of the folder. */
  read(file: ConsoleFile, encoding: Encoding | null): Buffer {
    const name = file.path + (encoding === null ? '' : SUFFIX[encoding]);
    const known = this.#contents.get(name);
    if (known !== undefined) return known;
    const content = readFileSync(path.join(this.#folder, name));
    this.#contents.set(name, content);
    return content;
  }
}
