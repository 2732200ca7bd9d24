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
  /** False if the database already matched the file. */
  changed: boolean;
  /** Per kind: number in the file, and numbers created and updated. */
  counts: Tallies;
}

export interface CatalogueText {
  /** File name, for messages. */
  file: string;
  text: string;
}

const NO_PICTURES = { pictures: new Map(), faults: [] };
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Imports a catalogue file into the database at a URL; see `importCatalogue`. Throws CatalogueFileError for an invalid
 * file, and file system errors.
 */
export async function importCatalogueFile(
  databaseUrl: string,
  file: string,
  files: FileStore | null,
): Promise<ImportResult> {
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES)
    throw new RangeError(`${file} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`);
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
 * Updates the catalogue from a file, in one transaction and one import at a time. Rows are matched by key, so importing
 * a file twice changes nothing. A changed file updates texts, categories and prices. Data maintained in the application
 * (stock, addresses, switched-off offers, commission) is written once and then left alone; what a file no longer
 * contains stays. An invalid file is refused as a whole: CatalogueFileError lists the line of every error. Pictures are
 * added afterwards, one by one, to products without any.
 * @param files Where pictures are stored; null skips them.
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
    { lockTimeout: LOCK_TIMEOUT_MS },
  );
}
