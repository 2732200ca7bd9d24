import { useEffect, useRef } from 'react';
import type { Shortcut } from './shortcut.ts';
import { addShortcuts } from './shortcuts.ts';

/**
 * Shortcuts that hold while the component is drawn: from anywhere in the page, but while somebody types or a dialog or
 * menu is open. They appear under `title` in the list that "?" shows.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef({ title, shortcuts });
  latest.current = { title, shortcuts };
  useEffect(() => addShortcuts(() => latest.current), []);
}
