import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSharedText } from '../i18n/shared-texts.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  /** In one sentence what this does, and what cannot be undone. */
  hint?: string | undefined;
  children: ReactNode;
  /** Escape, the cross, a press beside it. */
  onClose(): void;
  /** Buttons at its end; the one that goes on stands last. */
  actions?: ReactNode;
  /** For tables and the like. */
  wide?: boolean;
}

/** There while it is drawn: focus stays in it and goes back to where it was. */
export function Dialog({ title, hint, children, onClose, actions, wide = false }: DialogProps) {
  const t = useSharedText();
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
              icon={<X aria-hidden size={18} />}
              onPress={onClose}
            />
          </header>
          {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
