import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { GuideSearch, indexGuide } from '../../../consoles/shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';
import { ContractReader } from '../../../scripts/contract/contract-reader.ts';
import { type Guide, guidePages } from '../../../scripts/guide/guide-pages.ts';
import { layOut } from '../../../scripts/guide/layout.ts';
import {
  PICTURE_FOLDER,
  pictureFile,
  readPictureList,
  THEMES,
  type Theme,
} from '../../../scripts/guide/pictures/picture-list.ts';
import { LOCALES } from '../../../scripts/guide/sources/contents.ts';
import { ARABIC, ENGLISH, type Question } from './questions.ts';

const ASSETS = {
  early: 'assets/early.js',
  script: 'assets/guide.js',
  styles: ['assets/guide.css'],
  index: { en: 'assets/en.json', ar: 'assets/ar.json' },
  icon: 'assets/icon.svg',
};
/** Sections about screens; administrators have none. */
const OF_SCREENS = ['buy', 'sell', 'drive', 'dispatch'];
const MAX_PICTURE_BYTES = 60_000;
const MAX_BYTES_OF_ALL = 4_000_000;
/** Of the hundred questions. */
const MIN_ANSWERED = 95;
const TOP = 3;
const ARABIC_LETTERS = /[\u0621-\u064a]/g;

describe('the guide', () => {
  let guide: Guide;
  let documents: Map<string, string>;
  const operations = new ContractReader().groups.flatMap((group) => group.operations);

  before(function () {
    this.timeout(60_000);
    guide = guidePages();
    documents = new Map(guide.pages.map((page) => [page.address, layOut(page, ASSETS)]));
  });

  it('answers at least 95 of 100 questions among the first three results', () => {
    const unanswered = [...missed('en', ENGLISH), ...missed('ar', ARABIC)];
    expect(ENGLISH.length + ARABIC.length).to.equal(100);
    expect(100 - unanswered.length, unanswered.join('\n')).to.be.at.least(MIN_ANSWERED);
  });

  it('asks only for pages that exist', () => {
    const pages = new Set(guide.entries.en.map(({ id }) => id));
    expect([...ENGLISH, ...ARABIC].filter(([, page]) => !pages.has(`${page}/`))).to.deep.equal([]);
  });

  it('finds no two things that a reader could not tell apart', () => {
    for (const entries of Object.values(guide.entries)) {
      const shown = entries.map(({ title, about }) => `${title}: ${about}`);
      expect(shown.filter((text, place) => shown.indexOf(text) !== place)).to.deep.equal([]);
    }
  });

  it('has no link that leads nowhere', () => {
    const anchors = new Map([...documents].map(([address, html]) => [address, anchorsOf(html)]));
    const broken = [...documents].flatMap(([address, html]) =>
      linksOf(html)
        .filter((href) => {
          const { pathname, hash } = new URL(href, `http://guide/${address}`);
          const there = anchors.get(decodeURIComponent(pathname.slice(1)));
          const isAsset = pathname.startsWith('/assets/');
          return (
            !isAsset &&
            (there === undefined || (hash !== '' && !there.has(decodeURIComponent(hash.slice(1)))))
          );
        })
        .map((href) => `${address}: ${href}`),
    );
    expect(broken).to.deep.equal([]);
  });

  it('loads nothing from other hosts and has nothing inline, as its policy demands', () => {
    const faults = [...documents].filter(
      ([, html]) =>
        /<(script|link|img|source)[^>]*(src|srcset|href)="(https?:)?\/\//.test(html) ||
        /<script(?![^>]*\bsrc=)/.test(html) ||
        /<[^>]+ (style|on\w+)="/.test(html) ||
        html.includes('<style'),
    );
    expect(faults.map(([address]) => address)).to.deep.equal([]);
  });

  it('takes a password in a URL for no e-mail address', () => {
    const mailing = [...documents].filter(([, html]) => html.includes('href="mailto:password@'));
    expect(mailing.map(([address]) => address)).to.deep.equal([]);
  });

  it('has every page in both languages', () => {
    const of = (locale: GuideLocale) =>
      guide.pages
        .filter((page) => page.locale === locale && page.address.startsWith(locale))
        .map(({ address }) => address.slice(3));
    expect(of('ar')).to.have.members(of('en'));
  });

  it('shows a picture on every page about a screen, the same in both languages', () => {
    const pages = [...guide.screens].filter(([address]) => OF_SCREENS.includes(address.split('/')[1] ?? ''));
    expect(pages.filter(([, screens]) => screens.length === 0).map(([address]) => address)).to.deep.equal([]);
    const differing = pages.filter(([address, screens]) => {
      const other = guide.screens.get(address.replace(/^en\//, 'ar/'));
      return other?.toSorted().join() !== screens.toSorted().join();
    });
    expect(differing.map(([address]) => address)).to.deep.equal([]);
  });

  it('has no picture of a screen that nobody sees, and takes every one that it shows', () => {
    const shown = [...new Set([...guide.screens.values()].flat())].sort();
    expect([...readPictureList().keys()].sort()).to.deep.equal(shown);
    const files = readdirSync(join(projectRoot, PICTURE_FOLDER)).filter((name) => name.endsWith('.webp'));
    const shownIn = (locale: GuideLocale, theme: Theme) =>
      shown.map((name) => basename(pictureFile(name, locale, theme)));
    expect(files).to.include.members(LOCALES.flatMap((locale) => shownIn(locale, 'light')));
    const wanted = LOCALES.flatMap((locale) => THEMES.flatMap((theme) => shownIn(locale, theme)));
    expect(files.filter((name) => !wanted.includes(name))).to.deep.equal([]);
    // A picture that is dark in one language only would surprise.
    const darkIn = (locale: GuideLocale) =>
      shown.filter((_, at) => files.includes(shownIn(locale, 'dark')[at] ?? ''));
    expect(darkIn('ar')).to.deep.equal(darkIn('en'));
  });

  it('has pictures that load quickly', () => {
    const sizes = [...guide.pictures.keys()]
      .filter((file) => file.endsWith('.webp'))
      .map((file) => ({ file, bytes: statSync(join(projectRoot, file)).size }));
    expect(sizes.filter(({ bytes }) => bytes > MAX_PICTURE_BYTES)).to.deep.equal([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).to.be.at.most(MAX_BYTES_OF_ALL);
  });

  it('is written in Arabic where it says so', () => {
    const titles = guide.pages
      .filter(({ locale }) => locale === 'ar')
      .map(({ title, about }) => title + about);
    expect(titles.filter((text) => (text.match(ARABIC_LETTERS) ?? []).length < 4)).to.deep.equal([]);
  });

  it('describes every operation of the contract in both languages, with its samples', () => {
    expect(operations.length).to.be.greaterThan(280);
    for (const locale of ['en', 'ar']) {
      const text = [...documents]
        .filter(([address]) => address.startsWith(`${locale}/reference/api/`))
        .map(([, html]) => html)
        .join('');
      const lacking = operations.filter(({ id }) => !text.includes(`<h2 id="${id}">`));
      expect(lacking.map(({ id }) => id)).to.deep.equal([]);
    }
  });

  it('names only operations that the contract has', () => {
    const anyName = (path: string) => path.replace(/\{\w+\}/g, '{}');
    const known = new Set(operations.map(({ method, path }) => `${method} ${anyName(path)}`));
    const unknown = guide.pages
      .filter(({ address }) => !/^(en|ar)\/(operate|reference)\//.test(address))
      .flatMap(({ address, html }) =>
        [
          ...html
            .replace(/<pre.*?<\/pre>/gs, '')
            .matchAll(/<code>((?:GET|POST|PUT|PATCH|DELETE) \/[^<?\s]*)/g),
        ]
          .map(([, operation = '']) => operation)
          .filter((operation) => !known.has(anyName(operation)))
          .map((operation) => `${address}: ${operation}`),
      );
    expect(unknown).to.deep.equal([]);
  });

  function missed(locale: GuideLocale, questions: readonly Question[]): string[] {
    const search = new GuideSearch(indexGuide(guide.entries[locale], locale), locale);
    return questions.flatMap(([question, page]) => {
      const found = search.find(question, TOP).map(({ id }) => id);
      return found.includes(`${page}/`) ? [] : [`${question}: ${page} expected, found ${found.join(', ')}`];
    });
  }
});

function linksOf(html: string): string[] {
  return [...html.matchAll(/<(?:a|link|script|img|source)\b[^>]*? (?:href|src|srcset)="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"))
    .filter((href) => !/^(https?|mailto|tel):/.test(href));
}

function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}
