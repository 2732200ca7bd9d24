import type { Translate } from '../i18n/define-texts.ts';
import type { deviceTexts } from './device-texts.ts';

/** A signed-in device's name as it reported it, which is no proof. */
export function deviceName(
  { browser, system }: { browser: string | null; system: string | null },
  t: Translate<Pick<typeof deviceTexts, 'sessions.on' | 'sessions.unknown'>>,
): string {
  return browser !== null && system !== null
    ? t('sessions.on', { browser: `\u2068${browser}\u2069`, system: `\u2068${system}\u2069` })
    : (browser ?? system ?? t('sessions.unknown'));
}
