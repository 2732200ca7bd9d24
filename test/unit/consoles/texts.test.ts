import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { isPlain } from '../../../consoles/shared/api/plain-words.ts';
import type { Locale, Texts } from '../../../consoles/shared/i18n/define-texts.ts';
import { projectRoot } from '../../../db/root.ts';
import { PROBLEM_TEXTS } from '../../../server/kernel/texts/problem-texts.ts';

interface Said {
  where: string;
  locale: Locale;
  text: string;
}

/** Refusals that only an error in the program itself can cause, not a person at a screen. */
const OF_PROGRAMS =
  /^(auth\.MFA_TOKEN_REQUIRED|common\.(MALFORMED|UNSUPPORTED_MEDIA_TYPE|METHOD_NOT_ALLOWED|PRECONDITION_REQUIRED)|idempotency\.|account\.NOT_CLOSABLE)/;
/** Names of file types and the like. */
const KNOWN = /\b(?:JSON|IBAN|JPEG|PNG|AVIF|WebP|CSV|SKU)\b/g;
const ARABIC = /[\u0621-\u064a]/;

/** Every text of every console, as defined in its files. */
async function consoleTexts(): Promise<Said[]> {
  const folder = path.join(projectRoot, 'consoles');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:-texts|\/words)\.ts$/.test(file),
  );
  const all: Said[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(pathToFileURL(path.join(folder, file)).href);
    for (const texts of Object.values(exported).filter(areTexts)) {
      for (const [key, text] of Object.entries(texts)) {
        for (const locale of ['en', 'ar'] as const) {
          for (const part of literals(text[locale]))
            all.push({ where: `${file} ${key}`, locale, text: part });
        }
      }
    }
  }
  return all;
}

function areTexts(exported: unknown): exported is Texts {
  if (typeof exported !== 'object' || exported === null) return false;
  const values = Object.values(exported);
  return (
    values.length > 0 && values.every((text) => typeof text?.en === 'string' && typeof text?.ar === 'string')
  );
}

type Node = ReturnType<IntlMessageFormat['getAst']>[number];

/** The literal parts of an ICU text: those of each of its branches, without the names of parameters. */
function literals(text: string): string[] {
  const found: string[] = [];
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if ('options' in node) for (const { value } of Object.values(node.options)) walk(value);
      else if ('children' in node) walk(node.children);
      else if (node.type === 0) found.push(node.value);
    }
  };
  walk(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return found;
}

describe('what people read', () => {
  let texts: Said[];

  before(async () => {
    texts = await consoleTexts();
  });

  it('is found in every console', () => {
    for (const name of ['dispatch/', 'driver/', 'shop/', 'shared/'])
      expect(texts.filter(({ where }) => where.startsWith(name)).length, name).to.be.above(40);
  });

  it('contains no timestamp, field name or value that only developers know', () => {
    const odd = texts.filter(({ text }) => !isPlain(text.replaceAll(KNOWN, '')));
    expect(odd.map(({ where, text }) => `${where}: ${text}`)).to.deep.equal([]);
  });

  it('is Arabic in Arabic and English in English', () => {
    const odd = texts.filter(
      ({ where, locale, text }) =>
        !/language\.switch$|otherLanguage$/.test(where) && locale === 'en' && ARABIC.test(text),
    );
    expect(odd.map(({ where, text }) => `${where}: ${text}`)).to.deep.equal([]);
  });

  it('writes the tanween of an adverb in Arabic, like an editor', () => {
    const bare =
      /(?:^|\s)(?:حاليا|أيضا|مجددا|أولا|تلقائيا|معا|أبدا|لاحقا|يدويا|مسبقا|فورا|غدا|مثلا|جميعا|يوميا|عادة?ا)(?=[\s.،؛:؟]|$)/;
    const odd = texts.filter(({ locale, text }) => locale === 'ar' && bare.test(text));
    expect(odd.map(({ where, text }) => `${where}: ${text}`)).to.deep.equal([]);
  });

  it('is plain in the refusals of the service, too', () => {
    const odd = Object.entries(PROBLEM_TEXTS)
      .filter(([code]) => !OF_PROGRAMS.test(code))
      .flatMap(([code, { en, ar }]) =>
        [en.title, en.detail, ar.title, ar.detail].map((text) => ({ code, text })),
      )
      .filter(({ text }) => !isPlain(text));
    expect(odd.map(({ code, text }) => `${code}: ${text}`)).to.deep.equal([]);
  });
});

describe('words of developers', () => {
  it('are told apart from words for people', () => {
    for (const text of [
      'choose a time after 2026-11-22T15:37:15.977Z',
      'The present state is IN_TRANSIT',
      'move it with scope THIS',
      'plannedStart is past',
      'read planned_start again',
      'Send If-Match with the ETag you read.',
    ])
      expect(isPlain(text), text).to.equal(false);
    for (const text of [
      'Order W-2026-000123 is late: it was due by 18:30.',
      'The driver holds QAR 2,489.00 (SMS, WhatsApp).',
      'With this task the driver’s cash would pass the limit.',
      'لدى السائق وردية في هذا الوقت.',
    ])
      expect(isPlain(text), text).to.equal(true);
  });
});
