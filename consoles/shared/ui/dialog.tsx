import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSharedText } from '../i18n/shared-texts.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  children: ReactNode;
  /** Escape, the cross, a press beside it. */
  onClose(): void;
  /** Buttons at its end; the one that goes on stands last. */
  actions?: ReactNode;
}

/** There while it is drawn: focus stays in it and goes back to where it was. */
export function Dialog({ title, children, onClose, actions }: DialogProps) {
  const t = useSharedText();
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={styles.modal ?? ''}>
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
          <div className={styles.body}>{children}</div>
          {actions === undefined ? null : <footer className={styles.actions}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
