import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';
import { CommandError } from '../../shared/command-error.ts';
import { type Contents, GUIDE_FOLDER, LOCALES } from './contents.ts';

/** A page as written, before it is rendered. */
export interface PageSource {
  locale: GuideLocale;
  /** `buy/pay`, the same in both languages. */
  slug: string;
  section: string;
  /** From the project's root. */
  file: string;
  markdown: string;
  /** Words that people use and the page does not: `<!-- also: card, visa -->`. */
  also: string;
}

const ALSO = /<!-- also: (.*?) -->\n*/s;

/** Every page that is written by hand, in both languages. An English page may be a file of docs/. */
export function readPages({ sections, files }: Contents): PageSource[] {
  const missing: string[] = [];
  const pages = sections.flatMap(({ id, pages: slugs }) =>
    slugs.flatMap((slug) =>
      LOCALES.flatMap((locale): PageSource[] => {
        const shared = locale === 'en' ? files[slug] : undefined;
        const file = shared ?? `${GUIDE_FOLDER}/pages/${locale}/${slug}.md`;
        if (!existsSync(join(projectRoot, file))) {
          missing.push(file);
          return [];
        }
        const text = readFileSync(join(projectRoot, file), 'utf8');
        const also = ALSO.exec(text)?.[1] ?? '';
        return [{ locale, slug, section: id, file, markdown: text.replace(ALSO, ''), also }];
      }),
    ),
  );
  if (missing.length > 0) throw new CommandError(`The guide lacks ${missing.join(', ')}.`);
  return pages;
}
