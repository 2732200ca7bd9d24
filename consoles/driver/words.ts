import { useSharedText } from '../shared/i18n/shared-texts.ts';
import { useText } from './texts.ts';

/** How this console names itself and whom it is for. */
export function useWords() {
  const t = useText();
  const shared = useSharedText();
  return { console: t('console.name'), tagline: t('console.tagline'), role: shared('role.DRIVER') };
}
