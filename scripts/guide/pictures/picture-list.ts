import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';
import { GUIDE_FOLDER } from '../sources/contents.ts';

/** Where the pictures of screens are, from the project's root. */
export const PICTURE_FOLDER = `${GUIDE_FOLDER}/pictures`;
/** Made with the pictures. */
export const MARKS_FILE = `${PICTURE_FOLDER}/marks.json`;
/** What a page writes before a picture's name. */
export const PICTURE = 'picture:';

const list = z.record(
  /** Surface and screen as test/screenshots names them: `driver-task-offer`. */
  z.string().regex(/^(shop|seller|driver|dispatch)-[a-z\d-]+$/),
  z.strictObject({
    /** Selector of what is scrolled to the top before the picture is taken. */
    show: z.string().optional(),
    /** Selector of what the tour points at. */
    mark: z.string().optional(),
  }),
);
const marks = z.record(z.string(), z.tuple([z.number(), z.number(), z.number(), z.number()]));

/** A screen is taken in both: which picture is seen follows the theme of the page. */
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type PictureEntry = z.infer<typeof list>[string];
/** Left, top, width and height in pixels of the picture. */
export type Mark = z.infer<typeof marks>[string];

/** The pictures of screens that the guide shows, which `npm run screenshots -- --guide` takes. */
export function readPictureList(): Map<string, PictureEntry> {
  return new Map(Object.entries(list.parse(readJson(`${GUIDE_FOLDER}/pictures.json`))));
}

/** By picture and language: `driver-task-offer-ar`. */
export function readMarks(): Record<string, Mark> {
  return existsSync(join(projectRoot, MARKS_FILE)) ? marks.parse(readJson(MARKS_FILE)) : {};
}

/** From the project's root. */
export function pictureFile(name: string, locale: GuideLocale, theme: Theme): string {
  return `${PICTURE_FOLDER}/${name}${theme === 'dark' ? '-dark' : ''}-${locale}.webp`;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
}
