import type { GuideLocale } from '../../consoles/shared/guide-search/terms.ts';
import { escapeHtml } from './sources/html.ts';

export const GUIDE_TEXTS = {
  en: {
    name: 'Wasl guide',
    skip: 'Skip to the content',
    search: 'Search the guide',
    none: 'Nothing found. Try other words.',
    failed: 'The search could not be loaded. Is there a connection?',
    otherLanguage: 'العربية',
    theme: 'Light / dark',
    contents: 'Contents',
    previous: 'Previous',
    next: 'Next',
    home: 'What do you want to do?',
    homeAbout:
      'Wasl is a marketplace of many shops in Qatar with its own drivers. Choose who you are, or search above: a few words are enough.',
    notFound: 'This page does not exist',
    notFoundAbout: 'It may have moved. Search above, or start from the contents.',
    choose: 'Choose a language',
    tour: 'The tour: one order in two minutes, in pictures',
    keep: 'Keep this guide for reading without a connection',
    keepSize: '{load} to load, {space} on this device',
    keeping: 'Loading: {done} of {all}',
    kept: 'Kept on this device: {space}',
    keepFailed: 'Not everything could be loaded. Is there a connection?',
    forget: 'Remove it from this device',
    offline: 'No connection, and this page is not kept',
    offlineAbout:
      'Pages that you have read here are kept. At the end of each page is a button that keeps all of them.',
  },
  ar: {
    name: 'دليل وصل',
    skip: 'انتقل إلى المحتوى',
    search: 'ابحث في الدليل',
    none: 'لا توجد نتائج. جرّب كلمات أخرى.',
    failed: 'تعذّر تحميل البحث. هل أنت متصل بالإنترنت؟',
    otherLanguage: 'English',
    theme: 'فاتح / داكن',
    contents: 'المحتويات',
    previous: 'السابق',
    next: 'التالي',
    home: 'ماذا تريد أن تفعل؟',
    homeAbout:
      'وصل سوق يجمع متاجر كثيرة في قطر، وله سائقوه. اختر من أنت، أو ابحث في الأعلى: كلمتان أو ثلاث تكفي.',
    notFound: 'هذه الصفحة غير موجودة',
    notFoundAbout: 'ربما نُقلت. ابحث في الأعلى، أو ابدأ من المحتويات.',
    choose: 'اختر اللغة',
    tour: 'الجولة: طلب واحد في دقيقتين، بالصور',
    keep: 'احفظ هذا الدليل لتقرأه بلا اتصال',
    keepSize: '{load} للتنزيل، و{space} على هذا الجهاز',
    keeping: 'جارٍ التنزيل: {done} من {all}',
    kept: 'محفوظ على هذا الجهاز: {space}',
    keepFailed: 'تعذّر تنزيل كل شيء. هل أنت متصل بالإنترنت؟',
    forget: 'أزله من هذا الجهاز',
    offline: 'لا يوجد اتصال، وهذه الصفحة غير محفوظة',
    offlineAbout: 'الصفحات التي قرأتها هنا محفوظة. وفي آخر كل صفحة زر يحفظها كلها.',
  },
} as const satisfies Record<GuideLocale, Record<string, string>>;

export interface Assets {
  /** Below the guide's root: before anything is drawn, and after. */
  early: string;
  script: string;
  styles: readonly string[];
  index: Readonly<Record<GuideLocale, string>>;
  icon: string;
}

export interface Link {
  /** Below the guide's root. */
  address: string;
  title: string;
}

export interface GuidePage {
  locale: GuideLocale;
  /** Below the guide's root, with a slash at its end; empty for the choice of a language. */
  address: string;
  title: string;
  about: string;
  html: string;
  /** The list beside the page, and its name. */
  list?: { title: string; links: readonly Link[] };
  previous?: Link | undefined;
  next?: Link | undefined;
  /** The same page in the other language. */
  other: string;
  wide?: boolean;
}

export function rootOf(address: string): string {
  return '../'.repeat(address.split('/').length - 1) || './';
}

/**
 * The whole document of a page: nothing inline, every address relative. Which page it is in another language is said by
 * headers, since that needs the whole address, which only the server knows.
 */
export function layOut(page: GuidePage, assets: Assets): string {
  const { locale, address, list } = page;
  const t = GUIDE_TEXTS[locale];
  const root = rootOf(address);
  const at = (target: string) => escapeHtml(`${root}${target}`);
  const otherLocale = locale === 'en' ? 'ar' : 'en';
  return `<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}" data-theme="auto" data-fonts="late">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${page.title} – ${t.name}`)}</title>
<meta name="description" content="${escapeHtml(page.about)}">
<meta name="theme-color" content="#7d1538">
<script src="${at(assets.early)}"></script>
${assets.styles.map((style) => `<link rel="stylesheet" href="${at(style)}">`).join('\n')}
<link rel="icon" type="image/svg+xml" href="${at(assets.icon)}">
<script type="module" src="${at(assets.script)}"></script>
</head>
<body>
<a class="skip" href="#content">${t.skip}</a>
<header class="top">
<a class="brand" href="${at(`${locale}/`)}">${t.name}</a>
<form class="search" role="search" data-search data-index="${at(assets.index[locale])}" data-root="${at(`${locale}/`)}" data-none="${t.none}" data-failed="${t.failed}">
<input type="search" name="q" autocomplete="off" placeholder="${t.search}" aria-label="${t.search}" aria-keyshortcuts="/">
<ul></ul>
<p role="status"></p>
</form>
<nav>
<a lang="${otherLocale}" hreflang="${otherLocale}" href="${at(page.other)}">${t.otherLanguage}</a>
<button type="button" data-theme-button>${t.theme}</button>
</nav>
</header>
<div class="frame${list === undefined ? '' : ' with-list'}">
${list === undefined ? '' : listOf(page, list, root)}
<main id="content"${page.wide === true ? ' class="wide"' : ''}>
${page.html}
${pagerOf(page, root)}
</main>
</div>
<footer class="foot" hidden data-keep data-root="${at('')}" data-locale="${locale}" data-size="${t.keepSize}" data-keeping="${t.keeping}" data-kept="${t.kept}" data-failed="${t.keepFailed}">
<button type="button" data-keep-button>${t.keep}</button>
<button type="button" hidden data-forget-button>${t.forget}</button>
<span role="status"></span>
</footer>
</body>
</html>
`;
}

function listOf(
  { locale, address }: GuidePage,
  list: { title: string; links: readonly Link[] },
  root: string,
) {
  const t = GUIDE_TEXTS[locale];
  const links = list.links.map(
    (link) =>
      `<li><a href="${escapeHtml(root + link.address)}"${link.address === address ? ' aria-current="page"' : ''}>${escapeHtml(link.title)}</a></li>`,
  );
  return `<nav class="list" aria-label="${t.contents}"><details><summary>${escapeHtml(list.title)}</summary><ul>
${links.join('\n')}
</ul></details></nav>`;
}

function pagerOf({ locale, previous, next }: GuidePage, root: string): string {
  if (previous === undefined && next === undefined) return '';
  const t = GUIDE_TEXTS[locale];
  const link = (target: Link | undefined, label: string) =>
    target === undefined
      ? '<span></span>'
      : `<a href="${escapeHtml(root + target.address)}">${label}: ${escapeHtml(target.title)}</a>`;
  return `<nav class="pager" aria-label="${t.previous}, ${t.next}">${link(previous, t.previous)}${link(next, t.next)}</nav>`;
}
