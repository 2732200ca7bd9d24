import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import { cleanImage } from '../../kernel/uploads/clean-image.ts';
import type { FileStore } from '../../kernel/uploads/file-store.ts';
import { filePictures, type PictureOfFile } from '../catalogue/catalogue.ts';
import type { Catalogue } from './import-catalogue-schema.ts';
import type { CatalogueSource, Violation } from './import-catalogue-source.ts';

/** The pictures named in a catalogue file, by product key. */
export type CataloguePictures = ReadonlyMap<string, readonly PictureOfFile[]>;

/**
 * Reads the pictures named in the file, relative to its folder. A missing or invalid picture is reported as an error.
 */
export async function readPictures(
  file: string,
  { products }: Catalogue,
  source: CatalogueSource,
): Promise<{ pictures: CataloguePictures; faults: Violation[] }> {
  const folder = path.dirname(path.resolve(file));
  const pictures = new Map<string, PictureOfFile[]>();
  const faults: Violation[] = [];
  for (const [index, product] of products.entries()) {
    const read: PictureOfFile[] = [];
    for (const [at, { file: name, alt }] of product.pictures.entries()) {
      try {
        const content = await readFile(path.join(folder, name));
        cleanImage({ content });
        read.push({ content, alt });
      } catch (error) {
        faults.push(source.fault(['products', index, 'pictures', at, 'file'], whyNot(name, error)));
      }
    }
    if (read.length > 0) pictures.set(product.key, read);
  }
  return { pictures, faults };
}

function whyNot(name: string, error: unknown): string {
  if (error instanceof WaslError) return `${name} is not a JPEG, PNG, WebP or AVIF picture, or is damaged`;
  if (error instanceof Error && 'code' in error)
    return `${name} cannot be read beside this file (${error.code})`;
  throw error;
}

/** Adds the pictures to products that have none. Returns how many were written. */
export async function writePictures(
  deps: { database: Database; files: FileStore },
  pictures: CataloguePictures,
  productIds: ReadonlyMap<string, string>,
): Promise<number> {
  const ids = { next: uuidv7 };
  let written = 0;
  for (const [key, ofProduct] of pictures) {
    const productId = productIds.get(key);
    if (productId === undefined) throw new Error(`"${key}" was imported but does not exist`);
    written += await filePictures({ ...deps, ids }, productId, ofProduct, (trx, imageId) =>
      recordAudit(trx, {
        by: null,
        action: 'importCatalogue',
        subjectType: 'PRODUCT',
        subjectId: productId,
        requestId: null,
        ip: null,
        data: { imageId },
      }),
    );
  }
  return written;
}
