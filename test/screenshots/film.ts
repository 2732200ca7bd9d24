import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Locale, Surface } from './screen.ts';

export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  width: number;
  height: number;
}

/** A picture to be taken. */
export interface Shot {
  surface: Surface | 'shop';
  name: string;
  look: Look;
}

/** Which pictures are taken, in which looks, and as which files. */
export interface Film {
  wants(surface: Shot['surface'], name: string): boolean;
  looks(surface: Shot['surface'], widths: readonly number[], height: number): Look[];
  /** Keeps what the page shows; returns a line that says so. */
  keep(page: Page, shot: Shot): Promise<string>;
  /** Keeps what the page shows instead of what was expected. */
  keepFailed(page: Page, shot: Shot): Promise<unknown>;
}

export const LOCALES = ['en', 'ar'] as const;
const THEMES = ['light', 'dark'] as const;

/** For looking at: every screen or those named, at every width, in both languages and themes. */
export class EveryLook implements Film {
  readonly folder: string;
  readonly #names: readonly string[];

  /** @param names Of screens; a page of the shop may be called `shop-…`. Empty: every one. */
  constructor(folder: string, names: readonly string[]) {
    this.folder = folder;
    this.#names = names;
  }

  wants(surface: Shot['surface'], name: string): boolean {
    return (
      this.#names.length === 0 || [name, `${surface}-${name}`].some((each) => this.#names.includes(each))
    );
  }

  looks(_: Shot['surface'], widths: readonly number[], height: number): Look[] {
    return widths.flatMap((width) =>
      LOCALES.flatMap((locale) => THEMES.map((theme) => ({ locale, theme, width, height }))),
    );
  }

  async keep(page: Page, shot: Shot): Promise<string> {
    const file = this.#fileOf(shot, '.png');
    // A console fits its window; a page of the shop is as long as its content.
    await page.screenshot({ path: file, fullPage: shot.surface === 'shop' });
    return path.relative(this.folder, file);
  }

  keepFailed(page: Page, shot: Shot): Promise<unknown> {
    return page.screenshot({ path: this.#fileOf(shot, '.failed.png') });
  }

  #fileOf({ surface, name, look }: Shot, ending: string): string {
    const { width, locale, theme } = look;
    const file = path.join(this.folder, surface, `${name}-${width}-${locale}-${theme}${ending}`);
    mkdirSync(path.dirname(file), { recursive: true });
    return file;
  }
}
