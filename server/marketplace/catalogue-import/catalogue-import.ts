/** Imports a catalogue file, validated as a whole and written in one transaction: `npm run import-catalogue`. */
export { type ImportResult, importCatalogueFile } from './import-catalogue.ts';
export { CatalogueFileError } from './import-catalogue-source.ts';
