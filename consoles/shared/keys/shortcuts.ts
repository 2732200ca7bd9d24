import { ExternalStore } from '../state/external-store.ts';
import { combinationOf, keysOf, type Shortcut } from './shortcut.ts';

/** Shortcuts of one part of the page, under one heading. */
export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** What can be pressed now, in the order in which parts of the page came. */
export const shortcutGroups = new ExternalStore<readonly { get(): ShortcutGroup }[]>([]);

const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range]), textarea, select, [contenteditable], [role=combobox]';
/** They take the keys for themselves, wherever in the page the focus is. */
const ABOVE = '[role=dialog], [role=alertdialog], [role=menu]';
const PRESSABLE = 'button, a, summary, input, [role=button], [role=tab], [role=switch], [role=option]';

/** Adds a group until the returned function is called. `get` gives it as it is then. */
export function addShortcuts(get: () => ShortcutGroup): () => void {
  const added = { get };
  if (shortcutGroups.get().length === 0) window.addEventListener('keydown', press);
  shortcutGroups.set([...shortcutGroups.get(), added]);
  return () => {
    shortcutGroups.set(shortcutGroups.get().filter((group) => group !== added));
    if (shortcutGroups.get().length === 0) window.removeEventListener('keydown', press);
  };
}

/** What was added last comes first: a screen before what surrounds it. */
function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector(ABOVE) !== null) return;
  const at = event.target instanceof Element ? event.target : document.body;
  const typing = at.closest(TYPING) !== null;
  // What has the focus is pressed with these.
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
