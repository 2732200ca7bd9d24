import { useState } from 'react';
import { capsOf, keysOf } from '../../shared/keys/shortcut.ts';
import { shortcutGroups } from '../../shared/keys/shortcuts.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useBoardText } from '../texts/board-texts.ts';
import styles from './shortcut-list.module.css';

/** Every key that means something on the screen below, and everywhere. */
export function ShortcutList({ onClose }: { onClose(): void }) {
  const t = useBoardText();
  const [groups] = useState(() =>
    shortcutGroups
      .get()
      .toReversed()
      .map(({ get }) => get()),
  );
  return (
    <Dialog title={t('help.title')} onClose={onClose}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.list}>
            {shortcuts.map((shortcut) => (
              <div key={shortcut.label} className={styles.line}>
                <dt>{shortcut.label}</dt>
                <dd className={styles.keys}>
                  {keysOf(shortcut).map((combination, index) => (
                    <span key={combination} className={styles.combination}>
                      {index === 0 ? null : <span aria-hidden>/</span>}
                      {capsOf(combination).map((cap) => (
                        <kbd key={cap}>{cap}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
