import helmet from 'helmet';
import { headersSetBy } from '../kernel/http/security-headers.ts';
import type { ConsoleSurface } from '../kernel/security/surface-roles.ts';

export interface MapSources {
  /** Origins a third-party map style may load from. */
  origins: readonly string[];
}

/** Device features that pages of the surface may use; all others named here are off. */
const DEVICE: Record<ConsoleSurface, readonly string[]> = {
  dispatch: ['clipboard-write'],
  driver: ['geolocation', 'camera', 'screen-wake-lock', 'clipboard-write'],
  seller: ['clipboard-write'],
};
const FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-write',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Security headers for every file of a console: scripts, styles and connections from this service only, nothing inline,
 * no frames.
 */
export function consolePolicy(map: MapSources) {
  const { origins } = map;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // react-aria and React set styles through the CSSOM, which CSP allows without an exception.
        styleSrc: ["'self'"],
        fontSrc: ["'self'", ...origins],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        mediaSrc: ["'self'"],
        // 'self' includes the socket: wss from an https page, ws from an http page.
        connectSrc: ["'self'", ...origins],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Value of the Permissions-Policy header. */
export function devicePolicy(surface: ConsoleSurface): string {
  return featuresOf(new Set(DEVICE[surface]));
}

/** The same for pages that use no device feature. */
export function noDevice(): string {
  return featuresOf(new Set());
}

function featuresOf(allowed: ReadonlySet<string>): string {
  return FEATURES.map((feature) => `${feature}=(${allowed.has(feature) ? 'self' : ''})`).join(', ');
}

/** The headers of every file of a console, as its router sets them. */
export function consoleHeaders(surface: ConsoleSurface, map: MapSources): [string, string][] {
  return [...headersSetBy(consolePolicy(map)), ['Permissions-Policy', devicePolicy(surface)]];
}

/** The headers of every file of the guide, as its router sets them. */
export function guideHeaders(): [string, string][] {
  return [...headersSetBy(consolePolicy({ origins: [] })), ['Permissions-Policy', noDevice()]];
}
