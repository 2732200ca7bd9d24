import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { useConsoleText } from '../texts/console-texts.ts';

/** How this console names itself and whom it is for. */
export function useConsoleWords() {
  const t = useConsoleText();
  const shared = useSharedText();
  return { console: t('console.name'), tagline: t('console.tagline'), role: shared('role.DISPATCHER') };
}
