import { useState } from 'react';
import { capsOf, keysOf } from '../keys/shortcut.ts';
import { shortcutGroups } from '../keys/shortcuts.ts';
import { Dialog } from '../ui/dialog.tsx';
import styles from './shortcut-list.module.css';

/** Every shortcut of the current screen, and those that work everywhere. */
export function ShortcutList({ title, onClose }: { title: string; onClose(): void }) {
  const [groups] = useState(() =>
    shortcutGroups
      .get()
      .toReversed()
      .map(({ get }) => get()),
  );
  return (
    <Dialog title={title} onClose={onClose}>
      {groups.map(({ title: part, shortcuts }) => (
        <section key={part} className={styles.group}>
          <h3 className={styles.title}>{part}</h3>
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
