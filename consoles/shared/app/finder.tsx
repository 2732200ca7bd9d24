import { type LucideIcon, Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { foldText } from '../ui/fold-text.ts';
import styles from './finder.module.css';

/** Something that can be opened. */
export interface Findable {
  id: string;
  icon: LucideIcon;
  text: string;
  hint: string;
  /** Also searched, but not shown: a number without its spaces, for example. */
  also?: string;
  to: string;
}

export interface FinderProps {
  label: string;
  /** Shown when nothing matches. */
  nothing: string;
  everything: readonly Findable[];
  onGo(to: string): void;
  onClose(): void;
}

const MAX_RESULTS = 12;

/** Finds anything by a few letters of its name. */
export function Finder({ label, nothing, everything, onGo, onClose }: FinderProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const folded = useMemo(
    () =>
      everything.map((one) => ({ ...one, folded: foldText(`${one.text} ${one.hint} ${one.also ?? ''}`) })),
    [everything],
  );
  const found = useMemo(() => {
    const wanted = foldText(text).split(' ').filter(Boolean);
    return folded.filter((one) => wanted.every((word) => one.folded.includes(word))).slice(0, MAX_RESULTS);
  }, [folded, text]);
  const go = (one: Findable | undefined) => {
    if (one === undefined) return;
    onClose();
    onGo(one.to);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter') go(found[at]);
    else return;
    event.preventDefault();
  };
  const current = found[at];
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          <div className={styles.field}>
            <Search aria-hidden size={18} />
            <input
              autoFocus
              role="combobox"
              aria-expanded
              aria-controls="found"
              aria-activedescendant={current === undefined ? undefined : `found-${current.id}`}
              aria-label={label}
              placeholder={label}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={keyDown}
            />
          </div>
          <div id="found" role="listbox" aria-label={label} className={styles.found}>
            {found.map((one, index) => (
              // Chosen with the keys of the field above.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
              <div
                key={one.id}
                id={`found-${one.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={styles.one}
                onClick={() => go(one)}
                onMouseMove={() => setAt(index)}
              >
                <one.icon aria-hidden size={16} />
                <bdi className={styles.text}>{one.text}</bdi>
                <span className={styles.hint}>{one.hint}</span>
              </div>
            ))}
          </div>
          {found.length === 0 ? <p className={styles.nothing}>{nothing}</p> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
