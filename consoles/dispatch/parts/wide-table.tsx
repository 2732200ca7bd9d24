import type { ReactNode } from 'react';
import { ScrollBox } from './scroll-box.tsx';
import styles from './wide-table.module.css';

export interface WideTableProps {
  label: string;
  /** Names of the columns; '' for one that needs none. */
  head: readonly ReactNode[];
  children: ReactNode;
}

/** A table that scrolls by itself where it is wider than the screen, with keys too. */
export function WideTable({ label, head, children }: WideTableProps) {
  return (
    <ScrollBox className={styles.scroll} label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name, index) => {
              // A heading without words would be read out as one.
              const Cell = name === '' ? 'td' : 'th';
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                <Cell key={index} {...(name === '' ? {} : { scope: 'col' })}>
                  {name}
                </Cell>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollBox>
  );
}
