import { useShortcuts } from '../../../shared/keys/use-shortcuts.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import type { BoardParams, ChangeBoard } from './board-params.ts';

interface BoardKeys {
  params: BoardParams;
  /** The service's time. */
  now: number;
  change: ChangeBoard;
  /** Moves to the next or previous task; with `marking`, selects the tasks passed. */
  step(by: number, marking: boolean): void;
  /** Toggles the current task's selection. */
  onMark(): void;
  onKey(key: string): void;
  onEscape(): void;
}

/** The board's keys, active everywhere except in fields and dialogs. */
export function useBoardKeys({ params, now, change, step, onMark, onKey, onEscape }: BoardKeys): void {
  const t = useBoardText();
  useShortcuts(t('help.onBoard'), [
    { keys: 'j', label: t('help.next'), run: ({ shiftKey }) => step(1, shiftKey) },
    { keys: 'k', label: t('help.former'), run: ({ shiftKey }) => step(-1, shiftKey) },
    { keys: ' ', label: t('help.select'), run: onMark },
    { keys: 'Enter', label: t('help.open'), run: () => onKey('Enter') },
    { keys: 'a', label: t('help.assign'), run: () => onKey('a') },
    { keys: 'w', label: t('help.why'), run: () => onKey('w') },
    { keys: 'm', label: t('help.menu'), run: () => onKey('m') },
    {
      keys: 'd',
      label: t('help.tabs'),
      run: () => change({ tab: params.tab === 'tasks' ? 'drivers' : 'tasks' }),
    },
    {
      keys: 't',
      label: t('help.past'),
      run: () => change({ at: params.at === null ? new Date(now).toISOString() : null }),
    },
    {
      keys: '/',
      label: t('help.filter'),
      run: () => document.querySelector<HTMLInputElement>('[data-board-search]')?.select(),
    },
    { keys: 'Escape', label: t('help.close'), run: onEscape },
  ]);
}
