export interface Shortcut {
  /** As on the keys: 'j', '?', ' ', 'Enter', 'Escape', 'Ctrl+z'. An array lists alternatives. */
  keys: string | readonly string[];
  /** What it does, in the reader's language: for the list of shortcuts. */
  label: string;
  run(event: KeyboardEvent): void;
  /** Left out: enabled. A disabled shortcut leaves its keys to others, and stays in the list. */
  enabled?: boolean;
  /** Also active in text fields: only for keys that no text field uses. */
  whileTyping?: boolean;
}

/** The parts of a keyboard event that identify a shortcut. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** 'Ctrl+z' for an event. Letters follow the physical key: with an Arabic layout the key J still means J. */
export function combinationOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const name = key.length === 1 ? latin(key, code, shiftKey) : key;
  const shift = shiftKey && name.length > 1;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

export function keysOf({ keys }: Pick<Shortcut, 'keys'>): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}

/** Key caps for a combination: ['Ctrl', 'Z']. */
export function capsOf(combination: string): readonly string[] {
  return combination.split('+').map((name) => CAPS[name] ?? (name.length === 1 ? name.toUpperCase() : name));
}

const CAPS: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
};

function latin(key: string, code: string, shift: boolean): string {
  if (key >= ' ' && key <= '~') return key.toLowerCase();
  if (code.startsWith('Key')) return code.slice(3).toLowerCase();
  if (code.startsWith('Digit') && !shift) return code.slice(5);
  if (code === 'Slash') return shift ? '?' : '/';
  return key;
}
