import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SECURITY_HEADERS } from '../../../server/kernel/http/security-headers.ts';
import { block, headerLines, quoted } from './nginx-text.ts';

/** The folder of a build whose files all have names that change with their content. */
export const ASSETS = 'assets';

interface BuiltFile {
  path: string;
  type: string;
  immutable: boolean;
}

/** How a location sends built files: compressed as they are on the disk, with these headers. */
export function builtFiles(types: readonly string[], headers: Readonly<Record<string, string>>): string[] {
  return [
    block('types', types),
    'log_not_found off;',
    'gzip_static on;',
    'gzip_vary on;',
    'include /etc/nginx/wasl/brotli[.]conf;',
    ...headerLines({ ...SECURITY_HEADERS, ...headers, 'X-Request-Id': '$wasl_request_id' }),
  ];
}

/** Throws if a file of the folder may change: the web server would have it cached for a year. */
export function assetTypes(consolesDir: string, name: string): string[] {
  const inFolder = listOf(consolesDir, name).filter((file) => file.path.startsWith(`${ASSETS}/`));
  const changing = inFolder.find(({ immutable }) => !immutable);
  if (changing !== undefined) throw new Error(`${name}/${changing.path} may change`);
  return typeLines(inFolder);
}

/** The files of a build. */
export function listOf(consolesDir: string, name: string): BuiltFile[] {
  const list = readFileSync(path.join(consolesDir, `${name}.files.json`), 'utf8');
  return (JSON.parse(list) as { files: BuiltFile[] }).files;
}

export function typeLines(files: readonly BuiltFile[]): string[] {
  const types = new Map(files.map(({ path: file, type }) => [path.extname(file).slice(1), type]));
  return [...types].sort().map(([ending, type]) => `${quoted(type)} ${ending};`);
}
