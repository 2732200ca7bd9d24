import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import styles from './side-panel.module.css';

export interface SidePanelProps {
  label: string;
  testId: string;
  /** Null when the subject is gone, as `children` then say. */
  title: ReactNode;
  /** Below the title: its state. */
  status: ReactNode;
  onClose(): void;
  children: ReactNode;
}

/** A panel beside list and map with everything about the selected task or driver. */
export function SidePanel({ label, testId, title, status, onClose, children }: SidePanelProps) {
  const t = useSharedText();
  return (
    <aside className={styles.panel} aria-label={label} data-testid={testId}>
      <header className={styles.header}>
        <div>
          {title === null ? null : <h2 className={styles.title}>{title}</h2>}
          {status}
        </div>
        <IconButton
          size="small"
          label={t('close')}
          shortcut="Escape"
          icon={<X aria-hidden size={18} />}
          onPress={onClose}
        />
      </header>
      {children}
    </aside>
  );
}
