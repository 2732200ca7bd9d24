import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { indexGuide } from '../../consoles/shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../db/root.ts';
import { collection } from '../contract/collection.ts';
import { ContractReader } from '../contract/contract-reader.ts';
import { guidePages } from './guide-pages.ts';
import { nameKeptFiles } from './kept-files.ts';
import { type Assets, layOut } from './layout.ts';
import { PictureShelf } from './pictures/picture-shelf.ts';
import { readContents } from './sources/contents.ts';

const BRAND_MARK = 'consoles/shared/ui/brand-mark.svg';
/** Every operation as a request, for Postman and Bruno. */
const COLLECTION = 'wasl.postman_collection.json';

/** Writes the guide's pages, pictures and search indexes beside its script and styles, which Vite has built to this folder. */
export function buildGuide(folder: string): void {
  const { pages, entries, pictures } = guidePages();
  const writeIndex = (locale: GuideLocale) => {
    const text = indexGuide(entries[locale], locale);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    const name = `assets/search-${locale}-${hash}.json`;
    writeFileSync(join(folder, name), text);
    return name;
  };
  const icon = new PictureShelf().take(BRAND_MARK).address;
  const assets: Assets = {
    ...builtAssets(folder),
    index: { en: writeIndex('en'), ar: writeIndex('ar') },
    icon,
  };
  writeFileSync(join(folder, COLLECTION), requestCollection());
  for (const page of pages) write(join(folder, page.address, 'index.html'), layOut(page, assets));
  copy(BRAND_MARK, join(folder, icon));
  for (const [file, { address }] of pictures) copy(file, join(folder, address));
  nameKeptFiles(folder);
}

/** With a folder for each page of the reference, under its title. */
function requestCollection(): string {
  const { slices } = readContents();
  return collection(
    new ContractReader().groups.map(({ slice, operations }) => ({
      title: slices[slice]?.en ?? slice,
      operations,
    })),
  );
}

interface Chunk {
  file: string;
  css?: string[];
}

function builtAssets(folder: string): Pick<Assets, 'early' | 'script' | 'styles'> {
  const manifest = join(folder, '.vite', 'manifest.json');
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>;
  const [early, entry] = [chunks['early.ts'], chunks['guide.ts']];
  if (early === undefined || entry === undefined) throw new Error(`${manifest} lacks early.ts or guide.ts`);
  rmSync(join(folder, '.vite'), { recursive: true });
  return { early: early.file, script: entry.file, styles: entry.css ?? [] };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @param file From the project's root. */
function copy(file: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(projectRoot, file), target);
}
