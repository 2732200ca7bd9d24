import { isIP } from 'node:net';
import type { Transaction } from '../../db/database.ts';
import { deviceKey } from './device.ts';
import { recentOrigins } from './session-list-store.ts';

/** Where a person signs in from; stored with the session. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

/** Most earlier sessions of an account that a sign-in is compared with. */
const MAX_COMPARED_SESSIONS = 50;

/**
 * Whether the account has signed in before with this kind of device from this network. Both must match: anyone can send
 * a browser's name, and many people share a network.
 */
export async function isKnownDevice(trx: Transaction, accountId: string, origin: Origin): Promise<boolean> {
  const device = deviceKey(origin.userAgent);
  const network = networkOf(origin.ip);
  const earlier = await recentOrigins(trx, accountId, MAX_COMPARED_SESSIONS);
  return earlier.some(
    ({ userAgent, ip, lastIp }) =>
      deviceKey(userAgent) === device && [ip, lastIp].some((known) => networkOf(known) === network),
  );
}

/** The part of an address that stays the same when a connection is given a new one: /24 for IPv4, /48 for IPv6. */
export function networkOf(ip: string | null): string {
  if (ip === null) return '';
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return plain.split('.').slice(0, 3).join('.');
  if (isIP(plain) === 6) return firstGroups(plain.toLowerCase(), 3);
  return plain;
}

function firstGroups(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...rest];
  return whole
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
