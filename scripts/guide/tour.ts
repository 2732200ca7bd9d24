import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GuideLocale } from '../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../db/root.ts';
import { type GuidePage, rootOf } from './layout.ts';
import { themedHtml } from './pictures/picture-html.ts';
import { type Mark, readMarks } from './pictures/picture-list.ts';
import type { PictureShelf } from './pictures/picture-shelf.ts';
import { GUIDE_FOLDER, inBoth } from './sources/contents.ts';
import { escapeHtml } from './sources/html.ts';

/** The tour's address below the language. */
export const TOUR = 'tour';
/** Words by which people look for it. */
export const TOUR_WORDS = {
  en: 'demo, overview, introduction, how does it work, pictures, video',
  ar: 'عرض، نظرة عامة، مقدمة، كيف يعمل، صور، فيديو',
} as const satisfies Record<GuideLocale, string>;

const TEXTS = {
  en: { steps: 'The steps', back: 'Back', on: 'Next', play: 'Play', pause: 'Pause', begin: 'The guide' },
  ar: { steps: 'الخطوات', back: 'السابق', on: 'التالي', play: 'شغّل', pause: 'أوقف', begin: 'الدليل' },
} as const;
/** Pixels around what the tour points at, and of its corners. */
const MARGIN = 8;
const CORNER = 16;

const tour = z.strictObject({
  title: inBoth,
  about: inBoth,
  steps: z.array(
    z.strictObject({
      /** Of a screen. */
      picture: z.string(),
      /** Whose screen it is. */
      who: inBoth,
      title: inBoth,
      text: inBoth,
      /** What the picture shows. */
      alt: inBoth,
    }),
  ),
});

export type Tour = z.infer<typeof tour>;

/** One order's life in pictures: consoles/docs/tour.json. */
export function readTour(): Tour {
  return tour.parse(JSON.parse(readFileSync(join(projectRoot, GUIDE_FOLDER, 'tour.json'), 'utf8')));
}

/** The pictures beside each other: without scripts they are scrolled, or gone through by the links below each. */
export function tourPage(locale: GuideLocale, { title, about, steps }: Tour, shelf: PictureShelf): GuidePage {
  const t = TEXTS[locale];
  const address = `${locale}/${TOUR}/`;
  const root = rootOf(address);
  const marks = readMarks();
  const items = steps.map((step, at) => {
    const picture = shelf.screen(step.picture, locale);
    const mark = marks[`${step.picture}-${locale}`];
    const kind = picture.height > picture.width ? 'phone' : 'desk';
    const to = (number: number, words: string) =>
      steps[number] === undefined ? '<span></span>' : `<a href="#step-${number + 1}">${words}</a>`;
    const end = at === steps.length - 1 ? `<a href="../">${t.begin}</a>` : to(at + 1, t.on);
    return `<li id="step-${at + 1}">
<div class="head">${to(at - 1, t.back)}<h2><span class="who">${escapeHtml(step.who[locale])}</span> ${escapeHtml(step.title[locale])}</h2>${end}</div>
<p>${escapeHtml(step.text[locale])}</p>
<div class="show ${kind}">${themedHtml(picture, { root, alt: step.alt[locale], early: at === 0 })}${mark === undefined ? '' : ring(picture, mark)}</div>
</li>`;
  });
  const dots = steps.map(
    (step, at) =>
      `<li><a href="#step-${at + 1}" aria-label="${at + 1}: ${escapeHtml(step.title[locale])}">${at + 1}</a></li>`,
  );
  return {
    ...{ locale, address, title: title[locale], about: about[locale], wide: true },
    other: `${locale === 'en' ? 'ar' : 'en'}/${TOUR}/`,
    html: `<h1>${escapeHtml(title[locale])}</h1>
<p>${escapeHtml(about[locale])}</p>
<div class="way"><nav aria-label="${t.steps}"><ol>${dots.join('')}</ol></nav><button type="button" data-play data-pause="${t.pause}">${t.play}</button></div>
<ol class="tour" tabindex="0" aria-label="${escapeHtml(title[locale])}">
${items.join('\n')}
</ol>`,
  };
}

/** Drawn over the picture, because the words below it may not be read. */
function ring({ width, height }: { width: number; height: number }, [x, y, wide, high]: Mark): string {
  const left = Math.max(x - MARGIN, MARGIN);
  const top = Math.max(y - MARGIN, MARGIN);
  const right = Math.min(x + wide + MARGIN, width - MARGIN);
  const bottom = Math.min(y + high + MARGIN, height - MARGIN);
  return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="${CORNER}"/></svg>`;
}
