import { readFile, stat } from 'node:fs/promises';
import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { loadServiceArea } from '../../../db/seeds/load-service-area.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { FileStore } from '../../kernel/uploads/file-store.ts';
import { lockImport } from './conflict-store.ts';
import { type CheckedCatalogue, checkCatalogue } from './import-catalogue-check.ts';
import { conflicts } from './import-catalogue-conflicts.ts';
import { CatalogueFileError } from './import-catalogue-source.ts';
import { CatalogueWriter, type Tallies } from './import-catalogue-write.ts';
import { readPictures, writePictures } from './import-pictures.ts';

export interface ImportResult {
  /** False when the database already held everything as the file says. */
  changed: boolean;
  /** Per kind: how many the file has, and how many of them were created or updated. */
  counts: Tallies;
}

export interface CatalogueText {
  /** Its name, for messages. */
  file: string;
  text: string;
}

const NO_PICTURES = { pictures: new Map(), faults: [] };
const LARGEST_FILE = 16 * 1024 * 1024;
const WAIT_FOR_ANOTHER_IMPORT = 10_000;

/**
 * Imports a catalogue file into the database at a URL; see `importCatalogue`. Throws CatalogueFileError for a faulty
 * file, and what the file system says when it cannot be read.
 */
export async function importCatalogueFile(
  databaseUrl: string,
  file: string,
  files: FileStore | null,
): Promise<ImportResult> {
  const { size } = await stat(file);
  if (size > LARGEST_FILE) throw new RangeError(`${file} is larger than ${LARGEST_FILE / 1024 / 1024} MB`);
  const text = await readFile(file, 'utf8');
  const serviceArea = await loadServiceArea();
  const database = openDatabase(databaseUrl, { name: 'wasl-import', max: 1 });
  try {
    return await importCatalogue(database, { file, text }, serviceArea, files);
  } finally {
    await database.destroy();
  }
}

/**
 * Brings the catalogue to what a file says, in one transaction, one import at a time. Rows are found again by their
 * key, so a second run changes nothing. An edited file updates texts, categories and prices; what people keep up to
 * date here (stock, addresses, offers switched off, commission) is written once and then left alone, and what a file
 * no longer names stays. A faulty file is refused whole: CatalogueFileError names the line of every fault. Pictures follow
 * the rest, one by one, to products that have none. @param files Where pictures are kept; null: they are left out.
 */
export async function importCatalogue(
  database: Database,
  { file, text }: CatalogueText,
  serviceArea: ServiceArea,
  files: FileStore | null = null,
): Promise<ImportResult> {
  const { catalogue, source } = checkCatalogue(file, text, serviceArea);
  const { pictures, faults } = files === null ? NO_PICTURES : await readPictures(file, catalogue, source);
  if (faults.length > 0) throw new CatalogueFileError(file, faults);
  const writer = await writeCatalogue(database, file, { catalogue, source });
  if (files !== null) {
    const tally = writer.tallies.pictures;
    tally.total = [...pictures.values()].flat().length;
    tally.created = await writePictures({ database, files }, pictures, writer.productIds);
  }
  return { changed: writer.changed, counts: writer.tallies };
}

function writeCatalogue(
  database: Database,
  file: string,
  { catalogue, source }: CheckedCatalogue,
): Promise<CatalogueWriter> {
  return inTransaction(
    database,
    async (trx) => {
      await lockImport(trx);
      const faults = await conflicts(trx, source, catalogue);
      if (faults.length > 0) throw new CatalogueFileError(file, faults);
      const writer = new CatalogueWriter(trx);
      await writer.write(catalogue);
      if (writer.changed) {
        await recordAudit(trx, {
          by: null,
          action: 'importCatalogue',
          subjectType: 'CATALOGUE',
          subjectId: 'catalogue',
          requestId: null,
          ip: null,
          data: { counts: writer.tallies },
        });
      }
      return writer;
    },
    { lockTimeout: WAIT_FOR_ANOTHER_IMPORT },
  );
}
