import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';

export const LOCALES: readonly GuideLocale[] = ['en', 'ar'];
/** Sources of the guide: pages, contents, script and styles. */
export const GUIDE_FOLDER = 'consoles/docs';

export const inBoth = z.strictObject({ en: z.string(), ar: z.string() });
const contents = z.strictObject({
  sections: z.array(
    z.strictObject({
      id: z.string(),
      title: inBoth,
      about: inBoth,
      /** `buy/pay`: a page in pages/en and pages/ar, unless `files` names another source of the English one. */
      pages: z.array(z.string()),
    }),
  ),
  /** English pages that are also read in the repository, by their page in the guide. */
  files: z.record(z.string(), z.string()),
  /** Titles of the reference's pages, by the folder of the contract below server/. */
  slices: z.record(z.string(), inBoth),
});

export type Contents = z.infer<typeof contents>;
export type Section = Contents['sections'][number];

/** What is in the guide and in which order: consoles/docs/contents.json. */
export function readContents(): Contents {
  return contents.parse(JSON.parse(readFileSync(join(projectRoot, GUIDE_FOLDER, 'contents.json'), 'utf8')));
}
