import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pathOf, SCREENS } from './screens.ts';

interface ShellKeys {
  enabled: boolean;
  onFind(): void;
  onHelp(): void;
}

const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=combobox]';

/** Ctrl+K finds, ? explains, the digits go to the screens in their order. */
export function useShellKeys(keys: ShellKeys): void {
  const navigate = useNavigate();
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { enabled, onFind, onHelp } = latest.current;
      if (!enabled) return;
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onFind();
        return;
      }
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const screen = SCREENS[Number(event.key) - 1];
      if (event.key === '?') onHelp();
      else if (screen !== undefined) void navigate(pathOf(screen));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate]);
}
