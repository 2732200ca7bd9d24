import { WaslError } from '../actors/errors.ts';
import type { LiveCaller } from './ports.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ROOM = new RegExp(`^(?:dispatch|(account|driver|seller|order|zone):(${UUID}))$`);

/** The kinds of room that a client asks for; the others follow from its account. */
export type SubscribableKind = 'order' | 'zone';

export interface ParsedRoom {
  kind: 'dispatch' | 'account' | 'driver' | 'seller' | SubscribableKind;
  /** Null for `dispatch`, of which there is one. */
  id: string | null;
}

/** Null for anything that is no room's name. */
export function parseRoom(name: string): ParsedRoom | null {
  const match = ROOM.exec(name);
  if (match === null) return null;
  const [, kind, id] = match;
  return kind === undefined || id === undefined
    ? { kind: 'dispatch', id: null }
    : { kind: kind as Exclude<ParsedRoom['kind'], 'dispatch'>, id };
}

/**
 * The rooms an account is in by itself. Throws auth.MFA_REQUIRED for an administrator whose session has not passed
 * the second factor: without it nothing but signing in and enrolling is allowed.
 */
export function roomsOf(caller: LiveCaller): Set<string> {
  if (caller.roles.has('ADMIN') && !caller.mfa) {
    throw new WaslError('auth.MFA_REQUIRED', { detail: 'Administrators need a confirmed second factor.' });
  }
  const rooms = new Set([`account:${caller.accountId}`]);
  if (isDispatch(caller)) rooms.add('dispatch');
  if (caller.driverId !== null) rooms.add(`driver:${caller.driverId}`);
  // What is told there is about orders.
  if (caller.sellerId !== null && caller.rights.has('ORDERS')) rooms.add(`seller:${caller.sellerId}`);
  return rooms;
}

export function isDispatch(caller: LiveCaller): boolean {
  return caller.roles.has('DISPATCHER') || (caller.roles.has('ADMIN') && caller.mfa);
}
