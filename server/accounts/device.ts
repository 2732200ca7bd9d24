/**
 * The device a person signed in with, as reported by the client. Clients can report anything, so no decision rests on
 * it alone.
 */
export interface Device {
  /** E.g. "Chrome"; null if the browser is not recognized. */
  browser: string | null;
  /** E.g. "Android". */
  system: string | null;
}

/** Order matters: most browsers also name the ones they are compatible with. */
const BROWSERS: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: readonly [name: string, sign: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

export function deviceOf(userAgent: string | null): Device {
  const find = (among: typeof BROWSERS) =>
    among.find(([, sign]) => userAgent !== null && sign.test(userAgent))?.[0] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** Equal for the same program on the same kind of machine, regardless of version. */
export function deviceKey(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser === null && system === null) return userAgent?.split('/')[0] ?? '';
  return `${browser} ${system}`;
}

/** Display name of a device, e.g. "Chrome, Windows"; empty if nothing is known. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  const known = [browser, system].filter((name) => name !== null);
  return known.length > 0 ? known.join(', ') : (userAgent?.split(/[/ ]/)[0] ?? '').slice(0, 40);
}
