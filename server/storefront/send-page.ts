import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding, ENCODINGS, type Encoding, knows } from '../consoles/consoles.ts';
import type { HeaderList } from '../kernel/http/request-context.ts';
import type { PageBody } from './page-body.ts';
import type { PageBodies } from './page-fonts.ts';

const KEPT_BUT_ASKED_FOR = 'no-cache';

/** A public page as sent. */
export interface SentPage {
  bodies: PageBodies;
  /** Whether the browser has its fonts. */
  fonts: boolean;
  /** Quoted ETag of the page. */
  etag: string;
}

/** Sends a public page; 304 if the browser has it. @param headers In addition to those already set on the response. */
export function sendKept(
  req: IncomingMessage,
  res: ServerResponse,
  { bodies, fonts, etag }: SentPage,
  headers: HeaderList = [],
): void {
  const body = bodies.for(fonts);
  const encoding = encodingFor(req, body);
  const own = etag.replace(/"$/, `${fonts ? '-fonts' : ''}${encoding === null ? '' : `-${encoding}`}"`);
  headers.push('ETag', own, 'Cache-Control', KEPT_BUT_ASKED_FOR, 'Vary', 'Accept-Encoding');
  if (knows(req, own)) res.writeHead(304, headers).end();
  else send(req, res, 200, body.in(encoding), encoding, headers);
}

/** Sends a personal page. */
export function sendOwn(req: IncomingMessage, res: ServerResponse, status: number, body: PageBody): void {
  const encoding = encodingFor(req, body);
  send(req, res, status, body.in(encoding), encoding, ['Vary', 'Accept-Encoding']);
}

function send(
  { method }: IncomingMessage,
  res: ServerResponse,
  status: number,
  bytes: Buffer,
  encoding: Encoding | null,
  headers: HeaderList,
): void {
  headers.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', bytes.length);
  if (encoding !== null) headers.push('Content-Encoding', encoding);
  res.writeHead(status, headers).end(method === 'HEAD' ? undefined : bytes);
}

/** The smallest encoding the browser accepts; null: uncompressed. */
function encodingFor(req: IncomingMessage, body: PageBody): Encoding | null {
  return body.isCompressible ? acceptedEncoding(req, ENCODINGS) : null;
}
