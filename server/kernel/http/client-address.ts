import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from 'proxy-addr';

/** Whether what an address passed on is believed; how many others lie between, 0 for the nearest. */
export type Trust = (address: string, distance: number) => boolean;

/**
 * The address that budgets and sessions name. X-Forwarded-For counts only as far as trusted proxies wrote it; what
 * such a proxy passed on that is no address is not taken over: then it is the proxy itself.
 */
export function clientAddress(req: IncomingMessage, trust: Trust): string {
  const claimed = proxyAddress(req, trust);
  if (isIP(claimed) !== 0) return claimed;
  return req.socket.remoteAddress ?? 'unknown';
}
