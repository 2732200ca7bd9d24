import { ExternalStore } from '../state/external-store.ts';
import { combinationOf, keysOf, type Shortcut } from './shortcut.ts';

/** Shortcuts of one part of the page, under one heading. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Active groups, in the sequence in which they were added. */
export const shortcutGroups = new ExternalStore<readonly { get(): ShortcutGroup }[]>([]);

const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, [contenteditable], [role=combobox]';
/** While open, these take all keys, wherever in the page the focus is. */
const ABOVE = '[role=dialog], [role=alertdialog], [role=menu]';
const PRESSABLE = 'button, a, summary, input, [role=button], [role=tab], [role=switch], [role=option]';

/** Adds a group until the returned function is called. `get` returns its present state. */
export function addShortcuts(get: () => ShortcutGroup): () => void {
  const added = { get };
  if (shortcutGroups.get().length === 0) window.addEventListener('keydown', press);
  shortcutGroups.set([...shortcutGroups.get(), added]);
  return () => {
    shortcutGroups.set(shortcutGroups.get().filter((group) => group !== added));
    if (shortcutGroups.get().length === 0) window.removeEventListener('keydown', press);
  };
}

/** Later groups come first: a screen before the frame around it. */
function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector(ABOVE) !== null) return;
  const at = event.target instanceof Element ? event.target : document.body;
  const typing = at.closest(TYPING) !== null;
  // These keys press the focused element.
  if ((event.key === 'Enter' || event.key === ' ') && at.closest(PRESSABLE) !== null) return;
  const pressed = combinationOf(event);
  const found = shortcutGroups
    .get()
    .toReversed()
    .flatMap(({ get }) => get().shortcuts)
    .find(
      (shortcut) =>
        shortcut.enabled !== false &&
        (!typing || shortcut.whileTyping === true) &&
        keysOf(shortcut).includes(pressed),
    );
  if (found === undefined) return;
  event.preventDefault();
  found.run(event);
}
