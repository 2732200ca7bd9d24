import type { Page } from 'playwright-core';

export type Locale = 'en' | 'ar';

/** One picture. Taken in both languages and themes. */
export interface Screen {
  /** The file's name, e.g. `board` or `sign-in-locked`. */
  name: string;
  /** Relative to the console's own, e.g. `?tab=drivers` or `cash`. */
  path: string;
  /** False: the page before anyone signs in. */
  signedIn: boolean;
  /** A selector that exists once the screen is rendered. */
  ready: string;
  /** Brings the page into the state to be shown. */
  prepare?(page: Page): Promise<void>;
  /** Widths in pixels; default: the console's own. */
  widths?: readonly number[];
}

export type Surface = 'dispatch' | 'driver' | 'seller';

export interface ScreenList {
  surface: Surface;
  widths: readonly number[];
  height: number;
  screens: readonly Screen[];
}
