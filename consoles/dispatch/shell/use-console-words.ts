import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useConsoleText } from '../texts/console-texts.ts';

/** This console's name and its audience, for the sign-in page. */
export function useConsoleWords() {
  const t = useConsoleText();
  const shared = useSharedText();
  return { console: t('console.name'), tagline: t('console.tagline'), role: shared('role.DISPATCHER') };
}
