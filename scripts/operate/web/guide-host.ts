import { FOREVER, guideHeaders, pageLinks } from '../../../server/consoles/consoles.ts';
import { SECURITY_HEADERS } from '../../../server/kernel/http/security-headers.ts';
import { ASSETS, assetTypes, builtFiles, listOf, typeLines } from './built-files.ts';
import { block, headerLines } from './nginx-text.ts';

/** The guide as a build. */
const NAME = 'docs';
const LOCALES = ['ar', 'en'];
/** Below the language. Nothing else gets into a header. */
const PAGE = '(?<wasl_page>(?:[a-z\\d/-]+/)?)';

/** Where the guide's files whose names change with their content are sent from disk. */
export function guideAssets(
  consolesDir: string,
  { address, missing }: { address: string; missing: string },
): string {
  const headers = { ...Object.fromEntries(guideHeaders()), 'Cache-Control': FOREVER };
  const place = `dist/web/${NAME}/${ASSETS}/$wasl_asset`;
  return block(`location ~ ^${address}(?<wasl_asset>[\\w.-]+)$`, [
    'root /opt/wasl;',
    '# Pages of the former release that are still open load its files.',
    `try_files /current/${place} /previous/${place} ${missing};`,
    ...builtFiles(assetTypes(consolesDir, NAME), headers),
  ]);
}

/**
 * The host of the guide, whose files all come from disk: pages with an address that ends with a slash, and a page of
 * their own for addresses that do not exist. The service answers the same at /guide.
 */
export function guideHost(consolesDir: string): string[] {
  const types = typeLines(listOf(consolesDir, NAME));
  const pages = { ...Object.fromEntries(guideHeaders()), 'Cache-Control': 'no-cache' };
  return [
    `root /opt/wasl/current/dist/web/${NAME};`,
    'index index.html;',
    '# To the address with a slash, whatever listens in front of this server.',
    'absolute_redirect off;',
    ...headerLines(SECURITY_HEADERS),
    block('location = /', [
      ...headerLines({ ...SECURITY_HEADERS, Vary: 'Accept-Language' }),
      'return 302 https://$host/$wasl_preferred/;',
    ]),
    '# Its addresses at the other hosts.',
    block('location ~ ^/guide(/+(?<wasl_page>.*))?$', ['return 308 https://$host/$wasl_page;']),
    guideAssets(consolesDir, { address: `/${ASSETS}/`, missing: '=404' }),
    '# Files beside those that are asked for.',
    block('location ~ [.](br|gz)$', ['return 404;']),
    ...LOCALES.map((locale) =>
      block(`location = /${locale}/404/`, [`error_page 404 /${locale}/404/index.html;`, 'return 404;']),
    ),
    ...LOCALES.map((locale) =>
      block(`location ~ ^/${locale}/${PAGE}$`, [
        // Not by an index, which would be sent by another location.
        `try_files \${uri}index.html =404;`,
        'error_page 404 = @missing;',
        ...builtFiles(types, { ...pages, Link: pageLinks('https://$host/', locale, '$wasl_page') }),
      ]),
    ),
    block('location @missing', ['return 302 https://$host/$wasl_locale/404/;']),
    block('location /', ['error_page 404 = @missing;', ...builtFiles(types, pages)]),
  ];
}
