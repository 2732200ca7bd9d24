import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSharedText } from '../i18n/shared-texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  /** One sentence: what this does, and what cannot be undone. */
  hint?: string | undefined;
  children: ReactNode;
  /** Called on Escape, the close button, or a click outside. */
  onClose(): void;
  /** Buttons at its end; the confirming one last. */
  actions?: ReactNode;
  /** For wide content such as tables. */
  wide?: boolean;
  /** Called on Enter in a single-line field, and on Ctrl+Enter in any: does what the last button does. */
  onEnter?: (() => void) | undefined;
}

/** Elements that handle Enter themselves. */
const KEEPS_ENTER = 'button, a, textarea, select, [role=combobox], [role=option]';

/** Open while mounted: traps the focus and restores it on closing. */
export function Dialog({ title, hint, children, onClose, actions, wide = false, onEnter }: DialogProps) {
  const t = useSharedText();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    const kept = event.target instanceof Element && event.target.closest(KEEPS_ENTER) !== null;
    if (onEnter === undefined || (kept && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={classNames(styles.modal, wide && styles.wide)}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton
              size="small"
              label={t('close')}
              shortcut="Escape"
              icon={<X aria-hidden size={18} />}
              onPress={onClose}
            />
          </header>
          {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the fields in it. */}
          <div className={styles.body} onKeyDown={press}>
            {children}
          </div>
          {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
