import { consoleHeaders, FOREVER, SURFACES } from '../../../server/consoles/consoles.ts';
import { SECURITY_HEADERS } from '../../../server/kernel/http/security-headers.ts';
import type { Config } from '../../../server/kernel/process/config.ts';
import { ENDINGS, PUBLIC_NAME } from '../../../server/kernel/uploads/file-name.ts';
import { pictureHeaders, UPLOADS_PREFIX } from '../../../server/kernel/uploads/serve-uploads.ts';
import { ASSETS_PATH, mapHeaders } from '../../../server/storefront/storefront.ts';
import { ASSETS, assetTypes, builtFiles } from './built-files.ts';
import { guideAssets } from './guide-host.ts';
import { block, headerLines, quoted } from './nginx-text.ts';

const SHOP = ASSETS_PATH.slice(1);
/** An upload of a public picture; any other name is the service's to answer. */
const PICTURE = `^${UPLOADS_PREFIX}/(?<wasl_picture>${PUBLIC_NAME}\\.(${Object.values(ENDINGS).join('|')}))$`;

/**
 * Locations that the web server answers from disk, with the headers that the service gives: built files whose names
 * change with their content, and public pictures. Pages, workers and private pictures are left to the service.
 */
export function fileLocations({ consolesDir, map, uploads }: Config): string[] {
  const consoles = SURFACES.map((surface) =>
    assets(consolesDir, surface, Object.fromEntries(consoleHeaders(surface, map))),
  );
  const guide = guideAssets(consolesDir, { address: `/guide/${ASSETS}/`, missing: '@wasl' });
  const shop = assets(consolesDir, SHOP, Object.fromEntries(mapHeaders(map)));
  return [...consoles, guide, shop, ...(uploads.store === 'disk' ? [pictures(uploads.folder)] : [])];
}

function assets(consolesDir: string, name: string, headers: Readonly<Record<string, string>>): string {
  return block(`location ^~ /${name}/${ASSETS}/`, [
    'root /opt/wasl;',
    '# Pages of the former release that are still open load its files.',
    'try_files /current/dist/web$uri /previous/dist/web$uri @wasl;',
    ...builtFiles(assetTypes(consolesDir, name), { ...headers, 'Cache-Control': FOREVER }),
  ]);
}

function pictures(folder: string): string {
  return block(`location ~ ${quoted(PICTURE)}`, [
    `alias ${quoted(`${folder}/$wasl_picture`)};`,
    block(
      'types',
      Object.entries(ENDINGS).map(([type, ending]) => `${type} ${ending};`),
    ),
    'log_not_found off;',
    // A location with an error page of its own inherits none.
    'error_page 404 = @wasl;',
    'error_page 429 = $wasl_refusal;',
    "# Else a picture that @wasl cannot be asked for would get nginx's own page.",
    'recursive_error_pages on;',
    ...headerLines({
      ...SECURITY_HEADERS,
      ...pictureHeaders('public'),
      'X-Request-Id': '$wasl_request_id',
    }),
  ]);
}
