import { randomBytes } from 'node:crypto';

/**
 * What an app may do while none of its pages is open. POSITIONS: report where the driver is, and read what is offered;
 * NOTIFICATIONS: read what the account is told, and say where to push it.
 */
export const DEVICE_PURPOSES = ['POSITIONS', 'NOTIFICATIONS'] as const;
export type DevicePurpose = (typeof DEVICE_PURPOSES)[number];

/** How it stands in Authorization. */
export const DEVICE_BEARER = /^Bearer +(dt_[\w-]{43})$/i;

/** 256 random bits; only its keyed hash is stored. */
export function newDeviceToken(): string {
  return `dt_${randomBytes(32).toString('base64url')}`;
}
