import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { KeptFile, KeptFiles } from '../../consoles/shared/guide-offline/kept-files.ts';
import { LOCALES } from './sources/contents.ts';

/** The service worker's script. */
const WORKER = 'sw.js';
/** The worker itself, the choice of a language, the answer for addresses that do not exist, and files for programs. */
const LEFT_OUT = /^(sw\.js|index\.html|..\/404\/index\.html|[^/]+\.json)$/;
const COMPRESSIBLE = /\.(html|js|css|json|svg)$/;
/** Only estimates how much is loaded: the files themselves are compressed better. */
const QUALITY = 5;
/** Files whose names say for which language they are: pages, search indexes, pictures of screens. */
const OF_LANGUAGE = /^(?:(en|ar)\/|assets\/.*-(en|ar)-[\w-]{8}\.(?:json|webp)$)/;
const LANGUAGE_OF_FONT = /-arabic-(arabic)-\d/;

/** Puts the list of the guide's files at the top of its service worker: a new version of any file makes a new worker. */
export function nameKeptFiles(folder: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !LEFT_OUT.test(name))
    .sort();
  const hash = createHash('sha256');
  const files = names.map((name): KeptFile => {
    const content = readFileSync(join(folder, name));
    hash.update(`${name}\n`).update(content);
    return [addressOf(name), localeOf(name), content.length, loadedSize(name, content)];
  });
  const list: KeptFiles = { version: hash.digest('base64url').slice(0, 12), files };
  const script = readFileSync(join(folder, WORKER), 'utf8');
  writeFileSync(join(folder, WORKER), `self.GUIDE=${JSON.stringify(list)};\n${script}`);
}

/** A page is asked for as its folder. */
function addressOf(name: string): string {
  return name.replace(/(^|\/)index\.html$/, '$1');
}

function localeOf(name: string): KeptFile[1] {
  const [, page, asset] = OF_LANGUAGE.exec(name) ?? [];
  const found = page ?? asset ?? (LANGUAGE_OF_FONT.test(name) ? 'ar' : undefined);
  return LOCALES.find((locale) => locale === found) ?? '';
}

function loadedSize(name: string, content: Buffer): number {
  if (!COMPRESSIBLE.test(name)) return content.length;
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length;
}
