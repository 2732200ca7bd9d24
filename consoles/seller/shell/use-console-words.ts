import { useEffect } from 'react';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useConsoleText } from '../texts/console-texts.ts';

/** This console's name and its audience, for the sign-in page. */
export function useConsoleWords() {
  const t = useConsoleText();
  const shared = useSharedText();
  useManifest();
  return { console: t('console.name'), tagline: t('console.tagline'), role: shared('role.SELLER') };
}

/** The name under the icon is in the language of the console. */
function useManifest(): void {
  const { locale } = useLocaleChoice();
  useEffect(() => {
    document
      .querySelector('link[rel="manifest"]')
      ?.setAttribute('href', `/seller/manifest.${locale}.webmanifest`);
  }, [locale]);
}
