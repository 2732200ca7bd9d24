import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';
import { readContents } from '../../../scripts/guide/sources/contents.ts';
import { readPages } from '../../../scripts/guide/sources/page-sources.ts';

/** Emphasised or quoted for another reason than being on a screen. */
const NOT_ON_SCREENS = [
  'samsng',
  'سامسنج',
  'سامسونغ',
  'المقاس',
  'الدوحة',
  'الدوحه',
  'قُبل',
  'علم به الجميع',
  '© OpenStreetMap contributors',
];
/** Of the API's documentation: Swagger UI's words, the field of its sign-in, and groups made from the contract's tags. */
const OF_API_DOCUMENTATION = [
  'Execute',
  'Code',
  'Response headers',
  'Administrators',
  'Sellers',
  'Commission',
];
/** On screens with a number in it. */
const WITH_NUMBERS = ['Offline · 2 queued'];
/** Its examples are letters. */
const ABOUT_LETTERS = 'why/arabic-search';
const SOURCES = /\.tsx?$/;
/** One language of a text: `en: 'New product'`. */
const TEXT = /\b(?:en|ar):\s*(?:'((?:\\.|[^'\\])*)'|"([^"]*)"|`([^`]*)`)/g;

/** Pages name buttons, menus and fields as *Products → New product* in English and «منتج جديد» in Arabic. */
describe('the names of screens in the guide', () => {
  it('are those that the consoles and the shop show', () => {
    const shown = new Set(
      ['consoles', 'server'].flatMap((folder) =>
        readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => SOURCES.test(name))
          .flatMap((name) => [...readFileSync(join(projectRoot, folder, name), 'utf8').matchAll(TEXT)])
          .map(([, ...texts]) => texts.join('').replaceAll('\\', '').toLowerCase()),
      ),
    );
    const all = [...shown].join('\n');
    // One word must be a whole text, since most words are part of some other. Several may be part of one.
    const isShown = (name: string) => shown.has(name) || (name.includes(' ') && all.includes(name));
    const named = readPages(readContents())
      .filter(({ slug, file }) => slug !== ABOUT_LETTERS && file.startsWith('consoles/docs/'))
      .flatMap(({ file, markdown }) => {
        const text = markdown.replace(/```.*?```|`[^`\n]*`/gs, '');
        const emphasised = [...text.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g), ...text.matchAll(/«([^»]+)»/g)];
        return emphasised.flatMap(([, names = '']) =>
          names.split(/ → |، ثم | ثم /).map((name) => ({ file, name: name.trim() })),
        );
      });
    expect(named.length).to.be.greaterThan(100);
    const known = new Set([...NOT_ON_SCREENS, ...OF_API_DOCUMENTATION, ...WITH_NUMBERS]);
    const unknown = named.filter(({ name }) => !isShown(name.toLowerCase()) && !known.has(name));
    expect(unknown.map(({ file, name }) => `${file}: ${name}`)).to.deep.equal([]);
  });
});
