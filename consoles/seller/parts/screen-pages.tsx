import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './screen-pages.module.css';

export interface ScreenPagesProps {
  title: string;
  /** Of the links to the pages, read aloud. */
  label: string;
  /** The one that stands first is looked at when its path alone is open. */
  pages: readonly { path: string; text: string }[];
  testId: string;
  /** The page that is open. */
  children: ReactNode;
}

/** A screen that has pages of its own: its title, the links to them, and the one that is open. */
export function ScreenPages({ title, label, pages, testId, children }: ScreenPagesProps) {
  return (
    <div className={styles.screen} data-testid={testId}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <nav aria-label={label}>
          <ul className={styles.pages}>
            {pages.map(({ path, text }, index) => (
              <li key={path}>
                <NavLink to={path} end={index === 0} className={styles.page ?? ''}>
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      {children}
    </div>
  );
}
