import { useNavigate } from 'react-router';
import { undoLast } from '../../shared/keys/undo.ts';
import { useShortcuts } from '../../shared/keys/use-shortcuts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { useBoardText } from '../texts/board-texts.ts';
import { useWords } from '../texts/words.ts';
import { pathOf, SCREENS } from './screens.ts';

interface ShellKeys {
  onFind(): void;
  onHelp(): void;
}

/** Shortcuts of every screen: Ctrl+K finds, Ctrl+Z undoes, digits open the screens in sequence, ? shows help. */
export function useShellKeys({ onFind, onHelp }: ShellKeys): void {
  const t = useBoardText();
  const words = useWords();
  const navigate = useNavigate();
  const undo = () => {
    if (!undoLast()) notify({ tone: 'info', title: words('common.nothingToUndo') });
  };
  useShortcuts(t('help.everywhere'), [
    { keys: 'Ctrl+k', label: t('help.find'), run: onFind, whileTyping: true },
    { keys: 'Ctrl+z', label: words('common.undo'), run: undo },
    ...SCREENS.map((screen, index) => ({
      keys: String(index + 1),
      label: words(`nav.${screen}`),
      run: () => void navigate(pathOf(screen)),
    })),
    { keys: '?', label: t('help.help'), run: onHelp },
  ]);
}
