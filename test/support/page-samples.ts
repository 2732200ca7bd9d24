import { Lexer, type Token } from 'marked';
import { readContents } from '../../scripts/guide/sources/contents.ts';
import { readPages } from '../../scripts/guide/sources/page-sources.ts';

/** A block of code on a page of the guide. */
export interface PageSample {
  /** `connect/afternoon` */
  page: string;
  locale: 'en' | 'ar';
  text: string;
}

/** Every block of code on every page that is written by hand, in the order of the page. Diagrams are none. */
export function pageSamples(): PageSample[] {
  return readPages(readContents()).flatMap(({ slug, locale, markdown }) => {
    const found: PageSample[] = [];
    collect(new Lexer({ gfm: true }).lex(markdown), (text) => found.push({ page: slug, locale, text }));
    return found;
  });
}

function collect(tokens: Token[], take: (text: string) => void): void {
  for (const token of tokens) {
    if (token.type === 'code' && token.lang !== 'mermaid') take(token.text as string);
    if (token.type === 'list')
      for (const item of token.items as { tokens: Token[] }[]) collect(item.tokens, take);
  }
}
