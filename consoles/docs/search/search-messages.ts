import type { GuideLocale } from '../../shared/guide-search/terms.ts';

/** What the page sends to its search worker: the index, once; then questions, each with a port for its `GuideHit[]`. */
export type SearchMessage =
  | { index: ArrayBuffer; locale: GuideLocale }
  | { question: string; maxHits: number };
