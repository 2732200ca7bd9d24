import type { RefObject } from 'react';
import { useShortcuts } from '../../../shared/keys/use-shortcuts.ts';
import { useAlertText } from '../../texts/alert-texts.ts';

/** The first button of each row: what Enter presses. */
const MAIN = '[data-alert] button[data-main]';

/** Keys of the list: J and K move between alerts, Enter opens the subject of the focused alert, else of the first. */
export function useAlertKeys(list: RefObject<HTMLElement | null>): void {
  const t = useAlertText();
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>(MAIN) ?? [])];
  const step = (by: number) => {
    const all = buttons();
    const row = document.activeElement?.closest('[data-alert]');
    const at = all.findIndex((button) => button.closest('[data-alert]') === row);
    const next = at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by));
    all[next]?.focus();
  };
  useShortcuts(t('alerts.title'), [
    { keys: 'j', label: t('keys.next'), run: () => step(1) },
    { keys: 'k', label: t('keys.former'), run: () => step(-1) },
    { keys: 'Enter', label: t('keys.open'), run: () => buttons()[0]?.click() },
  ]);
}
