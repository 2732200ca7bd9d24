import { Dialog } from '../../shared/ui/dialog.tsx';
import { useBoardText } from '../texts/board-texts.ts';
import styles from './shortcut-list.module.css';

const SHORTCUTS = [
  { keys: ['Ctrl', 'K'], text: 'help.find' },
  { keys: ['1', '…', '7'], text: 'help.screens' },
  { keys: ['J', 'K'], text: 'help.next' },
  { keys: ['Enter'], text: 'help.open' },
  { keys: ['Space'], text: 'help.select' },
  { keys: ['A'], text: 'help.assign' },
  { keys: ['W'], text: 'help.why' },
  { keys: ['M'], text: 'help.menu' },
  { keys: ['D'], text: 'help.tabs' },
  { keys: ['T'], text: 'help.past' },
  { keys: ['Esc'], text: 'help.close' },
  { keys: ['?'], text: 'help.help' },
] as const;

export function ShortcutList({ onClose }: { onClose(): void }) {
  const t = useBoardText();
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className={styles.line}>
            <dt>{t(text)}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
