import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import styles from './sheet.module.css';

export interface SheetProps {
  title: string;
  children: ReactNode;
  /** Called on Escape, the close button, or a click outside. */
  onClose(): void;
  /** Buttons that stay visible at the bottom, within the thumb's reach. */
  actions?: ReactNode;
  tone?: 'plain' | 'urgent';
}

/** A native dialog from the bottom edge: traps the focus and restores it on closing. */
export function Sheet({ title, children, onClose, actions, tone = 'plain' }: SheetProps) {
  const t = useSharedText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Close before removal: a removed dialog cannot restore the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null || shown.open) return;
    shown.showModal();
    // Focus the heading: the first button is the one that closes the sheet.
    heading.current?.focus();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classNames(styles.sheet, tone === 'urgent' && styles.urgent)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('close')} onClick={onClose}>
          <X aria-hidden size={24} />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
    </dialog>
  );
}
