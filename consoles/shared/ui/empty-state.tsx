import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './states.module.css';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Why the list is empty, and what would change that. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon aria-hidden size={28} className={styles.icon} />
      <h2 className={styles.title}>{title}</h2>
      {children === undefined ? null : <p className={styles.detail}>{children}</p>}
      {action}
    </div>
  );
}
