import { useEffect, useRef } from 'react';
import type { Shortcut } from './shortcut.ts';
import { addShortcuts } from './shortcuts.ts';

/**
 * Shortcuts active while the component is mounted: anywhere in the page, except while typing or with a dialog or menu
 * open. They are listed under `title` in the help that "?" opens.
 */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef({ title, shortcuts });
  latest.current = { title, shortcuts };
  useEffect(() => addShortcuts(() => latest.current), []);
}
