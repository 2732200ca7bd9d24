import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../db/root.ts';
import {
  MARKS_FILE,
  type Mark,
  PICTURE_FOLDER,
  type PictureEntry,
  pictureFile,
  readMarks,
  readPictureList,
  THEMES,
} from '../../scripts/guide/pictures/picture-list.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { EveryLook, type Film, LOCALES, type Look, type Shot } from './film.ts';

/** The people of each surface hold a phone or sit at a desk. */
const FORMATS: Readonly<Record<Shot['surface'], Pick<Look, 'width' | 'height'>>> = {
  shop: { width: 390, height: 780 },
  driver: { width: 390, height: 780 },
  dispatch: { width: 1280, height: 800 },
  seller: { width: 1280, height: 800 },
};
/** Tried in this sequence until the picture is small enough; the last one is taken in any case. */
const QUALITIES = [70, 60, 50, 40, 30, 20] as const;
const MAX_BYTES = 45_000;

/** For the guide: the screens that its pages show, each in one format, in both languages and themes, as WebP. */
export class GuideFilm implements Film {
  readonly folder = path.join(projectRoot, PICTURE_FOLDER);
  readonly #list = readPictureList();
  readonly #names: readonly string[];
  readonly #failed: EveryLook;

  /** @param failedFolder For what was shown instead. @param names Of pictures; empty: all. */
  constructor(failedFolder: string, names: readonly string[]) {
    const unknown = names.filter((name) => !this.#list.has(name));
    if (unknown.length > 0) throw new CommandError(`The guide has no picture called ${unknown.join(', ')}.`);
    this.#names = names;
    this.#failed = new EveryLook(failedFolder, []);
  }

  wants(surface: Shot['surface'], name: string): boolean {
    const picture = `${surface}-${name}`;
    return this.#list.has(picture) && (this.#names.length === 0 || this.#names.includes(picture));
  }

  looks(surface: Shot['surface']): Look[] {
    return LOCALES.flatMap((locale) => THEMES.map((theme) => ({ locale, theme, ...FORMATS[surface] })));
  }

  async keep(page: Page, { surface, name, look }: Shot): Promise<string> {
    const picture = `${surface}-${name}`;
    const { show, mark }: PictureEntry = this.#list.get(picture) ?? {};
    if (show !== undefined) await page.locator(show).first().evaluate(intoView);
    const content = await photograph(page);
    const file = path.join(projectRoot, pictureFile(picture, look.locale, look.theme));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    // What it points at is at the same place in the dark.
    if (mark !== undefined && look.theme === 'light')
      await this.#keepMark(page, `${picture}-${look.locale}`, mark);
    return `${path.basename(file)} ${Math.round(content.length / 1_000)} kB`;
  }

  keepFailed(page: Page, shot: Shot): Promise<unknown> {
    return this.#failed.keepFailed(page, shot);
  }

  /** Where in the picture that is which the tour points at. */
  async #keepMark(page: Page, key: string, selector: string): Promise<void> {
    const box = await page.locator(selector).first().boundingBox();
    const size = page.viewportSize();
    if (box === null || size === null || box.x > size.width || box.y > size.height)
      throw new Error(`${selector} is not in the picture`);
    const { x, y, width, height } = box;
    const mark: Mark = [Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
    const wanted = new Set(
      [...this.#list].flatMap(([name, entry]) =>
        entry.mark === undefined ? [] : LOCALES.map((locale) => `${name}-${locale}`),
      ),
    );
    const sorted = Object.entries({ ...readMarks(), [key]: mark })
      .filter(([name]) => wanted.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const lines = sorted.map(([name, each]) => `  "${name}": [${each.join(', ')}]`);
    writeFileSync(path.join(projectRoot, MARKS_FILE), `{\n${lines.join(',\n')}\n}\n`);
  }
}

function intoView(element: Element): void {
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
  // Not below what stays at the top of the page.
  scrollBy({ top: -72, behavior: 'instant' });
}

/** As WebP, which Chromium encodes but Playwright does not offer. */
async function photograph(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  try {
    let content = Buffer.alloc(0);
    for (const quality of QUALITIES) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      content = Buffer.from(data, 'base64');
      if (content.length <= MAX_BYTES) break;
    }
    return content;
  } finally {
    await session.detach();
  }
}
