import { randomBytes } from 'node:crypto';

/**
 * What an app may do while none of its pages is open. POSITIONS: report the driver's position and read offers.
 * NOTIFICATIONS: read the account's notifications and register a push endpoint.
 */
export const DEVICE_PURPOSES = ['POSITIONS', 'NOTIFICATIONS'] as const;
export type DevicePurpose = (typeof DEVICE_PURPOSES)[number];

/** Format in the Authorization header. */
export const DEVICE_BEARER = /^Bearer +(dt_[\w-]{43})$/i;

/** 256 random bits; only its keyed hash is stored. */
export function newDeviceToken(): string {
  return `dt_${randomBytes(32).toString('base64url')}`;
}
