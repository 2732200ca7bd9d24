import helmet from 'helmet';
import type { ConsoleSurface } from '../kernel/security/surface-roles.ts';

export interface MapSources {
  /** Where a foreign map style may load from. */
  origins: readonly string[];
}

/** What a page of the surface may ask the device for; everything else named here is off. */
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

/** Headers of every file of a console: scripts, styles and connections of this service alone, nothing inline, no frames. */
export function consolePolicy(map: MapSources) {
  const { origins } = map;
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // react-aria and React set styles through the CSSOM, which needs no exception.
        styleSrc: ["'self'"],
        fontSrc: ["'self'", ...origins],
        imgSrc: ["'self'", 'data:', 'blob:', ...origins],
        mediaSrc: ["'self'"],
        // 'self' covers the socket too: wss on a page over https, ws on one over http.
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

/** The value of Permissions-Policy. */
export function devicePolicy(surface: ConsoleSurface): string {
  const allowed = new Set(DEVICE[surface]);
  return FEATURES.map((feature) => `${feature}=(${allowed.has(feature) ? 'self' : ''})`).join(', ');
}
