import { type ReactNode, useId } from 'react';
import styles from './account.module.css';

export interface CardProps {
  title: string;
  /** Shown after the title: a state or a button. */
  aside?: ReactNode;
  hint?: string;
  children?: ReactNode;
}

/** One part of the account, with its name and its purpose. */
export function Card({ title, aside, hint, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {aside}
      </header>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

/** A state in a word; its colour adds no meaning. */
export function Badge({ tone, children }: { tone: 'good' | 'open'; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
