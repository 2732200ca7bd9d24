import { readFileSync } from 'node:fs';
import path from 'node:path';
import { consoleHeaders, FOREVER, SURFACES } from '../../../server/consoles/consoles.ts';
import { SECURITY_HEADERS } from '../../../server/kernel/http/security-headers.ts';
import type { Config } from '../../../server/kernel/process/config.ts';
import { ENDINGS, PUBLIC_NAME } from '../../../server/kernel/uploads/file-name.ts';
import { pictureHeaders, UPLOADS_PREFIX } from '../../../server/kernel/uploads/serve-uploads.ts';
import { ASSETS_PATH, mapHeaders } from '../../../server/storefront/storefront.ts';
import { block, headerLines, quoted } from './nginx-text.ts';

/** The folder of a build whose files all have names that change with their content. */
const ASSETS = 'assets';
const SHOP = ASSETS_PATH.slice(1);
/** An upload of a public picture; any other name is the service's to answer. */
const PICTURE = `^${UPLOADS_PREFIX}/(?<wasl_picture>${PUBLIC_NAME}\\.(${Object.values(ENDINGS).join('|')}))$`;

interface BuiltFile {
  path: string;
  type: string;
  immutable: boolean;
}

/**
 * Locations that the web server answers from disk, with the headers that the service gives: built files whose names
 * change with their content, and public pictures. Pages, workers and private pictures are left to the service.
 */
export function fileLocations({ consolesDir, map, uploads }: Config): string[] {
  const consoles = SURFACES.map((surface) =>
    assets(consolesDir, surface, Object.fromEntries(consoleHeaders(surface, map))),
  );
  const shop = assets(consolesDir, SHOP, Object.fromEntries(mapHeaders(map)));
  return [...consoles, shop, ...(uploads.store === 'disk' ? [pictures(uploads.folder)] : [])];
}

function assets(consolesDir: string, name: string, headers: Readonly<Record<string, string>>): string {
  const types = typesOf(consolesDir, name);
  return block(`location ^~ /${name}/${ASSETS}/`, [
    'root /opt/wasl;',
    '# Pages of the former release that are still open load its files.',
    'try_files /current/dist/web$uri /previous/dist/web$uri @wasl;',
    block('types', types),
    'log_not_found off;',
    'gzip_static on;',
    'gzip_vary on;',
    'include /etc/nginx/wasl/brotli[.]conf;',
    ...headerLines({
      ...SECURITY_HEADERS,
      ...headers,
      'Cache-Control': FOREVER,
      'X-Request-Id': '$wasl_request_id',
    }),
  ]);
}

/** Throws if a file of the folder may change: the web server would have it cached for a year. */
function typesOf(consolesDir: string, name: string): string[] {
  const list = readFileSync(path.join(consolesDir, `${name}.files.json`), 'utf8');
  const { files } = JSON.parse(list) as { files: BuiltFile[] };
  const inFolder = files.filter((file) => file.path.startsWith(`${ASSETS}/`));
  const changing = inFolder.find(({ immutable }) => !immutable);
  if (changing !== undefined) throw new Error(`${name}/${changing.path} may change`);
  const types = new Map(inFolder.map(({ path: file, type }) => [path.extname(file).slice(1), type]));
  return [...types].sort().map(([ending, type]) => `${quoted(type)} ${ending};`);
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
    ...headerLines({
      ...SECURITY_HEADERS,
      ...pictureHeaders('public'),
      'X-Request-Id': '$wasl_request_id',
    }),
  ]);
}
