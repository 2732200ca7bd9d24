import { WaslError } from '../../../actors/errors.ts';
import { renderProblem } from '../../../server/kernel/http/problem.ts';
import { SECURITY_HEADERS } from '../../../server/kernel/http/security-headers.ts';
import type { LimitSettings } from '../../../server/kernel/process/limit-config.ts';
import type { Locale } from '../../../server/kernel/texts/locale.ts';
import { PROBLEM_TEXTS, problemDetail } from '../../../server/kernel/texts/problem-texts.ts';
import { waitWords } from '../../../server/kernel/texts/wait-words.ts';
import { CLASSES, retryAfter } from './limits.ts';
import { block, headerLines, quoted } from './nginx-text.ts';

const LOCALES: readonly Locale[] = ['en', 'ar'];
/** Seconds after which somebody who found no process may ask again. */
const AWAY_S = 2;

/** What the web server answers by itself, in the words and the form of the service: for apps a problem, for people a page. */
export function refusalMaps(limits: LimitSettings['limits']): string {
  return [
    '# The path without its query, if it can stand in JSON as it is.',
    block('map $request_uri $wasl_instance', [
      'default "/";',
      '"~^(?<wasl_path>/[\\w./~%:@!&()*+,;=-]*)(\\?|$)" $wasl_path;',
    ]),
    block('map $http_x_request_id $wasl_request_id', [
      'default $request_id;',
      '"~^[\\w.:-]{1,64}$" $http_x_request_id;',
    ]),
    block('map $http_accept_language $wasl_preferred', ['default en;', '"~*^\\s*ar\\b" ar;']),
    block('map "$arg_locale $uri" $wasl_locale', [
      'default $wasl_preferred;',
      ...LOCALES.map((locale) => `"~^(${locale} | /${locale}(/|$))" ${locale};`),
    ]),
    block('map $wasl_class $wasl_retry_after', [
      'default 1;',
      ...CLASSES.map((name) => `${name} ${retryAfter(limits[name])};`),
    ]),
    block('map "$wasl_locale $wasl_class" $wasl_limited', [
      'default "";',
      ...LOCALES.flatMap((locale) =>
        CLASSES.map((name) => {
          const seconds = retryAfter(limits[name]);
          return `${quoted(`${locale} ${name}`)} ${quoted(limitedProblem(locale, seconds))};`;
        }),
      ),
    ]),
    block('map "$wasl_locale $wasl_class" $wasl_limited_page', [
      'default "";',
      ...LOCALES.flatMap((locale) =>
        CLASSES.map((name) => {
          const wait = problemDetail('common.RATE_LIMITED', locale, retryAfter(limits[name]));
          return `${quoted(`${locale} ${name}`)} ${quoted(page(locale, 'common.RATE_LIMITED', wait))};`;
        }),
      ),
    ]),
    block('map $wasl_locale $wasl_away', [
      ...LOCALES.map((locale) => `${locale} ${quoted(awayProblem(locale))};`),
    ]),
    block('map $wasl_locale $wasl_away_page', [
      ...LOCALES.map((locale) => {
        const wait = problemDetail('common.UNAVAILABLE', locale, AWAY_S);
        return `${locale} ${quoted(page(locale, 'common.UNAVAILABLE', wait))};`;
      }),
    ]),
    '# People get a page, apps a problem.',
    block('map $uri $wasl_refusal', ['default @wasl_limited;', '"~^/(ar|en)(/|$)" @wasl_limited_page;']),
    block('map $uri $wasl_absence', ['default @wasl_away;', '"~^/(ar|en)(/|$)" @wasl_away_page;']),
    '',
  ].join('\n\n');
}

/** The locations that answer so, and the directives that lead to them. */
export function refusalLocations(): string[] {
  const problem = 'application/problem+json; charset=utf-8';
  const html = 'text/html; charset=utf-8';
  return [
    'error_page 429 = $wasl_refusal;',
    'error_page 502 504 = $wasl_absence;',
    answer('@wasl_limited', problem, '429 $wasl_limited', '$wasl_retry_after'),
    answer('@wasl_limited_page', html, '429 $wasl_limited_page', '$wasl_retry_after'),
    answer('@wasl_away', problem, '503 $wasl_away', String(AWAY_S)),
    answer('@wasl_away_page', html, '503 $wasl_away_page', String(AWAY_S)),
  ];
}

function answer(name: string, type: string, returned: string, wait: string): string {
  return block(`location ${name}`, [
    `default_type ${quoted(type)};`,
    ...headerLines({
      ...SECURITY_HEADERS,
      'Retry-After': wait,
      'Cache-Control': 'no-store',
      'Content-Language': '$wasl_locale',
      'X-Request-Id': '$wasl_request_id',
    }),
    `return ${returned};`,
  ]);
}

function limitedProblem(locale: Locale, seconds: number): string {
  const detail = `Too many requests from this address. Try again ${waitWords('en', seconds)}.`;
  return problemText(new WaslError('common.RATE_LIMITED', { detail, retryAfter: seconds }), locale);
}

function awayProblem(locale: Locale): string {
  return problemText(new WaslError('common.UNAVAILABLE', { retryAfter: AWAY_S }), locale);
}

function problemText(error: WaslError, locale: Locale): string {
  const context = { instance: '$wasl_instance', requestId: '$wasl_request_id', locale };
  return JSON.stringify(renderProblem(error, context));
}

function page(locale: Locale, code: 'common.RATE_LIMITED' | 'common.UNAVAILABLE', wait: string): string {
  const { title } = PROBLEM_TEXTS[code][locale];
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  return (
    `<!doctype html><html lang="${locale}" dir="${direction}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
    `<h1>${title}</h1><p>${wait}</p></html>`
  );
}
