import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** A file's name, which becomes part of a path. */
const FILE = /^[\w-][\w.-]{0,80}\.apk$/;
const HASH = /^[0-9a-f]{64}$/;

const catalogueSchema = z.object({
  signer: z.string().regex(HASH),
  apps: z
    .array(
      z.object({
        app: z.enum(['BUYER', 'SELLER', 'DRIVER']),
        id: z.string().regex(/^[a-z]+(\.[a-z0-9]+)+$/),
        version: z.string().max(20),
        code: z.number().int().min(1),
        file: z.string().regex(FILE),
        size: z.number().int().min(1),
        sha256: z.string().regex(HASH),
        minSdk: z.number().int().min(1),
      }),
    )
    .max(3),
});

/** What `npm run apk` has built, as its apps.json lists it. */
export type Catalogue = z.infer<typeof catalogueSchema>;

const LIST = 'apps.json';

/** The apps in a folder. Read again when the list has changed, so a new version needs no restart. */
export class AppCatalogue {
  readonly folder: string;
  #read: { changedAt: number; catalogue: Catalogue } | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Null if the folder has no list. Throws if the list is not as the build writes it. */
  async read(): Promise<Catalogue | null> {
    const file = path.join(this.folder, LIST);
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    );
    if (changedAt === null) return null;
    if (this.#read?.changedAt !== changedAt) {
      const catalogue = catalogueSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      this.#read = { changedAt, catalogue };
    }
    return this.#read.catalogue;
  }
}
