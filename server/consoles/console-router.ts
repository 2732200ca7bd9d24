import type { IncomingMessage } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { LRUCache } from 'lru-cache';
import { WaslError } from '../../actors/errors.ts';
import { takesEncoding } from '../kernel/http/negotiate.ts';
import type { DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { ConsoleSurface } from '../kernel/security/surface-roles.ts';
import { type ConsoleFile, ConsoleFiles, ENCODINGS, type Encoding } from './console-files.ts';
import { consolePolicy, devicePolicy } from './console-policy.ts';

export interface ConsoleOptions {
  surface: ConsoleSurface;
  consolesDir: string;
  map: { styleUrl: string | null; origins: readonly string[] };
  /** Whether routes are drawn along streets. */
  streetRoutes: boolean;
  demo: boolean;
  minPasswordLength: number;
  demoAccounts: DemoAccountsOf;
}

const INDEX = 'index.html';
/** Public settings a page may read before sign-in. */
const SETTINGS = '/settings.json';
/** Cache-Control of a file whose name changes with its content. */
export const FOREVER = 'public, max-age=31536000, immutable';

/** Serves one console below its path: its files, its page for every deep link, and its settings. */
export function consoleRouter(options: ConsoleOptions): Router {
  const { surface, map, streetRoutes, demo, minPasswordLength, demoAccounts } = options;
  let files: ConsoleFiles | null = null;
  const opened = () => {
    files ??= ConsoleFiles.open(options.consolesDir, surface);
    return files;
  };
  const router = Router({ strict: true });
  router.use(consolePolicy(map), (req, res, next) => {
    res.setHeader('Permissions-Policy', devicePolicy(surface));
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    res.setHeader('Allow', 'GET, HEAD');
    throw new WaslError('common.METHOD_NOT_ALLOWED');
  });
  router.get(SETTINGS, (_, res, next) => {
    demoAccounts(surface).then((accounts) => {
      res.setHeader('Cache-Control', 'no-cache');
      res.json({
        version: opened()?.version ?? null,
        demo,
        demoAccounts: accounts,
        mapStyleUrl: map.styleUrl,
        streetRoutes,
        passwordMinLength: minPasswordLength,
      });
    }, next);
  });
  router.use((req, res) => {
    const built = opened();
    if (built === null) {
      throw new WaslError('common.NOT_FOUND', {
        detail: 'This console has not been built. Run: npm run build',
      });
    }
    // Without the trailing slash, relative addresses in the page would resolve wrongly.
    const [address = '', query] = req.originalUrl.split('?');
    if (address === req.baseUrl) {
      res.redirect(308, `${req.baseUrl}/${query === undefined ? '' : `?${query}`}`);
      return;
    }
    sendBuiltFile(req, res, built, fileFor(built, req.path.slice(1)));
  });
  return router;
}

/** A name with an extension is a file; any other path is a screen of the console and gets its page. */
function fileFor(files: ConsoleFiles, name: string): ConsoleFile {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const file = files.find(name) ?? (last.includes('.') ? null : files.find(INDEX));
  if (file === null) throw new WaslError('common.NOT_FOUND', { detail: 'This file does not exist.' });
  return file;
}

/** Sends a file of a build in the smallest encoding the browser accepts. */
export function sendBuiltFile(
  req: Request,
  res: Response,
  files: ConsoleFiles,
  file: ConsoleFile,
  status = 200,
): void {
  const encoding = acceptedEncoding(req, file.encodings);
  const etag = `"${file.hash}${encoding === null ? '' : `-${encoding}`}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', file.immutable ? FOREVER : 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  if (knows(req, etag)) {
    res.status(304).end();
    return;
  }
  const content = files.content(file, encoding);
  res.setHeader('Content-Type', file.type);
  res.setHeader('Content-Length', content.length);
  if (encoding !== null) res.setHeader('Content-Encoding', encoding);
  res.status(status).end(req.method === 'HEAD' ? undefined : content);
}

/** Parsed Accept-Encoding headers; only few distinct values occur. */
const taken = new LRUCache<string, readonly Encoding[]>({ max: 500 });
const MAX_REMEMBERED_LENGTH = 200;

/**
 * The smallest encoding the browser accepts, whatever order it names them in; null if none.
 * @param offered Smallest first.
 */
export function acceptedEncoding(
  { headers }: IncomingMessage,
  offered: readonly Encoding[],
): Encoding | null {
  const header = headers['accept-encoding'] ?? '';
  if (header === '') return null;
  let all = taken.get(header);
  if (all === undefined) {
    all = ENCODINGS.filter((encoding) => takesEncoding(header, encoding));
    if (header.length <= MAX_REMEMBERED_LENGTH) taken.set(header, all);
  }
  return offered.find((encoding) => all.includes(encoding)) ?? null;
}

/** Whether the browser's copy is current. @param etag In quotes. */
export function knows({ headers }: IncomingMessage, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
