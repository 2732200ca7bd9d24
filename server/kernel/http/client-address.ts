import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';

/** Whether a proxy at this address is trusted; `distance`: number of proxies between, 0 for the nearest. */
export type Trust = (address: string, distance: number) => boolean;

/**
 * The client address used for rate limits and sessions. X-Forwarded-For counts only as far as trusted proxies wrote it.
 * If such a proxy forwarded something that is not an address, its own address is used.
 */
export function clientAddress(req: IncomingMessage, trust: Trust): string {
  const claimed = proxyAddress(req, trust);
  if (isIP(claimed) !== 0) return claimed;
  return req.socket.remoteAddress ?? 'unknown';
}
