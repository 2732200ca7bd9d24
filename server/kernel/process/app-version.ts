const VERSION = /^(\d{1,2})\.(\d{1,2})\.(\d{1,2})$/;

/**
 * The number of a phone app's version: 1.2.3 is 10203. Android installs a version only over one with a lower number. Null
 * for text that is not a version, and for 0.0.0.
 */
export function appVersionCode(version: string): number | null {
  const parts = VERSION.exec(version);
  if (parts === null) return null;
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  return major * 10_000 + minor * 100 + patch || null;
}
