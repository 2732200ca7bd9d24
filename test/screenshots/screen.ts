import type { Page } from 'playwright-core';

export type Locale = 'en' | 'ar';

/** One picture. Taken in both languages and themes. */
export interface Screen {
  /** Of the file, e.g. `board` or `sign-in-locked`. */
  name: string;
  /** Below the console's own, e.g. `?tab=drivers` or `cash`. */
  path: string;
  /** False: the page as it is before anybody signs in. */
  signedIn: boolean;
  /** A selector that is there once the screen is drawn. */
  ready: string;
  /** Brings the page into the state that is to be seen. */
  prepare?(page: Page): Promise<void>;
  /** Widths in pixels; the console's own when left out. */
  widths?: readonly number[];
}

export type Surface = 'dispatch' | 'driver' | 'seller';

export interface ScreenList {
  surface: Surface;
  widths: readonly number[];
  height: number;
  screens: readonly Screen[];
}
