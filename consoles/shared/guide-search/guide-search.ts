import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import { type GuideLocale, termsOf } from './terms.ts';

/** A page of the guide, or an operation on one, as the index has it. */
export interface GuideEntry {
  /** Address below the language: `buy/pay/`, `reference/api/cart/#addCartItem`. */
  id: string;
  title: string;
  /** Words that people use and the page does not. */
  also: string;
  headings: string;
  text: string;
  /** What the result list shows below the title. */
  about: string;
  /** Pages that answer questions come before pages to look things up in. */
  kind: 'page' | 'reference' | 'operation';
}

export interface GuideHit {
  id: string;
  title: string;
  about: string;
  kind: GuideEntry['kind'];
}

const WEIGHT: Readonly<Record<GuideEntry['kind'], number>> = { page: 1, reference: 0.7, operation: 0.45 };
/** Shorter words have too many neighbours. */
const MIN_FUZZY_LENGTH = 4;
const MIN_PREFIX_LENGTH = 3;

const SEARCH: SearchOptions = {
  boost: { title: 4, also: 4, headings: 2 },
  prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
  fuzzy: (term) => (term.length >= MIN_FUZZY_LENGTH && /^\D+$/.test(term) ? 0.25 : false),
  weights: { prefix: 0.4, fuzzy: 0.35 },
  boostDocument: (_, __, stored) => WEIGHT[(stored as unknown as GuideHit).kind] ?? 1,
};

function optionsOf(locale: GuideLocale): Options<GuideEntry> {
  return {
    fields: ['title', 'also', 'headings', 'text'],
    storeFields: ['title', 'about', 'kind'],
    tokenize: (text) => termsOf(text, locale),
    processTerm: (term) => term,
    searchOptions: SEARCH,
  };
}

/** The index of one language as text, for a file. */
export function indexGuide(entries: readonly GuideEntry[], locale: GuideLocale): string {
  const index = new MiniSearch<GuideEntry>(optionsOf(locale));
  index.addAll(entries);
  return JSON.stringify(index);
}

/** The search of one language, from the text of its index. */
export class GuideSearch {
  readonly #index: MiniSearch<GuideEntry>;

  constructor(text: string, locale: GuideLocale) {
    this.#index = MiniSearch.loadJSON<GuideEntry>(text, optionsOf(locale));
  }

  /** The best answers first. */
  find(question: string, limit: number): GuideHit[] {
    return this.#index
      .search(question)
      .slice(0, limit)
      .map(({ id, title, about, kind }) => ({ id: String(id), title, about, kind }));
  }
}
