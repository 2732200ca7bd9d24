import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import styles from './sheet.module.css';

export interface SheetProps {
  title: string;
  /** In one sentence what this does, and what cannot be undone. */
  hint?: string | undefined;
  onClose(): void;
  children: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
  wide?: boolean;
}

/** A dialog that is there while it is rendered: focus is kept in it and given back. */
export function Sheet({ title, hint, onClose, children, actions, wide = false }: SheetProps) {
  const t = useSharedText();
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={styles.overlay ?? ''}
    >
      <Modal className={`${styles.modal} ${wide ? styles.wide : ''}`}>
        <Dialog className={styles.dialog ?? ''}>
          <header className={styles.header}>
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
