import { useEffect, useRef } from 'react';
import type { BoardParams, ChangeBoard } from './board-params.ts';

interface BoardKeys {
  enabled: boolean;
  params: BoardParams;
  /** The service's time. */
  now: number;
  change: ChangeBoard;
  /** To the next task, or the former one. */
  step(by: number): void;
  onKey(key: string): void;
  onEscape(): void;
}

const TYPING = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=combobox]';

/** Single keys on the board, wherever the focus is but in a field or a dialog. */
export function useBoardKeys(keys: BoardKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { enabled, params, now, change, step, onKey, onEscape } = latest.current;
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (!enabled || typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else if (event.key === 'd') change({ tab: params.tab === 'tasks' ? 'drivers' : 'tasks' });
      else if (event.key === 't') change({ at: params.at === null ? new Date(now).toISOString() : null });
      else if (event.key === 'a' || event.key === 'w' || event.key === 'm') onKey(event.key);
      else if (event.key === 'Escape') onEscape();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
