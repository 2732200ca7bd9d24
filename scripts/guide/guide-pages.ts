import type { GuideEntry } from '../../consoles/shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../../consoles/shared/guide-search/terms.ts';
import { ContractReader } from '../contract/contract-reader.ts';
import { CommandError } from '../shared/command-error.ts';
import { GUIDE_TEXTS, type GuidePage, type Link, rootOf } from './layout.ts';
import { PictureShelf, type ShownPicture } from './pictures/picture-shelf.ts';
import { type FoundOperation, madePages } from './reference/made-pages.ts';
import { type Rendered, renderMarkdown } from './render-markdown.ts';
import { type Contents, LOCALES, readContents } from './sources/contents.ts';
import { escapeHtml, textOf } from './sources/html.ts';
import { type PageSource, readPages } from './sources/page-sources.ts';
import { readTour, TOUR, TOUR_WORDS, tourPage } from './tour.ts';

export interface Guide {
  pages: readonly GuidePage[];
  entries: Readonly<Record<GuideLocale, readonly GuideEntry[]>>;
  /** What pages show, by the file from the project's root. */
  pictures: ReadonlyMap<string, ShownPicture>;
  /** Pages below the language with the pictures of screens that each shows. */
  screens: ReadonlyMap<string, readonly string[]>;
}

interface Content {
  locale: GuideLocale;
  slug: string;
  section: string;
  title: string;
  about: string;
  html: string;
  also: string;
  headings: string;
  kind: 'page' | 'reference';
  operations: readonly FoundOperation[];
}

const REFERENCE = 'reference';

/** Every page of the guide in both languages, with its place in the contents. Throws if a link leads nowhere. */
export function guidePages(): Guide {
  const contents = readContents();
  const contract = new ContractReader();
  const sources = readPages(contents);
  const shelf = new PictureShelf();
  const tour = readTour();
  const made = LOCALES.flatMap((locale) =>
    madePages(contents, contract, locale).map(
      (page): Content => ({ ...page, locale, section: REFERENCE, also: '', headings: '', kind: 'reference' }),
    ),
  );
  const known = new Set<string>([
    ...sources.map(({ locale, slug }) => `${locale}/${slug}/`),
    ...made.map(({ locale, slug }) => `${locale}/${slug}/`),
    ...LOCALES.flatMap((locale) => contents.sections.map(({ id }) => `${locale}/${id}/`)),
    ...LOCALES.map((locale) => `${locale}/${TOUR}/`),
  ]);
  const slugOf = new Map(Object.entries(contents.files).map(([slug, file]) => [file, slug]));
  const rendered = sources.map((source) => ({ source, page: render(source, { known, slugOf, shelf }) }));
  checkAnchors(rendered);
  const written = rendered.map(({ source, page }) => contentOf(source, page));
  const tours = LOCALES.map((locale) => tourPage(locale, tour, shelf));
  const all = [...written, ...made];
  const found = [...all, ...tours.map(tourContent)];
  return {
    pages: [...LOCALES.flatMap((locale) => pagesOf(locale, contents, all)), ...tours, choicePage()],
    entries: { en: entriesOf('en', found), ar: entriesOf('ar', found) },
    pictures: shelf.files,
    screens: new Map([
      ...rendered.map(({ source, page }) => [`${source.locale}/${source.slug}/`, page.screens] as const),
      ...tours.map(({ address }) => [address, tour.steps.map(({ picture }) => picture)] as const),
    ]),
  };
}

/** The tour is found like any other page, and belongs to no section. */
function tourContent({ locale, title, about, html }: GuidePage): Content {
  return {
    ...{ locale, slug: TOUR, section: '', title, about, html, kind: 'page' },
    ...{ also: TOUR_WORDS[locale], headings: '', operations: [] },
  };
}

interface Known {
  /** Addresses of pages. */
  known: ReadonlySet<string>;
  /** Pages of the files of docs/. */
  slugOf: ReadonlyMap<string, string>;
  shelf: PictureShelf;
}

function render(source: PageSource, { known, slugOf, shelf }: Known): Rendered {
  const { locale, slug, file, markdown } = source;
  return renderMarkdown(markdown, {
    file,
    root: rootOf(`${locale}/${slug}/`),
    addressOf: (target) => {
      const address = `${locale}/${slugOf.get(target) ?? target.replace(/\/$/, '')}/`;
      return known.has(address) ? address : undefined;
    },
    pictureOf: (picture) => shelf.take(picture),
    screenOf: (name) => shelf.screen(name, locale),
  });
}

function checkAnchors(rendered: readonly { source: PageSource; page: Rendered }[]): void {
  const anchors = new Map<string, ReadonlySet<string>>(
    rendered.map(({ source, page }) => [`${source.locale}/${source.slug}/`, page.anchors]),
  );
  const faults = rendered.flatMap(({ source, page }) =>
    page.links.flatMap((link) => {
      const [address = '', anchor] = link.split('#');
      const there = anchors.get(address);
      if (anchor === undefined || there === undefined || there.has(anchor)) return [];
      return [`${source.file} links to ${link}: that page has no such heading.`];
    }),
  );
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}

function contentOf({ locale, slug, section, also }: PageSource, page: Rendered): Content {
  const { title, about, html, headings } = page;
  const kind = section === REFERENCE ? 'reference' : 'page';
  return {
    ...{ locale, slug, section, title, about, html, also, kind },
    headings: headings.join(' · '),
    operations: [],
  };
}

function pagesOf(locale: GuideLocale, contents: Contents, all: readonly Content[]): GuidePage[] {
  const otherLocale = locale === 'en' ? 'ar' : 'en';
  // Written pages come in the sequence of the contents, those that are made follow.
  const lists = contents.sections.map((section) => {
    const pages = all.filter((page) => page.locale === locale && page.section === section.id);
    const links = pages.map(({ slug, title }): Link => ({ address: `${locale}/${slug}/`, title }));
    return { section, pages, links };
  });
  const own = lists.flatMap(({ section, pages, links }) => {
    const list = { title: section.title[locale], links };
    return pages.map(
      ({ slug, title, about, html, kind }, at): GuidePage => ({
        ...{ locale, address: `${locale}/${slug}/`, list, title, about, html },
        previous: links[at - 1],
        next: links[at + 1],
        other: `${otherLocale}/${slug}/`,
        wide: kind === 'reference',
      }),
    );
  });
  return [
    homePage(locale, lists),
    ...lists.map((list) => sectionPage(locale, list)),
    ...own,
    missingPage(locale),
    offlinePage(locale),
  ];
}

interface SectionList {
  section: Contents['sections'][number];
  pages: readonly Content[];
  links: readonly Link[];
}

/** As many as fit on a card. */
const CARD_LINKS = 4;

function homePage(locale: GuideLocale, lists: readonly SectionList[]): GuidePage {
  const t = GUIDE_TEXTS[locale];
  const address = `${locale}/`;
  const root = rootOf(address);
  const cards = lists.map(({ section, links }) => {
    const first = links.slice(0, CARD_LINKS).map((link) => `<li>${anchor(link, root)}</li>`);
    return `<li><h2><a href="${root}${locale}/${section.id}/">${escapeHtml(section.title[locale])}</a></h2>
<p>${escapeHtml(section.about[locale])}</p><ul>${first.join('')}</ul></li>`;
  });
  return {
    ...{ locale, address, title: t.home, about: t.homeAbout, wide: true },
    other: `${locale === 'en' ? 'ar' : 'en'}/`,
    html: `<h1>${t.home}</h1>\n<p>${t.homeAbout}</p>
<p><a class="begin" href="${TOUR}/">${t.tour}</a></p>\n<ul class="cards">${cards.join('\n')}</ul>`,
  };
}

function sectionPage(locale: GuideLocale, { section, pages }: SectionList): GuidePage {
  const address = `${locale}/${section.id}/`;
  const root = rootOf(address);
  const title = section.title[locale];
  const items = pages.map(({ slug, title: name, about }) => {
    const link = anchor({ address: `${locale}/${slug}/`, title: name }, root);
    return `<li>${link}<br><span class="about">${escapeHtml(about)}</span></li>`;
  });
  return {
    ...{ locale, address, title, about: section.about[locale] },
    other: `${locale === 'en' ? 'ar' : 'en'}/${section.id}/`,
    html: `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(section.about[locale])}</p>\n<ul>${items.join('\n')}</ul>`,
  };
}

function anchor({ address, title }: Link, root: string): string {
  return `<a href="${escapeHtml(root + address)}">${escapeHtml(title)}</a>`;
}

/** Shown for addresses that do not exist. */
function missingPage(locale: GuideLocale): GuidePage {
  const t = GUIDE_TEXTS[locale];
  const address = `${locale}/404/`;
  return {
    ...{ locale, address, title: t.notFound, about: t.notFoundAbout },
    other: `${locale === 'en' ? 'ar' : 'en'}/`,
    html: `<h1>${t.notFound}</h1>\n<p>${t.notFoundAbout}</p>\n<p><a href="${rootOf(address)}${locale}/">${t.contents}</a></p>`,
  };
}

/** Shown by the service worker without a connection. */
function offlinePage(locale: GuideLocale): GuidePage {
  const t = GUIDE_TEXTS[locale];
  const address = `${locale}/offline/`;
  return {
    ...{ locale, address, title: t.offline, about: t.offlineAbout },
    other: `${locale === 'en' ? 'ar' : 'en'}/offline/`,
    html: `<h1>${t.offline}</h1>\n<p>${t.offlineAbout}</p>\n<p><a href="../">${t.contents}</a></p>`,
  };
}

/** The root of a host of its own, which cannot look at the browser's language. */
function choicePage(): GuidePage {
  const links = LOCALES.map(
    (locale) => `<li><a lang="${locale}" href="${locale}/">${GUIDE_TEXTS[locale].name}</a></li>`,
  );
  return {
    ...{
      locale: 'en',
      address: '',
      title: GUIDE_TEXTS.en.choose,
      about: GUIDE_TEXTS.en.homeAbout,
      other: 'ar/',
    },
    html: `<h1>${GUIDE_TEXTS.en.choose} · <span lang="ar">${GUIDE_TEXTS.ar.choose}</span></h1>\n<ul>${links.join('')}</ul>`,
  };
}

function entriesOf(locale: GuideLocale, all: readonly Content[]): GuideEntry[] {
  const pages = all.filter((page) => page.locale === locale);
  return pages.flatMap((page): GuideEntry[] => [
    {
      id: `${page.slug}/`,
      ...{ title: page.title, also: page.also, headings: page.headings, about: page.about, kind: page.kind },
      // An operation is an entry of its own.
      text: page.operations.length > 0 ? '' : textOf(page.html),
    },
    ...page.operations.map(
      ({ id, title, text, call }): GuideEntry => ({
        id: `${page.slug}/#${id}`,
        ...{ title, text, also: '', headings: '', kind: 'operation' },
        // The same for a seller and for the platform: the address says which. Isolated, so that it reads from the left.
        about:
          page.operations.filter((other) => other.title === title).length > 1
            ? `${page.title} · \u2066${call}\u2069`
            : page.title,
      }),
    ),
  ]);
}
