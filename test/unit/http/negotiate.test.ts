import { expect } from 'chai';
import { preferredLanguage, preferredType } from '../../../server/kernel/http/negotiate.ts';

describe('what a client prefers', () => {
  const TYPES = ['application/json', 'text/html', 'application/pdf'] as const;
  const LANGUAGES = ['en', 'ar'] as const;

  it('among media types: by quality, by the most specific range, by the order it lists them', () => {
    const expected: [string | undefined, string][] = [
      [undefined, 'application/json'],
      ['', 'application/json'],
      ['*/*', 'application/json'],
      ['text/html', 'text/html'],
      ['TEXT/HTML;charset=utf-8', 'text/html'],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
      ['application/json;q=0.5, application/pdf;q=0.9', 'application/pdf'],
      ['application/pdf, application/json', 'application/pdf'],
      ['text/*, application/json;q=0.9', 'text/html'],
      ['*/*, application/json;q=0', 'text/html'],
      ['image/png', 'application/json'],
      ['text/html;q=none, application/pdf;q=0.1', 'application/pdf'],
    ];
    for (const [header, type] of expected) expect(preferredType(header, TYPES), header).to.equal(type);
  });

  it('among languages: with their regions, and the first where it prefers none', () => {
    const expected: [string | undefined, string][] = [
      [undefined, 'en'],
      ['ar', 'ar'],
      ['ar-QA', 'ar'],
      ['AR-qa, en;q=0.8', 'ar'],
      ['en-GB,en;q=0.9,ar;q=0.8', 'en'],
      ['fr, ar;q=0.3, en;q=0.2', 'ar'],
      ['*', 'en'],
      ['*, en;q=0', 'ar'],
      ['fr', 'en'],
      ['arz', 'en'],
    ];
    for (const [header, language] of expected)
      expect(preferredLanguage(header, LANGUAGES), header).to.equal(language);
  });
});
