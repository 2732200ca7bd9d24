import { WaslError } from '../actors/errors.ts';
import type { LiveCaller } from './ports.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const ROOM = new RegExp(`^(?:dispatch|(account|driver|seller|order|zone):(${UUID}))$`);

/** The kinds of rooms a client may subscribe to; the others are derived from its account. */
export type SubscribableKind = 'order' | 'zone';

export interface ParsedRoom {
  kind: 'dispatch' | 'account' | 'driver' | 'seller' | SubscribableKind;
  /** Null for `dispatch`, of which there is only one. */
  id: string | null;
}

/** Null if the name is not a room's name. */
export function parseRoom(name: string): ParsedRoom | null {
  const match = ROOM.exec(name);
  if (match === null) return null;
  const [, kind, id] = match;
  return kind === undefined || id === undefined
    ? { kind: 'dispatch', id: null }
    : { kind: kind as Exclude<ParsedRoom['kind'], 'dispatch'>, id };
}

/**
 * The rooms derived from an account. Throws auth.MFA_REQUIRED for an administrator whose session has not passed the
 * second factor: without it only signing in and enrolling is allowed.
 */
export function roomsOf(caller: LiveCaller): Set<string> {
  if (caller.roles.has('ADMIN') && !caller.mfa) {
    throw new WaslError('auth.MFA_REQUIRED', { detail: 'Administrators need a confirmed second factor.' });
  }
  const rooms = new Set([`account:${caller.accountId}`]);
  if (isDispatch(caller)) rooms.add('dispatch');
  if (caller.driverId !== null) rooms.add(`driver:${caller.driverId}`);
  // The events in a seller's room are about orders.
  if (caller.sellerId !== null && caller.rights.has('ORDERS')) rooms.add(`seller:${caller.sellerId}`);
  return rooms;
}

export function isDispatch(caller: LiveCaller): boolean {
  return caller.roles.has('DISPATCHER') || (caller.roles.has('ADMIN') && caller.mfa);
}
