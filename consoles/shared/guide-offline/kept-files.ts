import type { GuideLocale } from '../guide-search/terms.ts';

/**
 * A file of the guide as its service worker knows it: address below the guide's root, language (empty: both), bytes on
 * the device, bytes to load.
 */
export type KeptFile = [address: string, locale: GuideLocale | '', space: number, load: number];

/** What the build puts at the top of the service worker. */
export interface KeptFiles {
  /** Changes with every file. */
  version: string;
  files: KeptFile[];
}

/** What a page asks of the service worker. */
export interface KeepRequest {
  ask: 'state' | 'keep' | 'forget';
  locale: GuideLocale;
}

/** What it answers: while it loads, how far it is; at the end, how things are. */
export type KeepAnswer =
  | { done: number; all: number }
  | { kept: boolean; space: number; load: number; failed: boolean };
