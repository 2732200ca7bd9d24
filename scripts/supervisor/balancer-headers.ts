import type { IncomingMessage } from 'node:http';

/** Hop-by-hop headers, never forwarded (RFC 9110, 7.6.1); the body is framed again for the next hop. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Names and values in turn, as they came; `dropped` takes names in lower case. */
export function passedOn(
  { rawHeaders, headers }: IncomingMessage,
  dropped: readonly string[] = [],
): string[] {
  const named = String(headers.connection ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const leftOut = new Set([...OF_THE_CONNECTION, ...named, ...dropped]);
  return pairs(rawHeaders).flatMap(([name, value]) => (leftOut.has(name.toLowerCase()) ? [] : [name, value]));
}

/** What the API learns of the client's address: added at the end, as proxies do. */
export function forwardedFor({ headers, socket }: IncomingMessage): string {
  const before = headers['x-forwarded-for'];
  const here = socket.remoteAddress ?? 'unknown';
  return before === undefined ? here : `${String(before)}, ${here}`;
}

export function pairs(raw: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) all.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return all;
}
