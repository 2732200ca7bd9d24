import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import styles from './screen-pages.module.css';

export interface ScreenPagesProps {
  title: string;
  /** Accessible name of the links. */
  label: string;
  /** The first page is shown if only the screen's path is open. */
  pages: readonly { path: string; text: string }[];
  testId: string;
  /** The open page. */
  children: ReactNode;
}

/** A screen with pages of its own: its title, links to them, and the open one. */
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
